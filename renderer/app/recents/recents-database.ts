import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { KeptReview, Recent, RecentContent } from './recent.ts';

/** The store of the recent comparisons. */
export interface RecentsStore {
  list(): Promise<readonly Recent[]>;
  put(recent: Recent, content: RecentContent): Promise<void>;
  /** Replaces the entry of the list and, if given, its review in one transaction. Does nothing if the entry is gone. */
  update(recent: Recent, review?: KeptReview): Promise<void>;
  content(id: string): Promise<RecentContent | null>;
  review(id: string): Promise<KeptReview | null>;
  remove(ids: readonly string[]): Promise<void>;
  clear(): Promise<void>;
}

interface Schema extends DBSchema {
  recents: { key: string; value: Recent };
  contents: { key: string; value: RecentContent };
  reviews: { key: string; value: KeptReview };
}

const STORES = ['recents', 'contents', 'reviews'] as const;

/** The recent comparisons in the IndexedDB of the page's origin. They never leave this browser. */
export class RecentsDatabase implements RecentsStore {
  readonly #opened: Promise<IDBPDatabase<Schema>> = openDB<Schema>('diffsvc-recents', 1, {
    upgrade(database) {
      for (const name of STORES) database.createObjectStore(name, { keyPath: 'id' });
    },
  });

  async list(): Promise<readonly Recent[]> {
    return await (await this.#opened).getAll('recents');
  }

  async put(recent: Recent, content: RecentContent): Promise<void> {
    const transaction = (await this.#opened).transaction(['recents', 'contents'], 'readwrite');
    const outcomes = await Promise.allSettled([
      transaction.objectStore('recents').put(recent),
      transaction.objectStore('contents').put(content),
      transaction.done,
    ]);
    const faults = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
    // A full browser aborts the transaction. One of the faults says why.
    const fault = faults.find(({ name }) => name === 'QuotaExceededError') ?? faults[0];
    if (fault !== undefined) throw fault;
  }

  async update(recent: Recent, review?: KeptReview): Promise<void> {
    const transaction = (await this.#opened).transaction(['recents', 'reviews'], 'readwrite');
    const recents = transaction.objectStore('recents');
    // All requests leave at once, because the page may be closed while the first one is answered.
    const kept = recents.getKey(recent.id).then((key) => {
      if (key === undefined) transaction.abort();
      return key !== undefined;
    });
    const puts = [
      recents.put(recent),
      ...(review === undefined ? [] : [transaction.objectStore('reviews').put(review)]),
    ];
    const [isKept, ...written] = await Promise.allSettled([kept, ...puts, transaction.done]);
    if (isKept.status === 'fulfilled' && !isKept.value) return;
    for (const outcome of [isKept, ...written]) if (outcome.status === 'rejected') throw outcome.reason;
  }

  async content(id: string): Promise<RecentContent | null> {
    return (await (await this.#opened).get('contents', id)) ?? null;
  }

  async review(id: string): Promise<KeptReview | null> {
    return (await (await this.#opened).get('reviews', id)) ?? null;
  }

  async remove(ids: readonly string[]): Promise<void> {
    const transaction = (await this.#opened).transaction(STORES, 'readwrite');
    await Promise.all([
      ...ids.flatMap((id) => STORES.map((name) => transaction.objectStore(name).delete(id))),
      transaction.done,
    ]);
  }

  async clear(): Promise<void> {
    const transaction = (await this.#opened).transaction(STORES, 'readwrite');
    await Promise.all([...STORES.map((name) => transaction.objectStore(name).clear()), transaction.done]);
  }
}
