import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { ChangeNote, ReviewRecord } from '../../shared/review-file/review-record.ts';

/** A change that two reviewers decided differently. */
export interface ReviewConflict {
  readonly changeId: string;
  readonly mine: ChangeAction;
  readonly theirs: ChangeAction;
}

/** What another reviewer's record adds to the local review. */
export interface MergedReviews {
  /** Decisions on changes that are undecided here. */
  readonly taken: ReadonlyMap<string, ChangeAction>;
  /** Changes that both decided differently. They stay as they are until somebody settles them. */
  readonly conflicts: readonly ReviewConflict[];
  /** Number of changes that both decided equally. */
  readonly agreed: number;
  /**
   * The notes of both. If both wrote about one change, the local note comes first, then the other with its author's
   * name.
   */
  readonly notes: ReadonlyMap<string, ChangeNote>;
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
