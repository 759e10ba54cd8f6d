import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { ChangeNote } from '../../shared/review-file/notes.ts';
import type { ReviewRecord } from '../../shared/review-file/review-record.ts';
import { reviewMessages } from '../strings.ts';
import { joinedMessages, type PassageNotes } from './notes.ts';

/** A change that two reviewers decided differently. */
export interface ReviewConflict {
  readonly changeId: string;
  readonly mine: ChangeAction;
  readonly theirs: ChangeAction;
  /** The other reviewer's name, or empty. */
  readonly by: string;
}

/** What another reviewer's record adds to the local review. */
export interface MergedReviews {
  /** Decisions on changes that are undecided here. */
  readonly taken: ReadonlyMap<string, ChangeAction>;
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
 * changes.
 */
export function mergeReviews(mine: ReviewRecord, theirs: ReviewRecord, changeIds: readonly string[]): MergedReviews {
  const taken = new Map<string, ChangeAction>();
  const conflicts: ReviewConflict[] = [];
  const notes = new Map<string, ChangeNote>();
  let agreed = 0;
  for (const changeId of changeIds) {
    const [own, other] = [mine.decided.get(changeId), theirs.decided.get(changeId)];
    if (own === undefined && other !== undefined) taken.set(changeId, other);
    if (own !== undefined && own === other) agreed += 1;
    if (own !== undefined && other !== undefined && own !== other) {
      conflicts.push({ changeId, mine: own, theirs: other, by: theirs.reviewer });
    }
    const note = bothNotes(mine.notes.get(changeId), theirs.notes.get(changeId), signatureOf(theirs));
    if (note !== undefined) notes.set(changeId, note);
  }
  const passages = bothPassages(mine, theirs);
  const noted = messagesIn(notes, passages) - messagesIn(mine.notes, mine.passages);
  return { taken, conflicts, agreed, notes, passages, noted };
}

/** A note of another reviewer never looks like an own one, also if neither gave a name. */
function signatureOf({ reviewer }: ReviewRecord): string {
  return reviewer === '' ? reviewMessages.unknownAuthor : reviewer;
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
      messages: joinedMessages(own?.messages ?? [], messages, signatureOf(theirs)),
    });
  }
  return both;
}
