/** Heaviest chains: pairs that ascend strictly on both sides, with the largest sum of gains. */

/** A pair of positions that may be matched. */
export interface ChainLink {
  readonly i: number;
  readonly j: number;
  /** Weight of the pair in the chain, at least 1. */
  readonly gain: number;
}

/** The chain with the largest sum of gains; sorts the candidates. All `j` are in `[bStart, bStart + m)`. O(k log m). */
export function heaviestChain(candidates: ChainLink[], bStart: number, m: number): ChainLink[] {
  candidates.sort((x, y) => x.i - y.i || y.j - x.j);
  // A Fenwick tree over j: the best chain that ends at or before j, as an index into `chains`.
  const tree = new Int32Array(m + 1).fill(-1);
  const sums: number[] = [];
  const before: number[] = [];
  candidates.forEach((candidate, index) => {
    const column = candidate.j - bStart;
    let previous = -1;
    for (let k = column; k > 0; k -= k & -k) {
      if (tree[k]! >= 0 && (previous === -1 || sums[tree[k]!]! > sums[previous]!)) previous = tree[k]!;
    }
    sums.push(candidate.gain + (previous === -1 ? 0 : sums[previous]!));
    before.push(previous);
    for (let k = column + 1; k <= m; k += k & -k) {
      if (tree[k]! === -1 || sums[tree[k]!]! < sums[index]!) tree[k] = index;
    }
  });
  let best = -1;
  sums.forEach((sum, index) => {
    if (best === -1 || sum > sums[best]!) best = index;
  });
  const chain: ChainLink[] = [];
  for (let at = best; at !== -1; at = before[at]!) chain.push(candidates[at]!);
  return chain.reverse();
}
