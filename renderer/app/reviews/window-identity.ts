/** The part of `Storage` that a window uses. */
export type WindowStorage = Pick<Storage, 'getItem' | 'setItem'>;

const WINDOW_KEY = 'diffsvc.window';

/** What one window of a browser remembers over reloads: who it is, and where its history of each review began. */
export class WindowIdentity {
  readonly id: string;
  readonly #storage: WindowStorage;

  /** `storage` belongs to one window, as `sessionStorage` does. */
  constructor(storage: WindowStorage, newId: () => string) {
    this.#storage = storage;
    this.id = this.#read(WINDOW_KEY) ?? newId();
    this.#write(WINDOW_KEY, this.id);
  }

  /** The revision at which this window first opened a review: it can undo the steps up to there, and its own. */
  inheritedTo(reviewId: string, revision: number): number {
    const key = `${WINDOW_KEY}.${reviewId}`;
    const known = Number(this.#read(key) ?? NaN);
    if (Number.isInteger(known)) return known;
    this.#write(key, String(revision));
    return revision;
  }

  #read(key: string): string | null {
    try {
      return this.#storage.getItem(key);
    } catch {
      return null;
    }
  }

  #write(key: string, value: string): void {
    try {
      this.#storage.setItem(key, value);
    } catch {
      // Denied or full: the window remembers it until it is reloaded.
    }
  }
}
