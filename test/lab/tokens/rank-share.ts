/** A share of pairs, with its standard error if both samples come from one distribution. */
export interface RankShare {
  readonly share: number;
  readonly standardError: number;
}

/**
 * How often a value of `left` is greater than one of `right`, of all pairs; equal ones count half. 0.5: nobody can tell
 * the samples apart. It is the statistic of the rank test of Mann and Whitney, divided by the number of pairs.
 */
export function rankShare(left: readonly number[], right: readonly number[]): RankShare {
  const all = [...left.map((value) => ({ value, own: true })), ...right.map((value) => ({ value, own: false }))];
  all.sort((a, b) => a.value - b.value);
  let ranks = 0;
  for (let from = 0; from < all.length;) {
    let to = from;
    while (to < all.length && all[to]!.value === all[from]!.value) to += 1;
    // Equal values share the mean of their ranks, which begin at 1.
    const rank = (from + 1 + to) / 2;
    for (let at = from; at < to; at++) if (all[at]!.own) ranks += rank;
    from = to;
  }
  const [m, n] = [left.length, right.length];
  return { share: (ranks - (m * (m + 1)) / 2) / (m * n), standardError: Math.sqrt((m + n + 1) / (12 * m * n)) };
}

/** The value below which this share of a sample lies. */
export function quantile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}
