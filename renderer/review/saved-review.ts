import {
  EMPTY_RECORD,
  recordFromJson,
  recordToJson,
  type ReviewRecord,
} from '../../shared/review-file/review-record.ts';

import type { Review } from './review.ts';

/** The part of `Storage` that reviews use. */
export interface ReviewStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Keeps a review between visits. */
export interface ReviewMemory {
  /** The review of an earlier visit, or null. */
  load(): ReviewRecord | null;
  /** Stores the review. `review` has the steps that led to the record. False: it lasts as long as the page only. */
  save(record: ReviewRecord, review: Review): boolean;
}

const KEY_PREFIX = 'diffsvc:review:';
/** A comparison lives 72 hours at most, and its notice seven days longer. Later links may extend this. */
const KEPT_MS = 30 * 24 * 3_600_000;

/**
 * Keeps the review of one comparison in this browser; the service never sees it. Without storage, or with a full one,
 * the review lasts as long as the page.
 */
export class SavedReview implements ReviewMemory {
  readonly #storage: ReviewStorage | null;
  readonly #key: string;
  readonly #fragment: string;
  readonly #now: () => number;

  /** `fragment` is the received string. The review of another fragment is not restored. */
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

  /** Stores the record and removes old ones. False without storage, and with a full one. */
  save(record: ReviewRecord): boolean {
    const about = { fragmentLength: this.#fragment.length, savedAtMs: this.#now() };
    try {
      this.#dropOld();
      this.#storage?.setItem(this.#key, JSON.stringify({ ...about, ...recordToJson(record) }));
      return this.#storage !== null;
    } catch {
      // The storage is full or denied. The review continues without being stored.
      return false;
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
