import { ReviewSession } from '../../renderer/review/review-session.svelte.ts';
import { SavedReview, type ReviewStorage } from '../../renderer/review/saved-review.ts';
import { hasDecisions } from '../../shared/review-file/review-record.ts';
import type { ShownResult } from '../comparison/result.ts';

/** How the panel shows a comparison; side by side there is no room for it. */
const DISPLAY = { layout: 'unified', theme: 'system', collapse: true } as const;

/**
 * The review of a result, with the decisions of an earlier time. `storage` belongs to the extension's own origin: it
 * outlives the panel and the browser. The key of a pairing is the owner's, whose plan has reviews.
 */
export function reviewOfResult({ blocks, comparisonId, html }: ShownResult, storage: ReviewStorage): ReviewSession {
  const memory = new SavedReview(storage, comparisonId, html, () => Date.now());
  const review = new ReviewSession({ blocks, display: DISPLAY, mayReview: true, memory });
  const earlier = memory.load();
  if (earlier !== null && hasDecisions(earlier)) review.startReview();
  return review;
}
