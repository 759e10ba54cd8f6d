/** Processing times in milliseconds. Times of steps that did not run are absent. */
export interface DocumentMetrics {
  readonly totalMs: number;
  readonly comparisonMs: number;
  readonly pageRenderingMs: number;
  readonly diffMs: number;
  readonly downloadMs: number;
}

/** Measures the parts of a comparison. */
export class ComparisonClock {
  readonly #started = performance.now();
  #marked = this.#started;
  readonly #times = { comparisonMs: 0, pageRenderingMs: 0, diffMs: 0, downloadMs: 0 };

  /** Assigns the time since the last mark to `name`. */
  mark(name: 'comparisonMs' | 'pageRenderingMs' | 'downloadMs'): void {
    const now = performance.now();
    this.#times[name] = Math.round(now - this.#marked);
    this.#marked = now;
  }

  /** Discards the time since the last mark. */
  pass(): void {
    this.#marked = performance.now();
  }

  /** The rest, in milliseconds, of a time limit that began with the comparison. */
  leftOf(budgetMs: number): number {
    return Math.max(0, Math.round(budgetMs - (performance.now() - this.#started)));
  }

  /** States a time that was measured elsewhere. */
  set(name: 'diffMs', milliseconds: number): void {
    this.#times[name] = milliseconds;
  }

  /** The times so far. */
  metrics(): DocumentMetrics {
    return { totalMs: Math.round(performance.now() - this.#started), ...this.#times };
  }
}
