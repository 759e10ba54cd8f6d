/**
 * Finds items that may be two states of one item without comparing all pairs. It is an inverted index over rare grams,
 * as in near-duplicate search. A rare token is a gram. Common tokens are extended to sequences until they are rare.
 * Even texts with few different words have rare pairs and triples.
 *
 *     [5,10,12,7] [5,12,10,9]     5, 10 and 12 are all over the list; "10 12" and "12 10" are not
 */
import type { Gap } from '../diff/match.ts';
import { PairInterner } from '../tokens/interner.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import type { Feature } from './feature.ts';

/** A gram in more items of the gap than this does not identify an item. */
const RARE_MAX = 8;
/** Tokens of the longest gram. Text in which such a gram is common repeats as a whole, like the lines of a form. */
const GRAM_MAX = 4;
/** Candidates tried for one item, those with the most common rare text first. */
const CANDIDATES_MAX = 6;

/** Visits the most promising partners of each revised item, in order of the items, the best partner first. */
export function pairsSharingRareGrams(
  a: readonly Feature[],
  b: readonly Feature[],
  gap: Gap,
  vocabulary: Vocabulary,
  visit: (i: number, j: number) => void,
): void {
  const own = a.slice(gap.aStart, gap.aEnd).map((item) => item.bag().ids);
  const other = b.slice(gap.bStart, gap.bEnd).map((item) => item.bag().ids);
  const index = new RareGramIndex(own);
  const shared = new Float64Array(own.length);
  const found: number[] = [];
  const best: number[] = [];
  for (let at = 0; at < other.length; at += 1) {
    const ids = other[at]!;
    let count = 0;
    for (let k = 0; k < ids.length; k += 1) {
      const gram = index.gramAt(ids, k);
      if (gram === -1) continue;
      const [from, to] = [index.first[gram]!, index.first[gram + 1]!];
      const weight = vocabulary.weightOf(ids[k]!) / (to - from);
      for (let place = from; place < to; place += 1) {
        const i = index.items[place]!;
        if (shared[i] === 0) found[count++] = i;
        shared[i]! += weight;
      }
    }
    const kept = mostShared(found, count, shared, best);
    for (let k = 0; k < count; k += 1) shared[found[k]!] = 0;
    for (let k = 0; k < kept; k += 1) visit(gap.aStart + best[k]!, gap.bStart + at);
  }
}

/**
 * Selects, among the first `count` entries of `found`, the entries that share the most. Writes them into `best`, best
 * first. Earlier entries win ties. Returns their number, at most `CANDIDATES_MAX`.
 */
function mostShared(found: readonly number[], count: number, shared: Float64Array, best: number[]): number {
  let kept = 0;
  for (let k = 0; k < count; k += 1) {
    const i = found[k]!;
    let place = kept;
    while (place > 0 && sharesMore(i, best[place - 1]!, shared)) place -= 1;
    if (place === CANDIDATES_MAX) continue;
    if (kept < CANDIDATES_MAX) kept += 1;
    for (let later = kept - 1; later > place; later -= 1) best[later] = best[later - 1]!;
    best[place] = i;
  }
  return kept;
}

function sharesMore(i: number, other: number, shared: Float64Array): boolean {
  return shared[i]! > shared[other]! || (shared[i] === shared[other] && i < other);
}

/**
 * The items with each rare gram: `items[first[g]]` to `items[first[g + 1] - 1]` for gram number `g`; empty for other
 * grams.
 */
class RareGramIndex {
  readonly first: Int32Array;
  readonly items: Int32Array;
  /** Number of different tokens. Grams of one token share the numbers of the tokens. */
  readonly #tokens: number;
  /** Longer grams: the gram before its last token, and the token. Their numbers follow the numbers of the tokens. */
  readonly #longer = new PairInterner();

  /** The number of each token in this index. */
  readonly #numbers = new Map<number, number>();

  constructor(items: readonly (readonly number[])[]) {
    // The tokens of all items one after another, and the item of each.
    const length = items.reduce((sum, ids) => sum + ids.length, 0);
    const [tokens, itemOf] = [new Int32Array(length), new Int32Array(length)];
    // Grams not found to be rare yet, by their start.
    const starts = new Int32Array(length);
    let [end, count] = [0, 0];
    for (let item = 0; item < items.length; item += 1) {
      const ids = items[item]!;
      for (let k = 0; k < ids.length; k += 1) {
        let number = this.#numbers.get(ids[k]!);
        if (number === undefined) {
          number = count;
          this.#numbers.set(ids[k]!, number);
          count += 1;
        }
        tokens[end] = number;
        itemOf[end] = item;
        starts[end] = end;
        end += 1;
      }
    }
    this.#tokens = count;
    const grams = tokens.slice();
    // Rare grams, and the items that have them.
    const [rare, having] = [new Int32Array(length), new Int32Array(length)];
    let found = 0;
    // For each gram the number of its items, up to one more than `RARE_MAX`.
    let times = new Int32Array(0);
    for (let size = 1; size <= GRAM_MAX && end > 0; size += 1) {
      times = this.#counted(times, grams, starts, itemOf, end);
      const last = new Int32Array(this.#size).fill(-1);
      let open = 0;
      for (let k = 0; k < end; k += 1) {
        const gram = grams[k]!;
        const item = itemOf[starts[k]!]!;
        const next = starts[k]! + size;
        if (times[gram]! > RARE_MAX) {
          if (size === GRAM_MAX || itemOf[next] !== item) continue;
          starts[open] = starts[k]!;
          grams[open] = count + this.#longer.intern(gram, tokens[next]!);
          open += 1;
        } else if (last[gram] !== item) {
          last[gram] = item;
          rare[found] = gram;
          having[found] = item;
          found += 1;
        }
      }
      end = open;
    }
    this.first = new Int32Array(this.#size + 1);
    for (let k = 0; k < found; k += 1) this.first[rare[k]! + 1]! += 1;
    for (let gram = 0; gram < this.#size; gram += 1) this.first[gram + 1]! += this.first[gram]!;
    // The items of each gram were found in ascending order and stay in it.
    this.items = new Int32Array(found);
    const next = this.first.slice();
    for (let k = 0; k < found; k += 1) this.items[next[rare[k]!]!++] = having[k]!;
  }

  get #size(): number {
    return this.#tokens + this.#longer.size;
  }

  /** `times`, extended by the items of the first `end` grams, which begin at `starts`. */
  #counted(
    times: Int32Array,
    grams: Int32Array,
    starts: Int32Array,
    itemOf: Int32Array,
    end: number,
  ): Int32Array<ArrayBuffer> {
    const having = new Int32Array(this.#size);
    having.set(times);
    const last = new Int32Array(this.#size).fill(-1);
    for (let k = 0; k < end; k += 1) {
      const gram = grams[k]!;
      const item = itemOf[starts[k]!]!;
      if (last[gram] === item || having[gram]! > RARE_MAX) continue;
      last[gram] = item;
      having[gram]! += 1;
    }
    return having;
  }

  /** The rare gram that begins at a token of another text, or -1. */
  gramAt(ids: readonly number[], at: number): number {
    let gram = this.#numbers.get(ids[at]!) ?? -1;
    for (let k = at + 1; gram !== -1 && this.first[gram] === this.first[gram + 1]; k += 1) {
      const next = k < ids.length ? (this.#numbers.get(ids[k]!) ?? -1) : -1;
      if (next === -1) return -1;
      const longer = this.#longer.find(gram, next);
      gram = longer === -1 ? -1 : this.#tokens + longer;
    }
    return gram;
  }
}
