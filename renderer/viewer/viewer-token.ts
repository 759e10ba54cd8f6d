/** The part of `Storage` that the token uses. */
export interface TokenStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/**
 * The token of a viewer's address. It is removed from the address and kept for the life of the tab. So a reload still
 * has it. Without storage it lasts as long as the page.
 */
export class ViewerToken {
  /** The token of an earlier load, for an address without one. Null if there is none or none is needed. */
  readonly ofEarlierLoad: string | null;
  /** Path, query and fragment without the token. */
  readonly cleanAddress: string;

  /** Each comparison has its own token, by `comparisonId`. */
  constructor(address: URL, comparisonId: string, storage: TokenStorage | null) {
    const key = `diffsvc:token:${comparisonId}`;
    const clean = new URL(address);
    const given = clean.searchParams.get('token');
    clean.searchParams.delete('token');
    // Unchanged if no token was removed, because writing a query again may spell it differently.
    const { pathname, search, hash } = given === null ? address : clean;
    this.cleanAddress = pathname + search + hash;
    if (given === null) {
      this.ofEarlierLoad = readItem(storage, key);
      return;
    }
    this.ofEarlierLoad = null;
    try {
      storage?.setItem(key, given);
    } catch {
      // Denied or full: the token lasts as long as the page.
    }
  }
}

function readItem(storage: TokenStorage | null, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}
