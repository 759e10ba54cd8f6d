/**
 * The order of a print. A page shows places, and its reader guesses an order. The other document states one. So words
 * that are printed where their stated place allows them take the stated order. Cells of a row stand side by side, a
 * text box stands anywhere on its page. A paragraph, a row or a word in another place stays where it is printed.
 */
import { textOf, type TextBlock } from '../../../shared/document/model.ts';
import { DIRECTION } from '../../../shared/document/direction.ts';
import { TOP } from '../../../shared/document/path.ts';
import { mayFollow, successionOf } from './layout-order.ts';
import { pairWords, sideOf, type Leaf, type Side } from './leaves.ts';
import type { PlacedBlock } from './placed-block.ts';
import { inNormalForm } from './reduce-blocks.ts';
import { runsBetween } from './runs-between.ts';
import { wordPlaces, type WordPlace } from './word-places.ts';

/** Words of a text box are found by their row of words. It has at least this many letters, or is the whole text. */
const BOX_LETTERS = 10;
/** A text box may be printed on the page before or after the text around it. */
const BOX_PAGES = 1;
/** Maximum number of places at which a word is looked for. */
const PLACES_MAX = 400;

/** The printed blocks in the order that the other document states, as far as their places allow it. */
export function orderAsStated(printed: readonly PlacedBlock[], stated: readonly PlacedBlock[]): PlacedBlock[] {
  if (!printed.some(({ lines = [] }) => lines.length > 0)) return [...printed];
  const [own, lead] = [sideOf(printed), sideOf(stated)];
  const inOrder = pairWords(own, lead);
  const lifted = new Lifting(own, lead, inOrder).words();
  return lifted.size === 0 ? [...printed] : rebuilt(own, orderOf(own, inOrder, lifted));
}

/** Finds words that are printed in another order. */
class Lifting {
  readonly #own: Side;
  readonly #lead: Side;
  readonly #places: readonly (WordPlace | undefined)[];
  /** For each stated word its printed one, or −1. */
  readonly #printedOf: Int32Array;
  readonly #isFree: Uint8Array;
  /** For each spelling the free printed words. */
  readonly #byText = new Map<string, number[]>();
  /** For each printed word that leaves its place, the number of its stated word. */
  readonly #lifted = new Map<number, number>();

  constructor(own: Side, lead: Side, inOrder: Int32Array) {
    this.#own = own;
    this.#lead = lead;
    this.#places = wordPlaces(own);
    this.#printedOf = new Int32Array(lead.words.length).fill(-1);
    this.#isFree = new Uint8Array(own.words.length);
    inOrder.forEach((pair, word) => {
      if (pair >= 0) this.#printedOf[pair] = word;
      else {
        this.#isFree[word] = 1;
        const { text } = own.words[word]!;
        const known = this.#byText.get(text);
        if (known === undefined) this.#byText.set(text, [word]);
        else known.push(word);
      }
    });
  }

