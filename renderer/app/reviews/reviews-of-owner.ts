import type { OpenComparison } from '../state/open-comparison.svelte.ts';
import type { EarlierReview } from './earlier-review.ts';
import type { OwnerReviews } from './owner-reviews.ts';

/**
 * The reviews of the page's owner, as soon as the page knows that it is the owner's. Visitors have none. Their part of
 * the page is loaded when it is needed; if it does not arrive, the page works without them.
 */
export class ReviewsOfOwner {
  readonly #load: () => Promise<OwnerReviews>;
  #reviews: Promise<OwnerReviews | null> | null = null;

  constructor(load: () => Promise<OwnerReviews>) {
    this.#load = load;
  }

  /** The page knows whether it is the owner's. The open comparison is then shared. */
  identified(isOwner: boolean, open: () => OpenComparison | null): void {
    if (isOwner === (this.#reviews !== null)) return;
    void this.#reviews?.then((reviews) => reviews?.close());
    this.#reviews = isOwner ? this.#load().catch(() => null) : null;
    void this.#reviews?.then((reviews) => {
      reviews?.start();
      const comparison = open();
      if (comparison !== null) void reviews?.share(comparison);
    });
  }

  /** Deletes a review. */
  forget(reviewId: string): void {
    void this.#reviews?.then((reviews) => reviews?.forget(reviewId));
  }

  /** Shares the review of a comparison. The result resolves when it is the same as that of the service. */
  async share(open: OpenComparison): Promise<void> {
    const reviews = await this.#reviews;
    await reviews?.share(open);
  }

  /** An earlier review of which a comparison has changes again; null: none, or the service does not answer. */
  async earlierOf(open: OpenComparison): Promise<EarlierReview | null> {
    try {
      const reviews = await this.#reviews;
      return (await reviews?.earlierOf(open)) ?? null;
    } catch {
      return null;
    }
  }
}
