import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { ChangeNote, ReviewRecord } from '../../shared/review-file/review-record.ts';

/** A change that two reviewers decided differently. */
export interface ReviewConflict {
  readonly changeId: string;
  readonly mine: ChangeAction;
  readonly theirs: ChangeAction;
}

/** What another reviewer's record adds to one's own. */
export interface MergedReviews {
  /** Decisions of changes that are still open here. */
  readonly taken: ReadonlyMap<string, ChangeAction>;
  /** Decided by both, otherwise: nothing is done about these until somebody settles them. */
  readonly conflicts: readonly ReviewConflict[];
  /** Changes that both decided alike. */
  readonly agreed: number;
  /** The notes of both. Where both wrote about one change, the other's follows one's own, with the name if there is one. */
  readonly notes: ReadonlyMap<string, ChangeNote>;
}

/** Puts another reviewer's record beside one's own; in the order of `changeIds`, which both are about. */
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
      conflicts.push({ changeId, mine: own, theirs: other });
    }
    const note = bothNotes(mine.notes.get(changeId), theirs.notes.get(changeId), theirs.reviewer);
    if (note !== undefined) notes.set(changeId, note);
  }
  return { taken, conflicts, agreed, notes };
}

function bothNotes(
  own: ChangeNote | undefined,
  other: ChangeNote | undefined,
  reviewer: string,
): ChangeNote | undefined {
  if (other === undefined) return own;
  const said = other.text === '' || reviewer === '' ? other.text : `${reviewer}: ${other.text}`;
  if (own === undefined) return { ...other, text: said };
  const isThere = said === '' || own.text === other.text || own.text.split('\n').includes(said);
  return {
    text: isThere ? own.text : [own.text, said].filter((text) => text !== '').join('\n'),
    tags: [...new Set([...own.tags, ...other.tags])],
  };
}
