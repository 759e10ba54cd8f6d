/**
 * Anchors: elements that occur once on each side, in the longest ascending chain (patience diff, Bram Cohen), or in the
 * heaviest where it is known what each is worth. Linear apart from the chain's logarithm.
 *
 *     [Fees] [Ten euro.] [A long clause about something else.]
 *     [A long clause about something else.] [Fees] [Ten euro.]     the long one stays, and two short ones are moved
 */
import { heaviestChain } from './heaviest-chain.ts';

/** What it is worth to keep two equal elements, by their positions; at least 1. Asked only where not all can be kept. */
export type WorthOf = (i: number, j: number) => number;

/** Scratch memory for one vocabulary, reused for every region: four counters an element. */
export class AnchorFinder {
  readonly #countA: Int32Array;
  readonly #countB: Int32Array;
  readonly #positionB: Int32Array;
  readonly #worthOf: WorthOf | undefined;

  /** `vocabulary`: every element of the sequences is at least 0 and below it. */
  constructor(vocabulary: number, worthOf?: WorthOf) {
    this.#countA = new Int32Array(vocabulary);
    this.#countB = new Int32Array(vocabulary);
    this.#positionB = new Int32Array(vocabulary);
    this.#worthOf = worthOf;
  }

  /** Anchors of a region as pairs `[a0, b0, a1, b1, …]`, ascending on both sides. Null: the sides have nothing in common. */
  find(a: Int32Array, b: Int32Array, aStart: number, aEnd: number, bStart: number, bEnd: number): number[] | null {
    const countA = this.#countA;
    const countB = this.#countB;
    const positionB = this.#positionB;
    for (let i = aStart; i < aEnd; i += 1) countA[a[i]!]! += 1;
    for (let j = bStart; j < bEnd; j += 1) {
      countB[b[j]!]! += 1;
      positionB[b[j]!] = j;
    }
    const as: number[] = [];
    const bs: number[] = [];
    let common = false;
    for (let i = aStart; i < aEnd; i += 1) {
      const element = a[i]!;
      common ||= countB[element] !== 0;
      if (countA[element] === 1 && countB[element] === 1) {
        as.push(i);
        bs.push(positionB[element]!);
      }
    }
    for (let i = aStart; i < aEnd; i += 1) countA[a[i]!] = 0;
    for (let j = bStart; j < bEnd; j += 1) countB[b[j]!] = 0;
    if (!common) return null;
    const worthOf = this.#worthOf;
    const pairs: number[] = [];
    if (worthOf === undefined || isAscending(bs)) {
      for (const index of longestAscending(bs)) pairs.push(as[index]!, bs[index]!);
    } else {
      const links = as.map((i, index) => ({ i, j: bs[index]!, gain: worthOf(i, bs[index]!) }));
      for (const { i, j } of heaviestChain(links, bStart, bEnd - bStart)) pairs.push(i, j);
    }
    return pairs;
  }
}

function isAscending(values: readonly number[]): boolean {
  return values.every((value, index) => index === 0 || values[index - 1]! < value);
}

/** Indices of a longest strictly ascending subsequence of distinct values. O(n log n). */
function longestAscending(values: readonly number[]): number[] {
  const tails: number[] = [];
  const before = new Int32Array(values.length);
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]!;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[tails[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = i;
  }
  const chain: number[] = new Array<number>(tails.length);
  let at = tails.length > 0 ? tails[tails.length - 1]! : -1;
  for (let k = tails.length - 1; k >= 0; k -= 1) {
    chain[k] = at;
    at = before[at]!;
  }
  return chain;
}
