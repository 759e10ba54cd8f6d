/** The part of `Storage` that a window uses. */
export type WindowStorage = Pick<Storage, 'getItem' | 'setItem'>;

const WINDOW_KEY = 'diffsvc.window';

/** What tells a window that goes on from its copy. A browser copies the storage of a tab that is duplicated. */
export interface WindowSurroundings {
  /** Belongs to one window, as `sessionStorage` does. */
  readonly storage: WindowStorage;
  /** Null in a page without locks. */
  readonly locks: Pick<LockManager, 'request'> | null;
  /** Whether this page was loaded by a reload, which no copy is. */
  readonly isReload: boolean;
  readonly newId: () => string;
}

/** What one window of a browser remembers over reloads: who it is, and where its history of each review began. */
export class WindowIdentity {
  readonly id: string;
  readonly #storage: WindowStorage;

  private constructor(id: string, storage: WindowStorage) {
    this.id = id;
    this.#storage = storage;
    write(storage, WINDOW_KEY, id);
  }

  /**
   * The identity of this window. A duplicated tab gets a new one: while the first tab lives, it has a lock on the id.
   * Without locks, only a reload goes on with the id.
   */
  static async claim({ storage, locks, isReload, newId }: WindowSurroundings): Promise<WindowIdentity> {
    const known = read(storage, WINDOW_KEY);
    const isOwn = known !== null && (locks === null ? isReload : await holds(locks, known));
    if (isOwn) return new WindowIdentity(known, storage);
    const id = newId();
    if (locks !== null) await holds(locks, id);
    return new WindowIdentity(id, storage);
  }

  /** The revision at which this window first opened a review: it can undo the steps up to there, and its own. */
  inheritedTo(reviewId: string, revision: number): number {
    const key = `${WINDOW_KEY}.${this.id}.${reviewId}`;
    const known = Number(read(this.#storage, key) ?? NaN);
    if (Number.isInteger(known)) return known;
    write(this.#storage, key, String(revision));
    return revision;
  }
}

/** Takes the lock on an id until the page ends. False: another page has it. */
function holds(locks: Pick<LockManager, 'request'>, id: string): Promise<boolean> {
  return new Promise((resolve) => {
    const wanted = locks.request(`${WINDOW_KEY}.${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<never>(() => undefined);
    });
    // A page that may not have locks goes on with its id.
    void wanted.catch(() => resolve(true));
  });
}

function read(storage: WindowStorage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

function write(storage: WindowStorage, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    // Denied or full: the window remembers it until it is reloaded.
  }
}
