/** Windows of an owner over the real use case and a database in memory. Time passes only when a test lets it. */
import { createHash } from 'node:crypto';
import type { EarlierReview } from '../../../../renderer/app/reviews/earlier-review.ts';
import { OwnerReviews } from '../../../../renderer/app/reviews/owner-reviews.ts';
import type { ReviewQueue } from '../../../../renderer/app/reviews/review-queue.ts';
import { WindowIdentity } from '../../../../renderer/app/reviews/window-identity.ts';
import { Recents } from '../../../../renderer/app/recents/recents.svelte.ts';
import type { KeptReview, Recent, RecentContent } from '../../../../renderer/app/recents/recent.ts';
import type { RecentsStore } from '../../../../renderer/app/recents/recents-database.ts';
import type { Pair } from '../../../../renderer/app/comparison/pair.ts';
import type { OpenComparison } from '../../../../renderer/app/state/open-comparison.svelte.ts';
import { openWithReview } from '../../../../renderer/app/state/open-with-review.ts';
import { Settings } from '../../../../renderer/app/state/settings.svelte.ts';
import type { Finished } from '../../../../renderer/app/comparison/run-comparison.ts';
import type { ReviewSession } from '../../../../renderer/review/review-session.svelte.ts';
import { ReviewEvents } from '../../../../service/comparison/reviews/review-events.ts';
import { Reviews } from '../../../../service/comparison/reviews/reviews.ts';
import { openDatabase } from '../../../../service/store/sqlite/open-database.ts';
import { SqlReviewStore } from '../../../../service/store/tables/sql-review-store.ts';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';
import type { AppendRequest, ReviewEvent, ReviewOperation } from '../../../../shared/api/reviews.ts';
import { ServiceCallError } from '../../../../shared/client/service-call-error.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import { ServiceError } from '../../../../shared/errors.ts';

const OWNER = 'account:owner';

/** The service of a test. */
export class TestService {
  readonly reviews: Reviews;
  readonly #close: () => Promise<void>;

  private constructor(reviews: Reviews, close: () => Promise<void>) {
    this.reviews = reviews;
    this.#close = close;
  }

  static async open(): Promise<TestService> {
    const database = await openDatabase(':memory:');
    const store = new SqlReviewStore(database);
    const reviews = new Reviews({ store, events: new ReviewEvents(store), now: () => new Date() });
    return new TestService(reviews, () => database.destroy());
  }

  close(): Promise<void> {
    return this.#close();
  }
}

/** What one browser keeps: recents, reviews and queues. Its windows share it. */
export class TestBrowser implements RecentsStore, ReviewQueue {
  readonly entries = new Map<string, Recent>();
  readonly contents = new Map<string, RecentContent>();
  readonly kept = new Map<string, KeptReview>();
  readonly queues = new Map<string, readonly ReviewOperation[]>();

  list = (): Promise<readonly Recent[]> => Promise.resolve([...this.entries.values()]);
  put = (recent: Recent, content: RecentContent): Promise<void> => {
    this.entries.set(recent.id, recent);
    this.contents.set(recent.id, content);
    return Promise.resolve();
  };
  update = (recent: Recent, review?: KeptReview): Promise<void> => {
    if (this.entries.has(recent.id)) this.entries.set(recent.id, recent);
    if (review !== undefined) this.kept.set(recent.id, structuredClone(review));
    return Promise.resolve();
  };
  content = (id: string): Promise<RecentContent | null> => Promise.resolve(this.contents.get(id) ?? null);
  review = (id: string): Promise<KeptReview | null> => Promise.resolve(this.kept.get(id) ?? null);
  remove = (ids: readonly string[]): Promise<void> => {
    for (const id of ids) for (const store of [this.entries, this.contents, this.kept]) store.delete(id);
    return Promise.resolve();
  };
  clear = (): Promise<void> => this.remove([...this.entries.keys()]);

  load = (reviewId: string): Promise<readonly ReviewOperation[]> =>
    Promise.resolve([...this.queues].filter(([key]) => key.startsWith(reviewId)).flatMap(([, queue]) => queue));
  save = (reviewId: string, window: string, operations: readonly ReviewOperation[]): Promise<void> => {
    this.queues.set(`${reviewId} ${window}`, structuredClone(operations));
    return Promise.resolve();
  };
  settle = (reviewId: string, done: ReadonlySet<string>): Promise<void> => {
    for (const [key, queue] of this.queues) {
      if (key.startsWith(reviewId))
        this.queues.set(
          key,
          queue.filter(({ operationId }) => !done.has(operationId)),
        );
    }
    return Promise.resolve();
  };
}

/** The comparison that every window has open. */
export function comparisonOf(original: string, revised: string): { pair: Pair; finished: Finished } {
  const comparison = compareText({ original, revised, format: 'html', mode: 'auto' });
  const { html, format } = comparison;
  const { summary } = comparison.page(0, 1);
  const side = (text: string, name: string) => ({ name, text, document: null, reference: null });
  return {
    pair: { original: side(original, 'a.html'), revised: side(revised, 'b.html'), format: 'html' },
    finished: { comparisonId: null, html, summary, format, engine: 'dom', fallback: false, digests: null },
  };
}

