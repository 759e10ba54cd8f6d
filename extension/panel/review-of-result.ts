import { ReviewSession } from '../../renderer/review/review-session.svelte.ts';
import { SavedReview, type ReviewMemory, type ReviewStorage } from '../../renderer/review/saved-review.ts';
import { hasDecisions } from '../../shared/review-file/review-record.ts';
import type { ShownResult } from '../comparison/result.ts';

/** How the panel shows a comparison; side by side there is no room for it. */
const DISPLAY = { layout: 'unified', theme: 'system', collapse: true } as const;

/** What tells one result from another. */
type ResultOfReview = Pick<ShownResult, 'blocks' | 'comparisonId' | 'digests' | 'html'>;

/**
 * The review of a result, with the decisions of an earlier time. `storage` belongs to the extension's own origin: it
 * outlives the panel and the browser. The reviews of the service are for the owner's own pages, and no key reaches them.
 */
export function reviewOfResult(result: ResultOfReview, storage: ReviewStorage): ReviewSession {
  const memory = memoryOf(result, storage);
  const review = new ReviewSession({ blocks: result.blocks, display: DISPLAY, mayReview: true, memory });
  const earlier = memory.load();
  if (earlier !== null && hasDecisions(earlier)) review.startReview();
  return review;
}

/**
 * A review belongs to the content: the same two sides, compared again, have their decisions back. Earlier versions
 * stored it by the id of the comparison.
 */
function memoryOf({ comparisonId, digests, html }: ResultOfReview, storage: ReviewStorage): ReviewMemory {
  const now = (): number => Date.now();
  const byId = new SavedReview(storage, comparisonId, html, now);
  if (digests === null) return byId;
  const byContent = new SavedReview(storage, `${digests.original}-${digests.revised}`, html, now);
  return { load: () => byContent.load() ?? byId.load(), save: (record) => byContent.save(record) };
}
