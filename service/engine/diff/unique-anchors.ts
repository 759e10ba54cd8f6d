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

/** Numbers for each element: how often either side has it, and where the second has it last. Beside each other in memory. */
const [COUNT_A, COUNT_B, POSITION_B, NUMBERS] = [0, 1, 2, 3];

/** Scratch memory for one vocabulary, reused for every region. */
export class AnchorFinder {
  readonly #numbers: Int32Array;
  readonly #worthOf: WorthOf | undefined;

  /** `vocabulary`: every element of the sequences is at least 0 and below it. */
  constructor(vocabulary: number, worthOf?: WorthOf) {
    this.#numbers = new Int32Array(NUMBERS * vocabulary);
    this.#worthOf = worthOf;
  }

  /** Anchors of a region as pairs `[a0, b0, a1, b1, …]`, ascending on both sides. Null: the sides have nothing in common. */
  find(a: Int32Array, b: Int32Array, aStart: number, aEnd: number, bStart: number, bEnd: number): number[] | null {
    const numbers = this.#numbers;
    for (let i = aStart; i < aEnd; i += 1) numbers[NUMBERS * a[i]! + COUNT_A]! += 1;
    for (let j = bStart; j < bEnd; j += 1) {
      const at = NUMBERS * b[j]!;
      numbers[at + COUNT_B]! += 1;
      numbers[at + POSITION_B] = j;
    }
    const as: number[] = [];
    const bs: number[] = [];
    let common = false;
    for (let i = aStart; i < aEnd; i += 1) {
      const at = NUMBERS * a[i]!;
      common ||= numbers[at + COUNT_B] !== 0;
      if (numbers[at + COUNT_A] === 1 && numbers[at + COUNT_B] === 1) {
        as.push(i);
        bs.push(numbers[at + POSITION_B]!);
      }
    }
    for (let i = aStart; i < aEnd; i += 1) numbers[NUMBERS * a[i]! + COUNT_A] = 0;
    for (let j = bStart; j < bEnd; j += 1) numbers[NUMBERS * b[j]! + COUNT_B] = 0;
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
  // For each length the chain of that length that ends lowest: the index and the value of its end.
  const tails: number[] = [];
  const lowest: number[] = [];
  const before = new Int32Array(values.length);
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]!;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lowest[middle]! < value) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = i;
    lowest[low] = value;
  }
  const chain: number[] = new Array<number>(tails.length);
  let at = tails.length > 0 ? tails[tails.length - 1]! : -1;
  for (let k = tails.length - 1; k >= 0; k -= 1) {
    chain[k] = at;
    at = before[at]!;
  }
  return chain;
}
