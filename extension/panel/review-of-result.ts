import { SavedReview, type ReviewStorage } from '../../renderer/review/saved-review.ts';
import { ViewerSession } from '../../renderer/viewer/viewer-session.svelte.ts';
import type { ShownResult } from '../comparison/result.ts';

/** How the panel shows a comparison at first; side by side there is no room for it. */
const OPTIONS = {
  theme: 'system',
  layout: 'unified',
  collapse: true,
  controls: true,
  transparent: false,
  review: null,
} as const;

/**
 * The review of a result, with the decisions of an earlier time. `storage` is that of the extension's own origin: it
 * outlives the panel and the browser. The key of a pairing is the owner's, whose plan has reviews.
 */
export function reviewOfResult({ blocks, comparisonId, html }: ShownResult, storage: ReviewStorage): ViewerSession {
  const saved = new SavedReview(storage, comparisonId, html, () => Date.now());
  const review = new ViewerSession({ blocks, options: OPTIONS, mayReview: true, saved, tell: () => undefined });
  if (saved.load() !== null) review.startReview();
  return review;
}
