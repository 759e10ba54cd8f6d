import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { ChangeNote } from '../../shared/review-file/notes.ts';
import type { ReviewRecord } from '../../shared/review-file/review-record.ts';
import { messages } from '../strings.ts';
import { deciderIn, nameOfReviewer, type TheirDecision, type TheirDecisions } from './deciders.ts';
import { joinedMessages, type PassageNotes } from './notes.ts';

/** A change that two reviewers decided differently. */
export interface ReviewConflict {
  readonly changeId: string;
  readonly mine: ChangeAction;
  readonly theirs: ChangeAction;
  /** The name of who decided otherwise. */
  readonly by: string;
}

/** What another reviewer's record adds to the local review. */
export interface MergedReviews {
  /** Decisions on changes that are undecided here. */
  readonly taken: ReadonlyMap<string, ChangeAction>;
  /** The same, with the name of who made each. */
  readonly theirs: TheirDecisions;
  /** Changes that both decided differently. They stay as they are until somebody settles them. */
  readonly conflicts: readonly ReviewConflict[];
  /** Number of changes that both decided equally. */
  readonly agreed: number;
  /** The notes of both. If both wrote about one change, their messages are one thread. */
  readonly notes: ReadonlyMap<string, ChangeNote>;
  readonly passages: PassageNotes;
  /** Number of messages in notes that only the other record has. */
  readonly noted: number;
}

/**
 * Compares another reviewer's record with the local one, in the order of `changeIds`. Both records are about these
 * changes. A copy that comes back has decisions of the local reviewer, as they were when it was sent: they say nothing
 * about a review that has gone on since.
 */
export function mergeReviews(mine: ReviewRecord, theirs: ReviewRecord, changeIds: readonly string[]): MergedReviews {
  const taken = new Map<string, ChangeAction>();
  const conflicts: ReviewConflict[] = [];
  const made = new Map<string, TheirDecision>();
  const notes = new Map<string, ChangeNote>();
  let agreed = 0;
  for (const changeId of changeIds) {
    const [own, other] = [mine.decided.get(changeId), theirs.decided.get(changeId)];
    if (own !== undefined && own === other) agreed += 1;
    if (other !== undefined && own !== other && !isOwnAgain(mine, theirs, changeId)) {
      const by = deciderIn(theirs, changeId);
      if (own === undefined) taken.set(changeId, other);
      if (own === undefined) made.set(changeId, { verdict: other, by });
      else conflicts.push({ changeId, mine: own, theirs: other, by });
    }
    const note = bothNotes(mine.notes.get(changeId), theirs.notes.get(changeId), nameOfReviewer(theirs));
    if (note !== undefined) notes.set(changeId, note);
  }
  const passages = bothPassages(mine, theirs);
  const noted = messagesIn(notes, passages) - messagesIn(mine.notes, mine.passages);
  return { taken, theirs: made, conflicts, agreed, notes, passages, noted };
}

/** What a taken review added, as sentences. */
export function tookOverText({ taken, theirs, conflicts, noted }: MergedReviews): string {
  const names = new Set([...theirs.values()].map(({ by }) => by));
  return messages.tookOver(taken.size, conflicts.length, noted, [...names]);
}

/** Whether a decision in another's copy is one that the local reviewer had sent. */
function isOwnAgain(mine: ReviewRecord, theirs: ReviewRecord, changeId: string): boolean {
  const by = theirs.decidedBy?.get(changeId);
  return by !== undefined && by === mine.reviewer && by !== '' && mine.decided.size > 0;
}

function messagesIn(notes: ReadonlyMap<string, ChangeNote>, passages: PassageNotes): number {
  return [...notes.values(), ...passages.values()].reduce((total, { messages }) => total + messages.length, 0);
}

function bothNotes(
  own: ChangeNote | undefined,
  other: ChangeNote | undefined,
  reviewer: string,
): ChangeNote | undefined {
  if (other === undefined) return own;
  return {
    messages: joinedMessages(own?.messages ?? [], other.messages, reviewer),
    tags: [...new Set([...(own?.tags ?? []), ...other.tags])],
  };
}

/** The notes on passages of both. Copies of one note have one id. */
function bothPassages(mine: ReviewRecord, theirs: ReviewRecord): PassageNotes {
  const both = new Map(mine.passages);
  for (const [id, { passage, messages }] of theirs.passages) {
    const own = both.get(id);
    both.set(id, {
      passage: own?.passage ?? passage,
      messages: joinedMessages(own?.messages ?? [], messages, nameOfReviewer(theirs)),
    });
  }
  return both;
}
