import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { ReviewRecord } from '../../shared/review-file/review-record.ts';
import type { ReviewChange } from '../document-view/list-changes.ts';
import type { ReviewConflict } from './merge-reviews.ts';
import type { Review } from './review.ts';
import { storedHistory } from './stored-history.ts';

/** The record of a review. Its decisions are in document order. */
export function recordOf(
  review: Review,
  about: Pick<ReviewRecord, 'reviewer' | 'savedAt' | 'notes' | 'passages'>,
): ReviewRecord {
  const { changeIds, decisions, phase, past, future } = review;
  const decided = new Map<string, ChangeAction>();
  for (const id of changeIds) {
    const decision = decisions.get(id);
    if (decision) decided.set(id, decision.verdict);
  }
  const hasHistory = past.length > 0 || future.length > 0;
  return {
    ...about,
    finished: phase === 'completed',
    decided,
    ...(hasHistory && { history: storedHistory(review) }),
  };
}

/** The place of each change among all changes, from 0, by its id. */
export function orderOf(changes: readonly ReviewChange[]): ReadonlyMap<string, number> {
  return new Map(changes.map(({ id }, at) => [id, at]));
}

/** The changes by id. */
export function changesById(changes: readonly ReviewChange[]): ReadonlyMap<string, ReviewChange> {
  return new Map(changes.map((change) => [change.id, change]));
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
