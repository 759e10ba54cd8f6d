/**
 * Decides when the client repeats a call, and after which wait. A repetition has the same idempotency key and the same
 * bytes as the first call.
 */
import type { ErrorCode } from '../errors.ts';
import { SERVER_TIMEOUT_MS } from '../limits.ts';
import { UNREADABLE_ANSWER } from './service-call-error.ts';

/** Attempts of one call at most, the first included. */
const MOST_ATTEMPTS = 5;
/** Upper bound of the random wait before the first repetition, without `Retry-After`. It doubles with each repetition. */
const BACKOFF_BASE_MS = 1_000;
const BACKOFF_MOST_MS = 30_000;
/** The client does not begin a longer wait. The caller gets the error instead. */
const LONGEST_WAIT_MS = 2 * 60 * 1_000;
/** Wait between two polls of a running operation, when the answer has no `Retry-After`. */
const IN_PROGRESS_WAIT_MS = 1_000;

/** How a call failed. `response`: the service or a proxy answered. `connection`: no complete answer arrived. */
export type Failure =
  | { readonly kind: 'connection' }
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly code: ErrorCode | (string & {});
      readonly retryAfterMs: number | null;
    };

/** The property of a call that decides whether the client may repeat it. */
export interface Repeatable {
  /** Two calls have the effect of one: the call only reads, or it carries an idempotency key. */
  readonly idempotent: boolean;
}

/** Counts the attempts of one call. */
export class RetryPolicy {
  readonly #call: Repeatable;
  readonly #random: () => number;
  #failures = 0;
  /** Time spent polling an operation that an earlier attempt began. */
  #inProgressMs = 0;

  /** `random` returns numbers in the half-open range from 0 to 1. */
  constructor(call: Repeatable, random: () => number) {
    this.#call = call;
    this.#random = random;
  }

  /** Milliseconds to wait before the next attempt. Null when the client must not repeat the call. */
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
        // The service refused before it began any work, so every call may be repeated.
        return true;
      case 503:
        return failure.code === 'idempotency_unavailable' || this.#call.idempotent;
      case 502:
      case 504:
        // Only a proxy's answer may be repeated. The service's own refusals are final.
        return failure.code === UNREADABLE_ANSWER && this.#call.idempotent;
      default:
        return false;
    }
  }

  /** Polls a running operation until the server's timeout must have ended it. Polls do not count as attempts. */
  #inProgress(failure: { readonly retryAfterMs: number | null }): number | null {
    const wait = Math.max(failure.retryAfterMs ?? IN_PROGRESS_WAIT_MS, IN_PROGRESS_WAIT_MS);
    this.#inProgressMs += wait;
    return this.#inProgressMs <= SERVER_TIMEOUT_MS ? wait : null;
  }
}
