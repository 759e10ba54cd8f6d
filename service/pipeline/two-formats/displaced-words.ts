/** Finds words that a page shows in another place than its reader did. The order that the other document states, and the
 * places on the page, say which words these are. */
import { DIRECTION } from '../../../shared/document/direction.ts';
import { mayFollow, successionOf } from './layout-order.ts';
import type { Leaf, Side } from './leaves.ts';
import type { PlacedBlock } from './placed-block.ts';
import type { WordPlace } from './word-places.ts';

/** Words of a text box are found by their row of words. It has at least this many letters, or is the whole text. */
const BOX_LETTERS = 10;
const LETTER = /[\p{L}\p{N}]/u;
/** A text box may be printed on the page before or after the text around it. */
const BOX_PAGES = 1;
/** Maximum number of places at which a word is looked for. */
const PLACES_MAX = 400;
/** A word that a line end divides has at least this many letters. */
const DIVIDED_LETTERS = 4;
/** Divided words are not looked for beyond this number of steps. */
const DIVIDED_STEPS_MAX = 4_000_000;

/** Printed words that take another place. */
export interface Displaced {
  /** For each of them the number of its stated word. */
  readonly words: ReadonlyMap<number, number>;
  /** Those that are the rest of a word that a line end divides. */
  readonly rests: ReadonlySet<number>;
}

/** Finds words that are printed in another order. */
export class DisplacedWords {
  readonly #own: Side;
  readonly #lead: Side;
  readonly #places: readonly (WordPlace | undefined)[];
  /** For each stated word its printed one, or −1. */
  readonly #printedOf: Int32Array;
  readonly #isFree: Uint8Array;
  /** For each spelling the free printed words. */
  readonly #byText = new Map<string, number[]>();
  /** For each printed word that leaves its place, the number of its stated word. */
  readonly #found = new Map<number, number>();
  readonly #rests = new Set<number>();

  constructor(own: Side, lead: Side, places: readonly (WordPlace | undefined)[], inOrder: Int32Array) {
    this.#own = own;
    this.#lead = lead;
    this.#places = places;
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

  /** Finds them: first rows of whole words, then words that a line end divides. */
  find(): Displaced {
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
    this.#findDivided();
    return { words: this.#found, rests: this.#rests };
  }

  #findDivided(): void {
    const missing = this.#lead.words.flatMap(({ text }, at) =>
      this.#printedOf[at]! < 0 && text.length >= DIVIDED_LETTERS ? [at] : [],
    );
    const free = this.#own.words.flatMap((_, at) => (this.#isFree[at] === 1 ? [at] : []));
    if (missing.length * free.length > DIVIDED_STEPS_MAX) return;
    for (const word of missing) this.#takeDivided(word, free);
  }

  /** Takes a word whose parts are on two lines or more. */
  #takeDivided(word: number, free: readonly number[]): void {
    const [before, after] = [this.#anchor(word, -1), this.#anchor(word, 1)];
    const { text } = this.#lead.words[word]!;
    const restOf = (parts: readonly number[], length: number): readonly number[] | null => {
      if (length === text.length) return this.#isAllowedBefore(word, parts.at(-1)!, after) ? parts : null;
      for (const part of free) {
        const own = this.#own.words[part]!.text;
        if (this.#isFree[part] === 0 || own.length === text.length || !text.startsWith(own, length)) continue;
        const last = parts.at(-1);
        if (last === undefined ? !this.#isAllowed(before, word, part) : !this.#isNextLine(last, part)) continue;
        const found = restOf([...parts, part], length + own.length);
        if (found !== null) return found;
      }
      return null;
    };
    const parts = restOf([], 0);
    if (parts === null) return;
    this.#printedOf[word] = parts[0]!;
    parts.forEach((part, at) => {
      this.#isFree[part] = 0;
      this.#found.set(part, word);
      if (at > 0) this.#rests.add(part);
    });
  }

  #isNextLine(word: number, next: number): boolean {
    const [a, b] = [this.#places[word], this.#places[next]];
    return a !== undefined && b !== undefined && a.line !== b.line && mayFollow(a, b, 'text', a.line.rightToLeft);
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
      this.#found.set(best + at, start + at);
    }
    return Math.max(1, length);
  }

  /** Number of words that a printed row and the stated text have in common, where their places allow it. */
  #rowAt(candidate: number, start: number, end: number, before: number, after: number): number {
    if (this.#isFree[candidate] === 0) return 0;
    let length = 0;
    let letters = 0;
    let hasLetters = false;
    while (start + length < end && this.#isFree[candidate + length] === 1) {
      const { text } = this.#lead.words[start + length]!;
      if (this.#own.words[candidate + length]!.text !== text) break;
      length += 1;
      letters += text.length;
      hasLetters ||= LETTER.test(text);
    }
    if (this.#floatOf(start) === 'box')
      return (letters >= BOX_LETTERS || this.#isWhole(start, length)) && this.#isNear(candidate, before, after)
        ? length
        : 0;
    // A full stop is everywhere. A sign alone is found only where it is a whole text.
    if (!hasLetters && !this.#isWhole(start, length)) return 0;
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
