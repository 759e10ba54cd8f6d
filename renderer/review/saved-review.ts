import {
  EMPTY_RECORD,
  recordFromJson,
  recordToJson,
  type ReviewRecord,
} from '../../shared/review-file/review-record.ts';

/** The part of `Storage` that reviews are kept in. */
export interface ReviewStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Where a review is kept from one visit to the next. */
export interface ReviewMemory {
  /** What an earlier visit did; null when there was none. */
  load(): ReviewRecord | null;
  /** Keeps what has been done so far. */
  save(record: ReviewRecord): void;
}

const KEY_PREFIX = 'diffsvc:review:';
/** A comparison lives 72 hours at most, and its notice seven days longer; later links may put it off. */
const KEPT_MS = 30 * 24 * 3_600_000;

/**
 * The choices of a review in this browser, per comparison (specification 4.9): the service never sees them. Without
 * storage, or when it is full, they last as long as the page.
 */
export class SavedReview implements ReviewMemory {
  readonly #storage: ReviewStorage | null;
  readonly #key: string;
  readonly #fragment: string;
  readonly #now: () => number;

  /** `fragment`: as received; choices that were made on another one are not taken up. */
  constructor(storage: ReviewStorage | null, comparisonId: string, fragment: string, now: () => number) {
    this.#storage = storage;
    this.#key = KEY_PREFIX + comparisonId;
    this.#fragment = fragment;
    this.#now = now;
  }

  load(): ReviewRecord | null {
    const saved = this.#read(this.#key);
    return saved?.fragmentLength === this.#fragment.length ? saved.record : null;
  }

  /** Keeps the record, and drops those of long ago. */
  save(record: ReviewRecord): void {
    const about = { fragmentLength: this.#fragment.length, savedAtMs: this.#now() };
    try {
      this.#dropOld();
      this.#storage?.setItem(this.#key, JSON.stringify({ ...about, ...recordToJson(record) }));
    } catch {
      // Full or denied: the review goes on, only it is not remembered.
    }
  }

  #dropOld(): void {
    const storage = this.#storage;
    if (storage === null) return;
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    for (const key of keys) {
      if (key === null || !key.startsWith(KEY_PREFIX) || key === this.#key) continue;
      const saved = this.#read(key);
      if (saved === null || this.#now() - saved.savedAtMs > KEPT_MS) storage.removeItem(key);
    }
  }

  #read(key: string): Entry | null {
    try {
      return entryOf(JSON.parse(this.#storage?.getItem(key) ?? 'null'));
    } catch {
      return null;
    }
  }
}

interface Entry {
  readonly fragmentLength: number;
  readonly savedAtMs: number;
  readonly record: ReviewRecord;
}

function entryOf(value: unknown): Entry | null {
  if (typeof value !== 'object' || value === null) return null;
  const { fragmentLength, savedAtMs } = value as Record<string, unknown>;
  // Entries of earlier versions have neither notes nor a name.
  const record = recordFromJson({ ...recordToJson(EMPTY_RECORD), ...value });
  if (typeof fragmentLength !== 'number' || typeof savedAtMs !== 'number' || record === null) return null;
  return { fragmentLength, savedAtMs, record };
}
