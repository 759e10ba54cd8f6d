import type { Units } from '../../shared/fragment/units.ts';
import { wholeVerdicts } from '../../shared/fragment/whole-verdicts.ts';
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { ChangeNote } from '../../shared/review-file/notes.ts';
import type { ReviewRecord } from '../../shared/review-file/review-record.ts';
import { messages } from '../strings/comparison.ts';
import { deciderIn, nameOfReviewer, type TheirDecision, type TheirDecisions } from './deciders.ts';
import { joinedMessages, type PassageNotes } from './notes.ts';

/** A unit that two reviewers decided differently. */
export interface ReviewConflict {
  /** The id of the unit. */
  readonly changeId: string;
  /** Null: undecided. */
  readonly mine: ChangeAction | null;
  readonly theirs: ChangeAction | null;
  /** The name of who decided otherwise. */
  readonly by: string;
  /** Set if theirs stands until somebody settles it. Otherwise mine does. */
  readonly theirsStand?: true;
}

/** Conflicts with further ones. The later one about a change counts. */
export function joinedConflicts(
  conflicts: readonly ReviewConflict[],
  further: readonly ReviewConflict[],
): readonly ReviewConflict[] {
  return [...new Map([...conflicts, ...further].map((conflict) => [conflict.changeId, conflict])).values()];
}

/** What another reviewer's record adds to the local review. */
export interface MergedReviews {
  /** Decisions on units that are undecided here, by the ids of the units. */
  readonly taken: ReadonlyMap<string, ChangeAction>;
  /** The same, with the name of who made each, by change id. */
  readonly theirs: TheirDecisions;
  /** Units that both decided differently. They stay as they are until somebody settles them. */
  readonly conflicts: readonly ReviewConflict[];
  /** Number of units that both decided equally. */
  readonly agreed: number;
  /** The notes of both. If both wrote about one change, their messages are one thread. */
  readonly notes: ReadonlyMap<string, ChangeNote>;
  readonly passages: PassageNotes;
  /** Number of messages in notes that only the other record has. */
  readonly noted: number;
}

/**
 * Compares another reviewer's record with the local one, in the order of the units. Both records are about these units.
 * A record may divide units (`wholeVerdicts`). A copy that comes back has decisions of the local reviewer, as they were
 * when it was sent: they say nothing about a review that has gone on since.
 */
export function mergeReviews(mine: ReviewRecord, theirs: ReviewRecord, units: Units): MergedReviews {
  const taken = new Map<string, ChangeAction>();
  const conflicts: ReviewConflict[] = [];
  const made = new Map<string, TheirDecision>();
  const notes = new Map<string, ChangeNote>();
  let agreed = 0;
  const [owns, others] = [mine, theirs].map(({ decided }) => wholeVerdicts(units, decided).decided);
  for (const { id, changeIds } of units.all) {
    const [own, other] = [owns!.get(id), others!.get(id)];
    if (own !== undefined && own === other) agreed += 1;
    const decided = changeIds.find((changeId) => theirs.decided.has(changeId));
    if (decided !== undefined && other !== undefined && own !== other && !isOwnAgain(mine, theirs, decided)) {
      const by = deciderIn(theirs, decided);
      if (own === undefined) {
        taken.set(id, other);
        for (const changeId of changeIds) made.set(changeId, { verdict: other, by });
      } else conflicts.push({ changeId: id, mine: own, theirs: other, by });
    }
    for (const changeId of changeIds) {
      const note = bothNotes(mine.notes.get(changeId), theirs.notes.get(changeId), nameOfReviewer(theirs));
      if (note !== undefined) notes.set(changeId, note);
    }
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

/** The verdicts of one side on the conflicts, and the changes that this side left undecided. */
export function verdictsOf(
  conflicts: readonly ReviewConflict[],
  by: 'mine' | 'theirs',
): { readonly decided: ReadonlyMap<string, ChangeAction>; readonly open: readonly string[] } {
  const decided = new Map<string, ChangeAction>();
  const open: string[] = [];
  for (const conflict of conflicts) {
    const verdict = conflict[by];
    if (verdict === null) open.push(conflict.changeId);
    else decided.set(conflict.changeId, verdict);
  }
  return { decided, open };
}
