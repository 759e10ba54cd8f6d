import { encodingOfFont, type FontEncoding } from './font-encodings.ts';
import { fontStyle } from './font-style.ts';
import type { GlyphFont } from './glyph.ts';
import { GlyphInk } from './glyph-ink.ts';
import { matrixOf, type Matrix } from './matrix.ts';
import type { ObjectSource } from './object-source.ts';

/** The font properties that painting a page needs. */
export interface PaintFont {
  readonly style: GlyphFont;
  readonly vertical: boolean;
  /** The characters of codes that pdf.js returns as they are; null: it knows them. */
  readonly encoding: FontEncoding | null;
  /** From glyph space to text space, usually a factor of 0.001. */
  readonly matrix: Matrix;
  /** pdf.js could not load the font, and returns no glyph of its text. */
  readonly unreadable: boolean;
  /** What its glyphs draw; null: unknown. */
  readonly ink: GlyphInk | null;
  /** Length of an em in text space at font size 1. It differs from 1 for Type 3 fonts with their own matrix. */
  readonly emScale: number;
}

const DEFAULT_MATRIX: Matrix = [0.001, 0, 0, 0.001, 0, 0];
/** Id that pdf.js gives to every font that it cannot load. */
const FONT_ERROR = 'g_font_error';
const UNKNOWN: PaintFont = {
  unreadable: false,
  style: fontStyle(''),
  vertical: false,
  encoding: null,
  matrix: DEFAULT_MATRIX,
  ink: null,
  emScale: 1,
};

const UNREADABLE: PaintFont = { ...UNKNOWN, unreadable: true };

/** The fonts of one page by pdf.js id. Each font is read once. */
export class PaintFonts {
  readonly #source: ObjectSource;
  readonly #known = new Map<string, PaintFont>();

  constructor(source: ObjectSource) {
    this.#source = source;
  }

  get(id: unknown): PaintFont {
    if (typeof id !== 'string') return UNKNOWN;
    if (id === FONT_ERROR) return UNREADABLE;
    let font = this.#known.get(id);
    if (!font) {
      font = this.#source.has(id) ? readFont(this.#source, id) : UNKNOWN;
      this.#known.set(id, font);
    }
    return font;
  }
}

function readFont(source: ObjectSource, id: string): PaintFont {
  const value = source.get(id);
  if (typeof value !== 'object' || value === null) return UNKNOWN;
  const font = value as Readonly<Record<string, unknown>>;
  const matrix = matrixOf(font.fontMatrix) ?? DEFAULT_MATRIX;
  const style = fontStyle(typeof font.name === 'string' ? font.name : '');
  return {
    style,
    vertical: font.vertical === true,
    encoding: encodingOfFont(style.name),
    matrix,
    unreadable: false,
    ink: new GlyphInk(source, id, font.isType3Font === true ? (font.charProcOperatorList ?? null) : undefined),
    emScale: font.isType3Font === true ? type3Em(matrix, font.bbox) : 1,
  };
}

/**
 * Estimates the em of a Type 3 font from its bounding box, since it has none. Without a usable box, the usual 1000
 * units are assumed. Boxes of TeX's bitmap fonts are about as high as the font size.
 */
function type3Em(matrix: Matrix, box: unknown): number {
  if (Array.isArray(box) && typeof box[1] === 'number' && typeof box[3] === 'number') {
    const height = Math.abs(box[3] - box[1]) * Math.abs(matrix[3]);
    if (height > 0) return height;
  }
  return Math.abs(matrix[3]) * 1000;
}
