import type { ReviewEvent } from '../../../shared/api/reviews.ts';
import { ServiceError } from '../../../shared/errors.ts';
import type { ReviewStore } from './review-store.ts';

/** Open streams of one caller: more than anybody has windows. */
const STREAMS_MAX = 50;
/** Larger operations are not sent to every window. A window then reads the review. */
const SENT_MAX_BYTES = 256 * 1024;
/** Reviews of which the last told revision is remembered. */
const REMEMBERED_MAX = 1_000;

/** A revision of a review that others have to hear of. */
export interface ReviewChanged {
  readonly subject: string;
  readonly reviewId: string;
  /** The revision before. */
  readonly base: number;
  readonly revision: number;
}

type Listener = (event: ReviewEvent) => void;

/** Tells the open streams of a caller what happens to the reviews. */
export class ReviewEvents {
  readonly #store: ReviewStore;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #closing = new Set<() => void>();
  /** The last told revision by subject and review. */
  readonly #told = new Map<string, number>();
  #telling: Promise<void> = Promise.resolve();

  constructor(store: ReviewStore) {
    this.#store = store;
  }

  /**
   * Listens until the returned function is called. `close` is called when the service stops. Throws `rate_limited` if
   * the caller has too many streams.
   */
  listen(subject: string, listener: Listener, close: () => void): () => void {
    const listeners = this.#listeners.get(subject) ?? new Set();
    if (listeners.size >= STREAMS_MAX) {
      throw new ServiceError(
        'rate_limited',
        `${listeners.size} streams of reviews are open, and the limit is ${STREAMS_MAX}. Close a window, then try again.`,
        { retryAfterSeconds: 10 },
      );
    }
    this.#listeners.set(subject, listeners.add(listener));
    this.#closing.add(close);
    return () => {
      listeners.delete(listener);
      this.#closing.delete(close);
      if (listeners.size === 0) this.#listeners.delete(subject);
    };
  }

  /** Tells of a revision, once, also if several sources report it. */
  changed(change: ReviewChanged): void {
    this.#telling = this.#telling.then(() => this.#tell(change)).catch(() => this.#missed(change.subject));
  }

  /** Tells that a review is gone. */
  deleted(subject: string, reviewId: string): void {
    this.#told.delete(`${subject} ${reviewId}`);
    this.#send(subject, { event: 'deleted', data: { reviewId } });
  }

  /** Changes of other replicas may have been missed. */
  missed(): void {
    this.#told.clear();
    for (const subject of this.#listeners.keys()) this.#missed(subject);
  }

  /** Ends every stream. */
  close(): void {
    for (const close of [...this.#closing]) close();
  }

  async #tell({ subject, reviewId, base, revision }: ReviewChanged): Promise<void> {
    if (!this.#listeners.has(subject)) return;
    const key = `${subject} ${reviewId}`;
    const told = this.#told.get(key) ?? 0;
    if (revision <= told) return;
    const from = Math.max(base, told);
    const [review, since] = await Promise.all([
      this.#store.find(subject, reviewId),
      this.#store.operations(subject, reviewId, from),
    ]);
    if (review === null) return;
    const operations = since.filter((operation) => operation.revision <= review.revision);
    const isWhole = operations[0]?.revision === from + 1 && JSON.stringify(operations).length <= SENT_MAX_BYTES;
    this.#remember(key, review.revision);
    const { decided, finished } = review;
    const data = { reviewId, base: from, revision: review.revision, decided, finished };
    this.#send(subject, { event: 'review', data: { ...data, ...(isWhole && { operations }) } });
  }

  #remember(key: string, revision: number): void {
    this.#told.delete(key);
    this.#told.set(key, revision);
    const [oldest] = this.#told.keys();
    if (this.#told.size > REMEMBERED_MAX && oldest !== undefined) this.#told.delete(oldest);
  }

  #missed(subject: string): void {
    this.#send(subject, { event: 'missed', data: {} });
  }

  #send(subject: string, event: ReviewEvent): void {
    for (const listener of this.#listeners.get(subject) ?? []) listener(event);
  }
}
