import type { PlacedGlyph } from '../paint/glyph.ts';

/** Maximum length of the words that name a place, in UTF-16 units. */
const PLACE_LENGTH = 40;
/** Baselines within this distance (pt) are one row. */
const ROW = 2;
/** Rows below a box that may reach into it, as rows of a large headline do. */
const REACH = 12;

/** Maximum length of a label, in UTF-16 units. */
const LABEL_LENGTH = 80;

/** A text as a label, cut between two words. */
export function shortened(text: string): string {
  return text.length <= LABEL_LENGTH ? text : `${text.slice(0, LABEL_LENGTH).replace(/\s\S*$/u, '')} …`;
}

/** The place of a page without words. */
export function wherePage(number: number): string {
  return `(page ${number})`;
}

/** Names places on a page by the words above them. */
export class PagePlaces {
  readonly #page: number;
  /** Glyphs by row, in the order of painting. */
  readonly #rows = new Map<number, PlacedGlyph[]>();
  readonly #heights: readonly number[];

  constructor(page: number, glyphs: readonly PlacedGlyph[]) {
    this.#page = page;
    for (const glyph of glyphs) {
      const key = Math.round(glyph.y / ROW);
      const row = this.#rows.get(key);
      if (row) row.push(glyph);
      else this.#rows.set(key, [glyph]);
    }
    this.#heights = [...this.#rows]
      .filter(([, row]) => row.some((glyph) => glyph.text !== ' '))
      .map(([key]) => key)
      .sort((a, b) => a - b);
  }

  /** The page: "on page 3". */
  get page(): string {
    return `on page ${this.#page}`;
  }

  /** The place below the nearest line of words: "on page 3, after “see below”". */
  below(y: number): string {
    const words = this.#wordsAbove(y);
    return words === '' ? this.page : `${this.page}, after “${words}”`;
  }

  /** The words near a glyph in its line. */
  lineAround(glyph: PlacedGlyph): string {
    const row = this.#rows.get(Math.round(glyph.y / ROW)) ?? [glyph];
    const at = row.indexOf(glyph);
    return spaced(row.slice(Math.max(0, at - PLACE_LENGTH), at + PLACE_LENGTH));
  }

  /** The word with the glyph at this place. */
  wordAt(x: number, y: number): string {
    const row = (this.#rows.get(Math.round(y / ROW)) ?? []).toSorted((a, b) => a.x - b.x);
    const at = row.findIndex((glyph) => glyph.x === x);
    const ends = (index: number): boolean => {
      const [glyph, next] = [row[index], row[index + 1]];
      if (!glyph || !next || glyph.text === ' ' || next.text === ' ') return true;
      return next.x - glyph.x - glyph.width > SPACE * glyph.size;
    };
    let [from, to] = [at, at];
    while (from > 0 && !ends(from - 1)) from--;
    while (!ends(to)) to++;
    return row
      .slice(from, to + 1)
      .map(({ text }) => text)
      .join('');
  }

  /** The text whose middle lies in a box. */
  textIn(box: { readonly x0: number; readonly x1: number; readonly top: number; readonly bottom: number }): string {
    const [first, last] = [Math.round(box.top / ROW), Math.round(box.bottom / ROW)];
    let text = '';
    for (let at = this.#firstBelow(first - 1); at < this.#heights.length; at++) {
      // The baseline may lie below the box.
      if (this.#heights[at]! > last + REACH) break;
      for (const glyph of this.#rows.get(this.#heights[at]!)!) {
        const [x, y] = [glyph.x + glyph.width / 2, glyph.y - 0.3 * glyph.size];
        if (x > box.x0 && x < box.x1 && y > box.top && y < box.bottom) text += glyph.text;
      }
    }
    return text.trim();
  }

  /** Index of the first row whose height exceeds this one. */
  #firstBelow(limit: number): number {
    let [low, high] = [0, this.#heights.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#heights[middle]! <= limit) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #wordsAbove(y: number): string {
    const low = this.#firstBelow(Math.round(y / ROW));
    if (low === 0) return '';
    const row = this.#rows.get(this.#heights[low - 1]!)!;
    const words = spaced(row.slice(-2 * PLACE_LENGTH));
    return words.length <= PLACE_LENGTH ? words : words.slice(-PLACE_LENGTH).replace(/^\S*\s/u, '');
  }
}

/** A gap (em) that counts as a space: many producers move the pen instead. */
const SPACE = 0.2;

function spaced(row: readonly PlacedGlyph[]): string {
  let text = '';
  row.forEach((glyph, index) => {
    const before = row[index - 1];
    if (before && glyph.x - before.x - before.width > SPACE * glyph.size) text += ' ';
    text += glyph.text;
  });
  return text.replaceAll(/\s+/gu, ' ').trim();
}
