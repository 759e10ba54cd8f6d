import type { ReviewEvent } from '../../../shared/api/reviews.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';

/** Name of the lock and of the channel that the windows of a browser share. */
const SHARED = 'diffsvc.reviews';
/** Wait before the stream is opened again, in milliseconds: it doubles up to the most. */
const RETRY_FIRST_MS = 250;
const RETRY_MOST_MS = 5_000;

/** What the stream uses of the page. */
export interface StreamSurroundings {
  readonly client: Pick<ServiceClient<AbortSignal>, 'reviewEvents'>;
  /** Null in a page without locks: it then has a stream of its own. */
  readonly locks: Pick<LockManager, 'request'> | null;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'> | null;
  readonly wait: (ms: number) => Promise<void>;
}

/**
 * What happens to the reviews. The windows of a browser share one stream, because a browser has few connections to one
 * service. One window reads it and tells the others. When it closes, the next one reads.
 */
export class ReviewStream {
  readonly #page: StreamSurroundings;
  readonly #hear: (event: ReviewEvent) => void;
  readonly #abort = new AbortController();

  constructor(page: StreamSurroundings, hear: (event: ReviewEvent) => void) {
    this.#page = page;
    this.#hear = hear;
    page.channel?.addEventListener('message', ({ data }) => hear(data as ReviewEvent));
  }

  /** Listens until `close`. */
  start(): void {
    const { locks, channel } = this.#page;
    const read = (): Promise<void> => this.#read();
    if (locks === null || channel === null) void read();
    else void locks.request(SHARED, { signal: this.#abort.signal }, read).catch(() => undefined);
  }

  close(): void {
    this.#abort.abort();
    this.#page.channel?.close();
  }

  async #read(): Promise<void> {
    const { client, wait } = this.#page;
    const { signal } = this.#abort;
    let retryMs = RETRY_FIRST_MS;
    while (!signal.aborted) {
      try {
        for await (const event of client.reviewEvents({ signal })) {
          retryMs = RETRY_FIRST_MS;
          this.#tell(event);
        }
      } catch {
        // The service stopped, or the connection is lost.
        await wait(retryMs);
        retryMs = Math.min(RETRY_MOST_MS, retryMs * 2);
      }
    }
  }

  #tell(event: ReviewEvent): void {
    if (this.#abort.signal.aborted) return;
    this.#hear(event);
    this.#page.channel?.postMessage(event);
  }
}

/** The surroundings of a page of a browser. */
export function pageSurroundings(
  client: StreamSurroundings['client'],
  wait: StreamSurroundings['wait'],
): StreamSurroundings {
  // Both exist in secure contexts only, to which pages of a service on another machine may not belong.
  const { locks } = navigator as { locks?: LockManager };
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(SHARED);
  return { client, wait, locks: locks ?? null, channel };
}
