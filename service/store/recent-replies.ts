import type { KnownOperation } from '../admission/ports.ts';

/** Memory for recent replies, their bodies counted. */
const MOST_BYTES = 16 * 1_048_576;
/** Counted for an operation beside its body. */
const ENTRY_BYTES = 1_024;

interface Entry {
  readonly operation: KnownOperation;
  readonly bytes: number;
}

/** Finished operations that were asked for lately: they change no more. The oldest go first when there are too many. */
export class RecentReplies {
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  /** The operation of a name; undefined when it is not remembered. */
  find(name: string): KnownOperation | undefined {
    return this.#entries.get(name)?.operation;
  }

  /** Remembers a finished operation whose reply has this many bytes. */
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

  /** Forgets everything. */
  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
