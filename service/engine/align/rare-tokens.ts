/**
 * Finds items that may be two states of one thing without comparing each with each: an inverted index over rare tokens, as
 * searching for near duplicates uses one.
 */
import type { Gap } from '../diff/match.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import type { Feature } from './feature.ts';

/** A token that occurs in more items of the gap than this says nothing about which is which. */
const RARE_MAX = 8;
/** Partners tried for one item, those with the most rare text in common first. */
const CANDIDATES_MAX = 6;

/** Visits for each item of the revised, in order, its most promising partners, the best first. */
export function pairsSharingRareTokens(
  a: readonly Feature[],
  b: readonly Feature[],
  gap: Gap,
  vocabulary: Vocabulary,
  visit: (i: number, j: number) => void,
): void {
  // All tokens are made before, so that the scratch memory has a place for each.
  const own = a.slice(gap.aStart, gap.aEnd).map((item) => item.bag().ids);
  const other = b.slice(gap.bStart, gap.bEnd).map((item) => item.bag().ids);
  const numberOf = vocabulary.zeroed();
  const index = new RareTokenIndex(own, numberOf);
  const shared = new Float64Array(own.length);
  const pairs: number[] = [];
  other.forEach((ids, at) => {
    const found: number[] = [];
    for (let k = 0; k < ids.length; k += 1) {
      const token = numberOf[ids[k]!]! - 1;
      if (token === -1) continue;
      const [from, to] = [index.first[token]!, index.first[token + 1]!];
      for (let place = from; place < to; place += 1) {
        const i = index.items[place]!;
        if (shared[i] === 0) found.push(i);
        shared[i]! += vocabulary.weightOf(ids[k]!) / (to - from);
      }
    }
    for (const i of mostShared(found, shared)) pairs.push(gap.aStart + i, gap.bStart + at);
    for (const i of found) shared[i] = 0;
  });
  for (const ids of own) for (let k = 0; k < ids.length; k += 1) numberOf[ids[k]!] = 0;
  // Only now, as the visitor may need the scratch memory itself.
  for (let p = 0; p < pairs.length; p += 2) visit(pairs[p]!, pairs[p + 1]!);
}

/** Those of `found` that share most, the first ones where several share as much: `CANDIDATES_MAX` at most, best first. */
function mostShared(found: readonly number[], shared: Float64Array): readonly number[] {
  if (found.length < 2) return found;
  const best: number[] = [];
  for (const i of found) {
    let place = best.length;
    while (
      place > 0 &&
      (shared[i]! > shared[best[place - 1]!]! || (shared[i] === shared[best[place - 1]!] && i < best[place - 1]!))
    )
      place -= 1;
    if (place === CANDIDATES_MAX) continue;
    if (best.length === CANDIDATES_MAX) best.pop();
    best.splice(place, 0, i);
  }
  return best;
}

/** Which items have a rare token: `items[first[t]]` to `items[first[t + 1] - 1]` for the token with the number `t`. */
class RareTokenIndex {
  readonly first: Int32Array;
  readonly items: Int32Array;

  /** `numberOf`: a place for each token, all 0; becomes the token's number in this index and 1. */
  constructor(items: readonly (readonly number[])[], numberOf: Int32Array) {
    let count = 0;
    for (const ids of items) {
      for (let k = 0; k < ids.length; k += 1) if (numberOf[ids[k]!] === 0) numberOf[ids[k]!] = ++count;
    }
    // How many items have a token, up to one more than a rare one may; and the last of them.
    const having = new Int32Array(count);
    const last = new Int32Array(count).fill(-1);
    for (let item = 0; item < items.length; item += 1) {
      const ids = items[item]!;
      for (let k = 0; k < ids.length; k += 1) {
        const token = numberOf[ids[k]!]! - 1;
        if (last[token] === item || having[token]! > RARE_MAX) continue;
        last[token] = item;
        having[token]! += 1;
      }
    }
    this.first = new Int32Array(count + 1);
    for (let token = 0; token < count; token += 1)
      this.first[token + 1] = this.first[token]! + (having[token]! > RARE_MAX ? 0 : having[token]!);
    this.items = new Int32Array(this.first[count]!);
    const next = this.first.slice();
    last.fill(-1);
    for (let item = 0; item < items.length; item += 1) {
      const ids = items[item]!;
      for (let k = 0; k < ids.length; k += 1) {
        const token = numberOf[ids[k]!]! - 1;
        if (last[token] === item || having[token]! > RARE_MAX) continue;
        last[token] = item;
        this.items[next[token]!] = item;
        next[token]! += 1;
      }
    }
  }
}
