import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { sha256 } from '../../../sha256.ts';
import { letterShape, type LetterShape } from './letter-shape.ts';
import type { ObjectSource } from './object-source.ts';

/** A glyph as pdf.js returns it, unchecked. */
export type PdfGlyph = Readonly<Record<string, unknown>>;

/** What the glyphs of a font draw, as pdf.js has prepared it for drawing. */
export class GlyphInk {
  readonly #source: ObjectSource;
  /** The id that pdf.js gives to the font in its document. */
  readonly fontId: string;
  /** The drawing procedures of a Type 3 font, a map by the ids of its glyphs; undefined for other fonts. */
  readonly #procedures: unknown;
  readonly #known = new Map<string, string | null>();

  constructor(source: ObjectSource, fontId: string, procedures: unknown) {
    this.#source = source;
    this.fontId = fontId;
    this.#procedures = procedures;
  }

  /** Digest of what the glyph draws. Null: it draws nothing, or is not in the font. */
  of(glyph: PdfGlyph): string | null {
    const hasOutlines = this.#procedures === undefined;
    const key = String(hasOutlines ? glyph.fontChar : glyph.operatorListId);
    let digest = this.#known.get(key);
    if (digest === undefined) {
      digest = hasOutlines ? this.#digestOf(glyph) : this.#procedureOf(key);
      this.#known.set(key, digest);
    }
    return digest;
  }

  /** The shape of a glyph. Null: it draws nothing, is not in the font, or the font has drawing procedures. */
  shapeOf(glyph: PdfGlyph): LetterShape | null {
    const outline = this.#outlineOf(glyph);
    return outline === null ? null : letterShape(outline);
  }

  #digestOf(glyph: PdfGlyph): string | null {
    const outline = this.#outlineOf(glyph);
    // The outline of a space is only the operator that closes it.
    return outline === null || letterShape(outline) === null ? null : sha256(Array.from(outline).join(' '));
  }

  #outlineOf({ fontChar, isInFont }: PdfGlyph): ArrayLike<number> | null {
    if (this.#procedures !== undefined || isInFont !== true || typeof fontChar !== 'string') return null;
    const id = `${this.fontId}_path_${fontChar}`;
    const outline = this.#source.has(id) ? this.#source.get(id) : null;
    return typeof outline === 'object' && outline !== null && 'path' in outline
      ? (outline.path as ArrayLike<number>)
      : null;
  }

  #procedureOf(id: string): string | null {
    const list: unknown = this.#procedures instanceof Map ? this.#procedures.get(id) : undefined;
    if (typeof list !== 'object' || list === null || !('fnArray' in list) || !('argsArray' in list)) return null;
    const operators = Array.from(list.fnArray as ArrayLike<number>);
    if (operators.every((operator) => PREPARES.has(operator))) return null;
    return sha256(JSON.stringify([operators, list.argsArray], spelled));
  }
}

/** Operators that draw nothing by themselves. A procedure of no others is a space. */
const PREPARES: ReadonlySet<number> = new Set([
  OPS.setCharWidth,
  OPS.setCharWidthAndBounds,
  OPS.setGState,
  OPS.save,
  OPS.restore,
  OPS.transform,
  OPS.dependency,
]);

/** Typed arrays as lists, so that equal ones have one spelling. */
function spelled(_: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value;
}
