import type { ReviewEvent } from '../../../shared/api/reviews.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import type { Recents } from '../recents/recents.svelte.ts';
import type { OpenComparison } from '../state/open-comparison.svelte.ts';
import type { EarlierReview } from './earlier-review.ts';
import { moveReviews } from './move-reviews.ts';
import type { ReviewQueue } from './review-queue.ts';
import { ReviewStream, type StreamSurroundings } from './review-stream.ts';
import { subjectOf } from './review-subject.ts';
import { SyncedReview } from './synced-review.ts';
import type { WindowIdentity } from './window-identity.ts';

/** What the owner's reviews depend on. */
export interface OwnerReviewsDeps {
  readonly client: ServiceClient<AbortSignal>;
  readonly recents: Recents;
  readonly queue: ReviewQueue;
  readonly window: WindowIdentity;
  readonly surroundings: StreamSurroundings;
  readonly wait: (ms: number) => Promise<void>;
  readonly newId: () => string;
}

/** Time between two reviews that move to the service, in milliseconds, so that the page stays quick. */
const PAUSE_MS = 50;

/** The reviews of the owner in this window: the open one, and the progress of the others. */
export class OwnerReviews {
  readonly #deps: OwnerReviewsDeps;
  readonly #stream: ReviewStream;
  #open: { readonly comparison: OpenComparison; readonly synced: SyncedReview } | null = null;
  #hasMoved = false;

  constructor(deps: OwnerReviewsDeps) {
    this.#deps = deps;
    this.#stream = new ReviewStream(deps.surroundings, (event) => this.#hear(event));
  }

  /** Begins to hear of other windows, and moves what only this browser has. */
  start(): void {
    this.#stream.start();
  }

  /**
   * Shares the review of a comparison from now on. The sample and comparisons without a change have none. Resolves when
   * it is the same as that of the service, or the service cannot be reached.
   */
  async share(comparison: OpenComparison): Promise<void> {
    if (this.#open?.comparison === comparison) return;
    this.#open?.synced.close();
    this.#open = null;
    const { pair, blocks, session, recentId } = comparison;
    if (pair === null || recentId === null || session.changes.length === 0) return;
    const { client, queue, window, wait, newId, recents } = this.#deps;
    const synced = new SyncedReview(
      {
        client,
        queue,
        window,
        session,
        wait,
        newId,
        subject: () => subjectOf(pair, comparison.finished, blocks),
        wasShared: comparison.sharedAs !== null,
        shared: (reviewId) => {
          comparison.sharedAs = reviewId;
          comparison.keep();
          void recents.named(recentId, reviewId);
        },
        trouble: (trouble) => (comparison.trouble = trouble),
      },
      ...comparison.sharedFrom,
    );
    for (const [review, record] of comparison.early) synced.step(review, record);
    this.#open = { comparison, synced };
    comparison.synced = synced;
    await synced.start();
  }

  /** The earlier review of a comparison at the service; null if there is none. Throws what the client throws. */
  async earlierOf({ pair, finished, blocks }: OpenComparison): Promise<EarlierReview | null> {
    if (pair === null) return null;
    const { earlierAtService } = await import('./earlier-review.ts');
    return await earlierAtService(this.#deps.client, await subjectOf(pair, finished, blocks), blocks);
  }

  /** Deletes the review of a comparison that leaves this browser. */
  async forget(reviewId: string): Promise<void> {
    const { client } = this.#deps;
    try {
      const { reviews } = await client.reviews({ id: reviewId });
      if (reviews.length > 0) await client.deleteReview(reviewId);
    } catch {
      // The service cannot be reached, and keeps it.
    }
  }

  /** Ends all of it, because the page is no longer the owner's. */
  close(): void {
    this.#stream.close();
    this.#open?.synced.close();
    if (this.#open !== null) this.#open.comparison.unshare();
    this.#open = null;
  }

  #hear(event: ReviewEvent): void {
    if (event.event === 'ready' || event.event === 'missed') {
      void this.#open?.synced.catchUp();
      void this.#catchUp();
    }
    if (event.event !== 'review' && event.event !== 'deleted') return;
    const { reviewId } = event.data;
    const synced = this.#open?.synced.reviewId === reviewId ? this.#open.synced : null;
    if (event.event === 'deleted') synced?.dropped();
    else if (synced === null) void this.#deps.recents.followed([event.data]);
    else if (event.data.operations === undefined) void synced.catchUp();
    else synced.take(event.data.base, event.data.operations);
  }

  /** The progress of the other comparisons, and what only this browser has. Nothing if the service cannot be reached. */
  async #catchUp(): Promise<void> {
    const { client, recents, wait, window, newId } = this.#deps;
    try {
      await recents.followed((await client.reviews({ limit: 500 })).reviews);
      if (this.#hasMoved) return;
      this.#hasMoved = true;
      await moveReviews({
        client,
        recents,
        newId,
        window: window.id,
        pause: () => wait(PAUSE_MS),
        isOpen: (recentId) => this.#open?.comparison.recentId === recentId,
      });
    } catch {
      // The stream tells when the service is there again.
      this.#hasMoved = false;
    }
  }
}
