/** Maps scroll positions of one side to the other, so that equal text stays level. */

/** Heights of the same text in both columns, in pixels from their tops. */
export type LevelPair = readonly [original: number, revised: number];

/** Pairs that ascend on both sides: the longest chain, so that a moved block does not throw the rest back. */
export function ascending(pairs: readonly LevelPair[]): LevelPair[] {
  const sorted = [...pairs].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  // The last pair of the best chain of each length, and the pair before each pair.
  const ends: number[] = [];
  const before = new Int32Array(sorted.length).fill(-1);
  sorted.forEach(([, height], at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[ends[middle]!]![1] <= height) low = middle + 1;
      else high = middle;
    }
    before[at] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = at;
  });
  const chain: LevelPair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) chain.push(sorted[at]!);
  return chain.reverse();
}

/**
 * The height on the other side that is level with `height`. Between two pairs it is interpolated.
 *
 * @param from index of the side of `height` in each pair
 */
export function levelWith(height: number, pairs: readonly LevelPair[], from: 0 | 1): number {
  const to = from === 0 ? 1 : 0;
  const at = pairs.findLastIndex((pair) => pair[from] <= height);
  const [start, end] = [pairs[at], pairs[at + 1]];
  if (start === undefined) return end === undefined ? height : height - end[from] + end[to];
  if (end === undefined || end[from] === start[from]) return height - start[from] + start[to];
  const share = (height - start[from]) / (end[from] - start[from]);
  return start[to] + share * (end[to] - start[to]);
}
