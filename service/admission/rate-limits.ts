import { RATE_WINDOW_MS } from '../../shared/limits.ts';

/** A caller's window as it is told in the `x-ratelimit-…` headers. */
export interface RateWindow {
  readonly limit: number;
  /** Requests left, this one counted. */
  readonly remaining: number;
  /** Whole seconds until the window ends, 1 at least. */
  readonly resetSeconds: number;
  /** This request is one too many. */
  readonly exceeded: boolean;
}

interface Count {
  /** System time at which the window began. */
  readonly since: number;
  requests: number;
}

/** Windows kept before those that ended are looked for and dropped. */
const SWEEP_ABOVE = 10_000;

/**
 * Counts requests in fixed windows of a minute, each beginning with the first request after the last window ended. The
 * clock is the system's; when it is set back to before a window began, that window counts as ended.
 */
export class RateLimits {
  readonly #counts = new Map<string, Count>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Counts a request of `bucket`, of which `limit` are allowed in a window. */
  take(bucket: string, limit: number): RateWindow {
    const now = this.#now().getTime();
    let count = this.#counts.get(bucket);
    if (count === undefined || hasEnded(count, now)) {
      if (this.#counts.size >= SWEEP_ABOVE) this.#sweep(now);
      count = { since: now, requests: 0 };
      this.#counts.set(bucket, count);
    }
    // Refused requests are not counted further: the window's end is not put off.
    const exceeded = count.requests >= limit;
    if (!exceeded) count.requests++;
    return windowOf(count, limit, now, exceeded);
  }

  /** The window of `bucket` as it stands, without counting a request. */
  peek(bucket: string, limit: number): RateWindow {
    const now = this.#now().getTime();
    const count = this.#counts.get(bucket);
    const open = count === undefined || hasEnded(count, now) ? { since: now, requests: 0 } : count;
    return windowOf(open, limit, now, false);
  }

  #sweep(now: number): void {
    for (const [bucket, count] of this.#counts) {
      if (hasEnded(count, now)) this.#counts.delete(bucket);
    }
  }
}

function hasEnded({ since }: Count, now: number): boolean {
  return now < since || now >= since + RATE_WINDOW_MS;
}

function windowOf(count: Count, limit: number, now: number, exceeded: boolean): RateWindow {
  return {
    limit,
    remaining: Math.max(0, limit - count.requests),
    resetSeconds: Math.max(1, Math.ceil((count.since + RATE_WINDOW_MS - now) / 1_000)),
    exceeded,
  };
}
