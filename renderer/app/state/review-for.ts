import type { Pair } from '../comparison/pair.ts';
import type { Finished } from '../comparison/run-comparison.ts';
import { earlierOf, type KeptReview } from '../recents/recent.ts';
import type { Recents } from '../recents/recents.svelte.ts';
import { isReviewOf } from './open-with-review.ts';

/** A new comparison that looks for its review. */
interface NewComparison {
  readonly pair: Pair;
  readonly finished: Finished;
  /** The recent comparison whose place it takes; null: none. */
  readonly replacing: string | null;
  /** What the reader decided about it already; null: not known. */
  readonly review: KeptReview | null;
}

/**
 * The review with which a new comparison begins without a question; null: none. Only the same comparison, and a newer
 * version of the open one, have one.
 */
export async function reviewFor(comparison: NewComparison, recents: Recents): Promise<KeptReview | null> {
  const { pair, finished, replacing, review } = comparison;
  if (review !== null) return review;
  const replaced = recents.find(replacing ?? '');
  const facts = {
    originalName: pair.original.name,
    revisedName: pair.revised.name,
    format: finished.format,
  };
  // The replaced one has other names after a swap. Then the last comparison in this order counts.
  const same = earlierOf(replaced ? [replaced] : [], facts);
  const earlier = same ?? earlierOf(recents.list, facts) ?? replaced;
  const kept = earlier ? await recents.review(earlier.id) : null;
  const isOwn = replaced !== undefined || (kept !== null && isReviewOf(kept, finished));
  return isOwn ? kept : null;
}