  /** For each printed word that takes another place, the number of its stated word. */
  words(): ReadonlyMap<number, number> {
    const { words } = this.#lead;
    for (let at = 0; at < words.length;) {
      if (this.#printedOf[at]! >= 0) {
        at += 1;
        continue;
      }
      let end = at + 1;
      while (end < words.length && this.#printedOf[end]! < 0 && words[end]!.block === words[at]!.block) end += 1;
      at += this.#take(at, end);
    }
    return this.#lifted;
  }

  /** Takes the longest row of printed words for stated words from `start` to `end`. Returns how far it came. */
  #take(start: number, end: number): number {
    const [before, after] = [this.#anchor(start, -1), this.#anchor(end - 1, 1)];
    const candidates = this.#byText.get(this.#lead.words[start]!.text) ?? [];
    let [best, length] = [-1, 0];
    for (const candidate of candidates.slice(0, PLACES_MAX)) {
      const row = this.#rowAt(candidate, start, end, before, after);
      if (row > length) [best, length] = [candidate, row];
    }
    for (let at = 0; at < length; at += 1) {
      this.#isFree[best + at] = 0;
      this.#printedOf[start + at] = best + at;
      this.#lifted.set(best + at, start + at);
    }
    return Math.max(1, length);
  }

  /** Number of words that a printed row and the stated text have in common, where their places allow it. */
  #rowAt(candidate: number, start: number, end: number, before: number, after: number): number {
    if (this.#isFree[candidate] === 0) return 0;
    let length = 0;
    let letters = 0;
    while (start + length < end && this.#isFree[candidate + length] === 1) {
      const { text } = this.#lead.words[start + length]!;
      if (this.#own.words[candidate + length]!.text !== text) break;
      length += 1;
      letters += text.length;
    }
    if (this.#floatOf(start) === 'box')
      return (letters >= BOX_LETTERS || this.#isWhole(start, length)) && this.#isNear(candidate, before, after)
        ? length
        : 0;
    if (!this.#isAllowed(before, start, candidate)) return 0;
    while (length > 0 && !this.#isAllowedBefore(start + length - 1, candidate + length - 1, after)) length -= 1;
    return length;
  }

  #isWhole(start: number, length: number): boolean {
    const { words } = this.#lead;
    return words[start - 1]?.block !== words[start]!.block && words[start + length]?.block !== words[start]!.block;
  }

  /** The nearest stated word in one direction that is printed, and whose place says something about this one; −1: none. */
  #anchor(word: number, step: 1 | -1): number {
    const float = this.#floatOf(word);
    for (let at = word + step; at >= 0 && at < this.#lead.words.length; at += step) {
      if (this.#printedOf[at]! < 0) continue;
      const other = this.#floatOf(at);
      if (float === 'box' ? other !== 'note' : other === float) return at;
    }
    return -1;
  }

  #floatOf(word: number): PlacedBlock['floats'] {
    return this.#lead.blocks[this.#leaf(word).block]!.floats;
  }

  #leaf(word: number): Leaf {
    return this.#lead.leaves[this.#lead.words[word]!.block]!;
  }

  #isAllowed(before: number, word: number, printed: number): boolean {
    return before < 0 || this.#allows(before, this.#printedOf[before]!, word, printed);
  }

  #isAllowedBefore(word: number, printed: number, after: number): boolean {
    return after < 0 || this.#allows(word, printed, after, this.#printedOf[after]!);
  }

  #allows(first: number, firstPrinted: number, second: number, secondPrinted: number): boolean {
    const [a, b] = [this.#places[firstPrinted], this.#places[secondPrinted]];
    if (a === undefined || b === undefined) return false;
    const [x, y] = [this.#leaf(first), this.#leaf(second)];
    return mayFollow(a, b, successionOf(x, y), this.#isFromRight(y));
  }

  #isFromRight({ block, row, text }: Leaf): boolean {
    const { block: outer } = this.#lead.blocks[block]!;
    if (row >= 0 && outer.kind === 'table') return outer.attributes?.[DIRECTION] === 'rtl';
    return text.attributes['dir'] === 'rtl';
  }

  #isNear(printed: number, before: number, after: number): boolean {
    const page = this.#places[printed]?.line.page;
    if (page === undefined) return false;
    return [before, after].some((anchor) => {
      const other = anchor < 0 ? undefined : this.#places[this.#printedOf[anchor]!]?.line.page;
      return other !== undefined && Math.abs(other - page) <= BOX_PAGES;
    });
  }
}

/** The printed words in their new order. A word that takes another place follows the one that is stated before it. */
function orderOf(own: Side, inOrder: Int32Array, lifted: ReadonlyMap<number, number>): number[] {
  const waiting = [...lifted].sort(([, a], [, b]) => a - b);
  const order: number[] = [];
  let taken = 0;
  const take = (until: number): void => {
    for (; taken < waiting.length && waiting[taken]![1] < until; taken += 1) order.push(waiting[taken]![0]);
  };
  const paired = own.words.map((_, word) => word).filter((word) => inOrder[word]! >= 0);
  take(paired.length === 0 ? Infinity : inOrder[paired[0]!]!);
  let next = 0;
  own.words.forEach((_, word) => {
    if (lifted.has(word)) return;
    order.push(word);
    if (inOrder[word]! < 0) return;
    next += 1;
    take(next === paired.length ? Infinity : inOrder[paired[next]!]!);
  });
  return order;
}

/** The blocks with their words in another order. A table with a word that leaves it, or comes into it, becomes paragraphs. */
function rebuilt(own: Side, order: readonly number[]): PlacedBlock[] {
  const { blocks, leaves, words } = own;
  const blockOf = (word: number): number => leaves[words[word]!.block]!.block;
  const starts = blockStarts(own);
  const built: PlacedBlock[] = [];
  let wordless = 0;
  const addWordless = (until: number): void => {
    for (; wordless < until; wordless += 1)
      if (starts[wordless] === starts[wordless + 1]) built.push(blocks[wordless]!);
  };
  for (let at = 0; at < order.length;) {
    const word = order[at]!;
    const block = blockOf(word);
    addWordless(block);
    const [start, end] = [starts[block]!, starts[block + 1]!];
    if (word === start && isAscending(order, at, end - start)) {
      built.push(blocks[block]!);
      at += end - start;
      continue;
    }
    let to = at + 1;
    while (to < order.length && order[to] === order[to - 1]! + 1 && words[order[to]!]!.block === words[word]!.block)
      to += 1;
    built.push(...partOf(own, word, order[to - 1]! + 1));
    at = to;
  }
  addWordless(blocks.length);
  return built;
}

/** For each block, and after the last one, the number of its first word. */
function blockStarts({ blocks, leaves, words }: Side): number[] {
  const starts: number[] = [];
  let word = 0;
  for (let block = 0; block <= blocks.length; block += 1) {
    while (word < words.length && leaves[words[word]!.block]!.block < block) word += 1;
    starts.push(word);
  }
  return starts;
}

function isAscending(order: readonly number[], at: number, length: number): boolean {
  for (let next = 1; next < length; next += 1) if (order[at + next] !== order[at]! + next) return false;
  return at + length <= order.length;
}

/** The paragraph of printed words of one text, half-open. */
function partOf({ blocks, leaves, words }: Side, start: number, end: number): PlacedBlock[] {
  const { block: index, start: offset } = words[start]!;
  const { text, block } = leaves[index]!;
  const [isFirst, isLast] = [words[start - 1]?.block !== index, words[end]?.block !== index];
  const runs = inNormalForm([
    runsBetween(text, isFirst ? 0 : offset, isLast ? textOf(text).length : words[end]!.start),
  ]);
  if (runs.length === 0) return [];
  const part: TextBlock = { ...text, type: 'p', path: TOP, runs };
  return [{ ...blocks[block]!, block: part, labelled: isFirst && blocks[block]!.labelled === true }];
}
