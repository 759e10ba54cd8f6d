/**
 * When a call is made again, and after which wait (specification 7 rules 6 and 7, 8 rules 1 and 2). A call is only ever
 * repeated as it was: same key, same bytes.
 */
import type { ErrorCode } from '../errors.ts';
import { SERVER_TIMEOUT_MS } from '../limits.ts';
import { UNREADABLE_ANSWER } from './service-call-error.ts';

/** Calls made in all, the first included. */
const MOST_ATTEMPTS = 5;
/** The random wait without `Retry-After` is at most this for the first repetition, and doubles with each. */
const BACKOFF_BASE_MS = 1_000;
const BACKOFF_MOST_MS = 30_000;
/** A longer wait is not begun: the caller is told instead. */
const LONGEST_WAIT_MS = 2 * 60 * 1_000;
/** Between questions after an operation that is under way, where the answer does not say. */
const IN_PROGRESS_WAIT_MS = 1_000;

/** How a call failed. `response`: the service, or something between, answered. `connection`: nothing whole arrived. */
export type Failure =
  | { readonly kind: 'connection' }
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly code: ErrorCode | (string & {});
      readonly retryAfterMs: number | null;
    };

/** What of a call decides whether it may be repeated. */
export interface Repeatable {
  /** Making it twice has the effect of making it once: it reads, or it carries an idempotency key. */
  readonly idempotent: boolean;
}

/** Counts the attempts of one call. */
export class RetryPolicy {
  readonly #call: Repeatable;
  readonly #random: () => number;
  #failures = 0;
  /** Time spent on asking after an operation that another connection of ours began. */
  #inProgressMs = 0;

  /** `random` gives numbers from 0 up to, and not including, 1. */
  constructor(call: Repeatable, random: () => number) {
    this.#call = call;
    this.#random = random;
  }

  /** Milliseconds to wait before the call is made again; null: it is not to be made again. */
  next(failure: Failure): number | null {
    if (failure.kind === 'response' && failure.code === 'idempotency_in_progress') return this.#inProgress(failure);
    if (!this.#mayRepeat(failure)) return null;
    this.#failures += 1;
    if (this.#failures >= MOST_ATTEMPTS) return null;
    const asked = failure.kind === 'response' ? failure.retryAfterMs : null;
    if (asked !== null) return asked <= LONGEST_WAIT_MS ? asked : null;
    const most = Math.min(BACKOFF_MOST_MS, BACKOFF_BASE_MS * 2 ** (this.#failures - 1));
    return this.#random() * most;
  }

  #mayRepeat(failure: Failure): boolean {
    if (failure.kind === 'connection') return this.#call.idempotent;
    switch (failure.status) {
      case 429:
        // Refused before anything was begun, so that any call may be made again.
        return true;
      case 503:
        return failure.code === 'idempotency_unavailable' || this.#call.idempotent;
      case 502:
      case 504:
        // Of something between; the service's own refusals are final.
        return failure.code === UNREADABLE_ANSWER && this.#call.idempotent;
      default:
        return false;
    }
  }

  /** The operation runs: its outcome is asked for until it must have ended, without counting as an attempt. */
  #inProgress(failure: { readonly retryAfterMs: number | null }): number | null {
    const wait = Math.max(failure.retryAfterMs ?? IN_PROGRESS_WAIT_MS, IN_PROGRESS_WAIT_MS);
    this.#inProgressMs += wait;
    return this.#inProgressMs <= SERVER_TIMEOUT_MS ? wait : null;
  }
}
