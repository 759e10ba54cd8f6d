import type { PlacedGlyph } from './glyph.ts';
import type { PdfGlyph } from './glyph-ink.ts';
import type { LetterShape } from './letter-shape.ts';
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

/** What is compared: one letter or digit, or a private code, which does not say what it is. */
const LETTER = /^[\p{L}\p{Nd}\p{Co}]$/u;
/** Different letters of a document at most. Chinese ones have some thousand. */
const LETTERS_MAX = 10_000;

/** Collects how each letter of each font of a document is drawn, at its first place. */
export class DrawnLetters {
  #found: DrawnLetter[] = [];
  /** The glyphs of each font that were seen, by their characters in the font. */
  readonly #known = new Map<string, Set<unknown>>();
  #count = 0;

  add({ ink, style: { name } }: PaintFont, glyph: PdfGlyph, { text, x, y, invisible }: PlacedGlyph): void {
    if (ink === null || invisible || name === '' || this.#count >= LETTERS_MAX) return;
    let known = this.#known.get(ink.fontId);
    if (!known) this.#known.set(ink.fontId, (known = new Set()));
    if (known.has(glyph.fontChar)) return;
    known.add(glyph.fontChar);
    const shape = LETTER.test(text) ? ink.shapeOf(glyph) : null;
    if (shape === null) return;
    this.#count += 1;
    this.#found.push({ font: name, text, shape, x, y });
  }

  /** The letters that were found since the last call: those of one page. */
  take(): readonly DrawnLetter[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }
}
