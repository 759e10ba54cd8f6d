/** Length of the window of the rate limits. */
const RATE_WINDOW_MS = 60_000;

/** A caller's window as the `x-ratelimit-…` headers report it. */
export interface RateWindow {
  readonly limit: number;
  /** Remaining requests, including this one. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
  /** Whether this request exceeds the limit. */
  readonly exceeded: boolean;
}

interface Count {
  /** System time at the start of the window. */
  since: number;
  requests: number;
  /** Those of the requests that other replicas know. */
  shared: number;
}

/** Requests of a bucket since its window began. `since` is the system time in milliseconds. */
export interface BucketCount {
  readonly bucket: string;
  readonly since: number;
  readonly requests: number;
}

/** Number of windows after which ended ones are dropped. */
const SWEEP_ABOVE = 10_000;

/**
 * Counts requests in fixed windows of a minute. A window begins with the first request after the last window ended.
 * It uses the system's clock. If the clock is set back to before a window, that window counts as ended.
 */
export class RateLimits {
  readonly #counts = new Map<string, Count>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Counts a request of `bucket`, which allows `limit` requests in a window. */
  take(bucket: string, limit: number): RateWindow {
    const now = this.#now().getTime();
    let count = this.#counts.get(bucket);
    if (count === undefined || hasEnded(count, now)) {
      if (this.#counts.size >= SWEEP_ABOVE) this.#sweep(now);
      count = { since: now, requests: 0, shared: 0 };
      this.#counts.set(bucket, count);
    }
    // Refused requests are not counted, so they do not extend the window.
    const exceeded = count.requests >= limit;
    if (!exceeded) count.requests++;
    return windowOf(count, limit, now, exceeded);
  }

  /** The current window of `bucket`, without counting a request. */
  peek(bucket: string, limit: number): RateWindow {
    const now = this.#now().getTime();
    const count = this.#counts.get(bucket);
    const open = count === undefined || hasEnded(count, now) ? { since: now, requests: 0, shared: 0 } : count;
    return windowOf(open, limit, now, false);
  }

  /** The requests that no other replica knows yet. They count as told. */
  takeUnshared(): BucketCount[] {
    const unshared: BucketCount[] = [];
    for (const [bucket, count] of this.#counts) {
      if (count.requests === count.shared) continue;
      unshared.push({ bucket, since: count.since, requests: count.requests - count.shared });
      count.shared = count.requests;
    }
    return unshared;
  }

  /** Takes over the window of a bucket and its requests at all replicas, with those counted here meanwhile. */
  adopt({ bucket, since, requests }: BucketCount): void {
    const count = this.#counts.get(bucket);
    if (count === undefined) return;
    const meanwhile = count.requests - count.shared;
    Object.assign(count, { since, requests: requests + meanwhile, shared: requests });
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
