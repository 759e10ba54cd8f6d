import { hasWork } from '../../../shared/review-file/review-record.ts';
import { anchorsOf } from '../../review/content-anchors.ts';
import { remainingOf, resolvedHtmlOf, type Review } from '../../review/review.ts';
import { keptReview } from '../recents/carry-review.ts';
import type { KeptReview } from '../recents/recent.ts';
import { turnedReview } from '../recents/turn-review.ts';
import type { OpenComparison } from './open-comparison.svelte.ts';

/** The review of a comparison for the one in the other order; null if nobody reviewed anything. */
export function swappedReview(open: OpenComparison): KeptReview | null {
  const record = open.session.decided.record();
  if (!hasWork(record)) return null;
  const anchored = keptReview(open.recentId ?? '', record, anchorsOf(open.blocks), {
    fragmentLength: open.finished.html.length,
    sharedAs: null,
  });
  return turnedReview(anchored, open.notCarried);
}

/**
 * Whether two finished reviews of the same documents lead to texts that read otherwise. Where a deleted and an inserted
 * paragraph both stay, the one of the original document comes first.
 */
export function readsOtherwise(one: Review, other: Review): boolean {
  const [first, second] = [one, other].map((review) => resolvedHtmlOf(review).replaceAll(/<[^>]*>/gu, ' '));
  const isDecided = remainingOf(one) === 0 && remainingOf(other) === 0;
  return isDecided && first?.replaceAll(/\s+/gu, ' ') !== second?.replaceAll(/\s+/gu, ' ');
}
