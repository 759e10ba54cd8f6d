import type { KnownOperation } from '../../admission/ports.ts';

/** Memory for recent replies, with their bodies. */
const MOST_BYTES = 16 * 1_048_576;
/** Size of an operation beside its body. */
const ENTRY_BYTES = 1_024;

interface Entry {
  readonly operation: KnownOperation;
  readonly bytes: number;
}

/**
 * Recently requested finished operations, which no longer change. The oldest are dropped first when there are too
 * many.
 */
export class RecentReplies {
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  /** The operation of a name; undefined if it is not cached. */
  find(name: string): KnownOperation | undefined {
    return this.#entries.get(name)?.operation;
  }

  /** Caches a finished operation whose reply has this many bytes. */
  remember(name: string, operation: KnownOperation, bodyBytes: number): void {
    if (this.#entries.has(name)) return;
    const bytes = bodyBytes + ENTRY_BYTES;
    this.#entries.set(name, { operation, bytes });
    this.#bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
    }
  }

  /** Drops everything. */
  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
