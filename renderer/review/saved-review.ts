import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import { idsWith, type Review } from './review.ts';

/** The part of `Storage` that reviews are kept in. */
export interface ReviewStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** What an earlier visit decided. */
export interface SavedDecisions {
  readonly decided: ReadonlyMap<string, ChangeAction>;
  readonly finished: boolean;
}

/** Where a review is kept between visits, whatever keeps it. */
export interface KeptReview {
  /** The decisions of an earlier visit; null when there are none. */
  load(): SavedDecisions | null;
  /** Keeps the decisions of a review that has begun. */
  save(review: Review): void;
}

const KEY_PREFIX = 'diffsvc:review:';
/** A comparison lives 72 hours at most, and its notice seven days longer; later links may put it off. */
const KEPT_MS = 30 * 24 * 3_600_000;

/**
 * The choices of a review in this browser, per comparison (specification 4.9): the service never sees them. Without
 * storage, or when it is full, they last as long as the page.
 */
export class SavedReview implements KeptReview {
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

  /** The decisions of an earlier visit; null when there are none. */
  load(): SavedDecisions | null {
    const saved = this.#read(this.#key);
    if (saved?.fragmentLength !== this.#fragment.length) return null;
    const decided = new Map<string, ChangeAction>();
    for (const id of saved.accepted) decided.set(id, 'accepted');
    for (const id of saved.rejected) decided.set(id, 'rejected');
    return { decided, finished: saved.finished };
  }

  /** Keeps the decisions of a review that has begun, and drops those of long ago. */
  save(review: Review): void {
    if (review.phase === 'inactive') return;
    const entry: Entry = {
      fragmentLength: this.#fragment.length,
      savedAtMs: this.#now(),
      finished: review.phase === 'completed',
      accepted: idsWith(review, 'accepted'),
      rejected: idsWith(review, 'rejected'),
    };
    try {
      this.#dropOld();
      this.#storage?.setItem(this.#key, JSON.stringify(entry));
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
      const value: unknown = JSON.parse(this.#storage?.getItem(key) ?? 'null');
      return isEntry(value) ? value : null;
    } catch {
      return null;
    }
  }
}

interface Entry {
  readonly fragmentLength: number;
  readonly savedAtMs: number;
  readonly finished: boolean;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const { fragmentLength, savedAtMs, finished, accepted, rejected } = value as Record<string, unknown>;
  return (
    typeof fragmentLength === 'number' &&
    typeof savedAtMs === 'number' &&
    typeof finished === 'boolean' &&
    [accepted, rejected].every((ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string'))
  );
}