/** One window of a browser with the comparison open. */
export class TestWindow {
  readonly #service: TestService;
  readonly #browser: TestBrowser;
  readonly #comparison: { pair: Pair; finished: Finished };
  readonly #stored = new Map<string, string>();
  readonly #recentId: string;
  #reviews: OwnerReviews | null = null;
  #leave: (() => void) | null = null;
  #made = 0;
  /** Whether the service can be reached. */
  isOnline = true;
  /** What the service answers to steps; null: it takes them. */
  refusal: ((request: AppendRequest) => ServiceCallError | null) | null = null;
  session!: ReviewSession;
  open!: OpenComparison;

  constructor(service: TestService, browser: TestBrowser, comparison: { pair: Pair; finished: Finished }) {
    this.#service = service;
    this.#browser = browser;
    this.#comparison = comparison;
    this.#recentId = createHash('sha256').update(comparison.finished.html).digest('hex');
  }

  /** Opens the comparison, as after a reload. `early`: what the reader does before the service was asked. */
  async load(early?: (session: ReviewSession) => void): Promise<void> {
    this.close();
    const { pair, finished } = this.#comparison;
    const recents = new Recents(
      this.#browser,
      () => 1,
      () => this.#recentId,
    );
    await recents.load();
    if (recents.find(this.#recentId) === undefined) recents.add(pair, finished, null);
    await new Promise(setImmediate);
    const kept = await recents.review(this.#recentId);
    const settings = new Settings(null);
    this.open = openWithReview({ recentId: this.#recentId, pair, finished, kept }, { settings, recents });
    this.session = this.open.session;
    this.open.begin();
    early?.(this.session);
    this.#reviews = new OwnerReviews({
      client: this.#client(),
      recents,
      queue: this.#browser,
      window: await WindowIdentity.claim({
        storage: {
          getItem: (key) => this.#stored.get(key) ?? null,
          setItem: (key, value) => void this.#stored.set(key, value),
        },
        ...{ locks: null, isReload: true },
        newId: () => `window-${String(Math.random()).slice(2)}`,
      }),
      surroundings: { client: this.#client(), locks: null, channel: null, wait: pause },
      wait: pause,
      newId: () => crypto.randomUUID(),
    });
    this.#reviews.start();
    const shared = this.#reviews.share(this.open);
    // Then the steps of other windows come after this one opened the review.
    if (this.isOnline) await shared;
  }

  /** The earlier review that is offered to this comparison. */
  async earlier(): Promise<EarlierReview | null> {
    return (await this.#reviews?.earlierOf(this.open)) ?? null;
  }

  /** The connection is lost, or there again. */
  connect(isOnline: boolean): void {
    this.isOnline = isOnline;
    if (!isOnline) this.#leave?.();
  }

  close(): void {
    this.#reviews?.close();
    this.#leave?.();
    this.#reviews = null;
  }

  /** What is decided here, as sorted texts. */
  get decided(): readonly string[] {
    return [...this.session.review.made].map(([id, verdict]) => `${id} ${verdict}`).sort();
  }

  #client(): ServiceClient<AbortSignal> {
    const { reviews } = this.#service;
    const call = async <T>(work: () => Promise<T>): Promise<T> => {
      this.#made += 1;
      await pause(this.#made % 3);
      if (!this.isOnline) throw new TypeError('Failed to fetch');
      try {
        return structuredClone(await work());
      } catch (fault) {
        if (!(fault instanceof ServiceError)) throw fault;
        throw new ServiceCallError({ code: fault.code, status: fault.status, message: fault.message });
      }
    };
    const client: Partial<ServiceClient<AbortSignal>> = {
      review: (id) => call(() => reviews.find(OWNER, id)),
      beginReview: (id, about) => call(() => reviews.begin(OWNER, id, structuredClone(about))),
      appendToReview: (id, request) =>
        call(() => {
          const refusal = this.refusal?.(request) ?? null;
          if (refusal !== null) throw refusal;
          return reviews.append(OWNER, id, structuredClone(request));
        }),
      searchReviews: (request) => call(() => reviews.search(OWNER, structuredClone(request))),
      reviewedChanges: (id) => call(async () => ({ changes: await reviews.changes(OWNER, id) })),
      deleteReview: (id) => call(() => reviews.remove(OWNER, id)),
      reviews: (asked) =>
        call(async () => ({
          reviews:
            asked?.id === undefined
              ? (await reviews.list(OWNER, null, 500)).reviews
              : await reviews.listOne(OWNER, asked.id),
        })),
      reviewEvents: () => this.#events(),
    };
    return client as ServiceClient<AbortSignal>;
  }

  async *#events(): AsyncGenerator<ReviewEvent, void> {
    if (!this.isOnline) throw new TypeError('Failed to fetch');
    const waiting: ReviewEvent[] = [{ event: 'ready', data: {} }];
    let hasLeft = false as boolean;
    let wake = (): void => undefined;
    const leave = this.#service.reviews.events.listen(
      OWNER,
      (event) => {
        waiting.push(structuredClone(event));
        wake();
      },
      () => undefined,
    );
    this.#leave = () => {
      hasLeft = true;
      leave();
      wake();
    };
    while (!hasLeft) {
      const next = waiting.shift();
      if (next !== undefined) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    throw new TypeError('The connection was lost');
  }
}

function pause(ms = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(ms, 5)));
}
