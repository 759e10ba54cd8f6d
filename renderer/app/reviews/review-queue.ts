import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { ReviewOperation } from '../../../shared/api/reviews.ts';

/** Steps that the service does not have yet. They stay in this browser until it has them. */
export interface ReviewQueue {
  /** The steps of every window of this browser for a review, those of one window in order. */
  load(reviewId: string): Promise<readonly ReviewOperation[]>;
  /** Replaces the steps of one window. */
  save(reviewId: string, window: string, operations: readonly ReviewOperation[]): Promise<void>;
  /** Removes steps that the service has, whichever window left them. */
  settle(reviewId: string, done: ReadonlySet<string>): Promise<void>;
}

interface Entry {
  readonly reviewId: string;
  readonly window: string;
  readonly operations: readonly ReviewOperation[];
}

interface Schema extends DBSchema {
  queues: { key: [reviewId: string, window: string]; value: Entry };
}

/** The queues in the IndexedDB of the page's origin. Without storage they last as long as the page. */
export class StoredReviewQueue implements ReviewQueue {
  readonly #opened: Promise<IDBPDatabase<Schema> | null> = openDB<Schema>('diffsvc-reviews', 1, {
    upgrade(database) {
      database.createObjectStore('queues', { keyPath: ['reviewId', 'window'] });
    },
  }).catch(() => null);

  async load(reviewId: string): Promise<readonly ReviewOperation[]> {
    return (await this.#entries(reviewId)).flatMap(({ operations }) => operations);
  }

  async save(reviewId: string, window: string, operations: readonly ReviewOperation[]): Promise<void> {
    await this.#guarded(async (database) => {
      if (operations.length === 0) await database.delete('queues', [reviewId, window]);
      else await database.put('queues', { reviewId, window, operations });
    });
  }

  async settle(reviewId: string, done: ReadonlySet<string>): Promise<void> {
    for (const { window, operations } of await this.#entries(reviewId)) {
      const left = operations.filter(({ operationId }) => !done.has(operationId));
      if (left.length < operations.length) await this.save(reviewId, window, left);
    }
  }

  async #entries(reviewId: string): Promise<readonly Entry[]> {
    const range = IDBKeyRange.bound([reviewId, ''], [reviewId, '\uffff']);
    return (await this.#guarded((database) => database.getAll('queues', range))) ?? [];
  }

  /** A browser may refuse to store anything, as in private windows. */
  async #guarded<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
    const database = await this.#opened;
    if (database === null) return undefined;
    try {
      return await work(database);
    } catch {
      return undefined;
    }
  }
}
