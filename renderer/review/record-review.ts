import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { ReviewRecord } from '../../shared/review-file/review-record.ts';
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
