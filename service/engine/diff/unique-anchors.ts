/**
 * Anchors: elements that occur once on each side, in the longest ascending chain (patience diff, Bram Cohen). If pairs
 * have a worth, it is the heaviest chain. Linear apart from the chain's logarithm.
 *
 *     [Fees] [Ten euro.] [A long clause about something else.]
 *     [A long clause about something else.] [Fees] [Ten euro.]     the long one stays, and two short ones are moved
 */
import { heaviestChain, type ChainLink } from './heaviest-chain.ts';

/** Worth of keeping two equal elements, by their positions; at least 1. Called only if not all pairs can be kept. */
export type WorthOf = (i: number, j: number) => number;

/** Numbers for each element: its count on either side, and its last position on the second. Adjacent in memory. */
const [COUNT_A, COUNT_B, POSITION_B, NUMBERS] = [0, 1, 2, 3];

/** Finds anchors. Its scratch memory for one vocabulary is reused for every region. */
export class AnchorFinder {
  readonly #numbers: Int32Array;
  readonly #worthOf: WorthOf | undefined;
  /** Positions of the elements that occur once on each side, in the order of the first side. */
  #as = new Int32Array(0);
  #bs = new Int32Array(0);
  readonly #ascent = new AscentFinder();

  /** `vocabulary`: every element of the sequences is at least 0 and below it. */
  constructor(vocabulary: number, worthOf?: WorthOf) {
    this.#numbers = new Int32Array(NUMBERS * vocabulary);
    this.#worthOf = worthOf;
  }

  /**
   * Anchors of a region as pairs `[a0, b0, a1, b1, …]`, ascending on both sides. Of adjacent anchors, only the first
   * is returned. Null: the sides have nothing in common.
   */
  find(a: Int32Array, b: Int32Array, aStart: number, aEnd: number, bStart: number, bEnd: number): number[] | null {
    const count = this.#gather(a, b, aStart, aEnd, bStart, bEnd);
    if (count === -1) return null;
    const [as, bs, worthOf] = [this.#as, this.#bs, this.#worthOf];
    const pairs = new RunStarts();
    if (worthOf === undefined || isAscending(bs, count)) {
      const chain = this.#ascent.longest(bs, count);
      for (let k = 0; k < chain.length; k += 1) pairs.add(as[chain[k]!]!, bs[chain[k]!]!);
    } else {
      const links: ChainLink[] = [];
      for (let k = 0; k < count; k += 1) links.push({ i: as[k]!, j: bs[k]!, gain: worthOf(as[k]!, bs[k]!) });
      for (const { i, j } of heaviestChain(links, bStart, bEnd - bStart)) pairs.add(i, j);
    }
    return pairs.pairs;
  }

  /**
   * Collects the elements that occur once on each side, and returns their number; -1: the sides have nothing in
   * common.
   */
  #gather(a: Int32Array, b: Int32Array, aStart: number, aEnd: number, bStart: number, bEnd: number): number {
    const numbers = this.#numbers;
    for (let i = aStart; i < aEnd; i += 1) numbers[NUMBERS * a[i]! + COUNT_A]! += 1;
    for (let j = bStart; j < bEnd; j += 1) {
      const at = NUMBERS * b[j]!;
      numbers[at + COUNT_B]! += 1;
      numbers[at + POSITION_B] = j;
    }
    const most = Math.min(aEnd - aStart, bEnd - bStart);
    if (this.#as.length < most) {
      this.#as = new Int32Array(most);
      this.#bs = new Int32Array(most);
    }
    const [as, bs] = [this.#as, this.#bs];
    let count = 0;
    let common = false;
    for (let i = aStart; i < aEnd; i += 1) {
      const at = NUMBERS * a[i]!;
      common ||= numbers[at + COUNT_B] !== 0;
      if (numbers[at + COUNT_A] === 1 && numbers[at + COUNT_B] === 1) {
        as[count] = i;
        bs[count] = numbers[at + POSITION_B]!;
        count += 1;
      }
    }
    for (let i = aStart; i < aEnd; i += 1) numbers[NUMBERS * a[i]! + COUNT_A] = 0;
    for (let j = bStart; j < bEnd; j += 1) numbers[NUMBERS * b[j]! + COUNT_B] = 0;
    return common ? count : -1;
  }
}

/** Pairs of positions, without those that directly follow the pair before on both sides. */
class RunStarts {
  readonly pairs: number[] = [];
  #i = -2;
  #j = -2;

  add(i: number, j: number): void {
    if (i !== this.#i + 1 || j !== this.#j + 1) this.pairs.push(i, j);
    this.#i = i;
    this.#j = j;
  }
}

function isAscending(values: Int32Array, count: number): boolean {
  for (let k = 1; k < count; k += 1) if (values[k]! < values[k - 1]!) return false;
  return true;
}

/** Longest ascending subsequences, with reused memory. */
class AscentFinder {
  /** For each length, the chain of that length with the lowest end: index and value of its end. */
  #tails = new Int32Array(0);
  #lowest = new Int32Array(0);
  /** For each value the index of its predecessor in its chain, or -1. */
  #before = new Int32Array(0);

  /**
   * Indices of a longest strictly ascending subsequence of the first `count` values, which are distinct. O(n log n).
   */
  longest(values: Int32Array, count: number): Int32Array {
    if (this.#before.length < count) {
      this.#tails = new Int32Array(count);
      this.#lowest = new Int32Array(count);
      this.#before = new Int32Array(count);
    }
    const [tails, lowest, before] = [this.#tails, this.#lowest, this.#before];
    let length = 0;
    for (let i = 0; i < count; i += 1) {
      const value = values[i]!;
      let low = 0;
      let high = length;
      // Most values extend the longest chain.
      if (length > 0 && lowest[length - 1]! < value) low = high;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (lowest[middle]! < value) low = middle + 1;
        else high = middle;
      }
      before[i] = low > 0 ? tails[low - 1]! : -1;
      tails[low] = i;
      lowest[low] = value;
      if (low === length) length += 1;
    }
    const chain = new Int32Array(length);
    for (let k = length - 1, at = length > 0 ? tails[length - 1]! : -1; k >= 0; k -= 1, at = before[at]!) chain[k] = at;
    return chain;
  }
}
