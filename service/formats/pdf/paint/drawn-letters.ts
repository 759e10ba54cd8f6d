import type { PlacedGlyph } from './glyph.ts';
import type { PdfGlyph } from './glyph-ink.ts';
import { letterShape, type LetterShape } from './letter-shape.ts';
import type { PaintFont } from './paint-fonts.ts';

/** A letter or digit of a font, as it is drawn at one place. Another glyph with the same text is another letter. */
export interface DrawnLetter {
  /** The name of the font without the subset tag. */
  readonly font: string;
  readonly text: string;
  readonly shape: LetterShape;
  /** Its first place on the page. */
  readonly x: number;
  readonly y: number;
}

/** What is compared: one letter or digit. */
const LETTER = /^[\p{L}\p{Nd}]$/u;
/** Different letters of a page at most. Pages of Chinese have up to a thousand. */
const LETTERS_MAX = 2_000;

/** Collects how each letter of each font is drawn on a page. */
export class DrawnLetters {
  readonly found: DrawnLetter[] = [];
  readonly #known = new Map<PaintFont, Set<unknown>>();

  add(font: PaintFont, glyph: PdfGlyph, { text, x, y, invisible }: PlacedGlyph): void {
    let known = this.#known.get(font);
    if (!known) this.#known.set(font, (known = new Set()));
    if (known.has(glyph.fontChar) || invisible || this.found.length >= LETTERS_MAX) return;
    known.add(glyph.fontChar);
    const { name } = font.style;
    const outline = name !== '' && LETTER.test(text) ? (font.ink?.outlineOf(glyph) ?? null) : null;
    const shape = outline === null ? null : letterShape(outline);
    if (shape !== null) this.found.push({ font: name, text, shape, x, y });
  }
}
