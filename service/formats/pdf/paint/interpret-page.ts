import { PaintedDrawings } from './drawing.ts';
import { type DrawnLetter, DrawnLetters } from './drawn-letters.ts';
import type { PlacedGlyph } from './glyph.ts';
import { GlyphPainter } from './glyph-painter.ts';
import type { Matrix } from './matrix.ts';
import { type Canvas, OPERATORS } from './operators.ts';
import { withoutOverprint } from './overprint.ts';
import type { ObjectSource } from './object-source.ts';
import { PaintFonts } from './paint-fonts.ts';
import { PaintStack } from './paint-state.ts';
import { PaintedShapes } from './painted-shapes.ts';

/** The operator list of a page as pdf.js returns it. */
export interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** Glyphs and shapes of one page, in page space. */
export interface PaintedPage {
  readonly glyphs: readonly PlacedGlyph[];
  readonly shapes: PaintedShapes;
  /** Pictures and everything else that is painted beside the text. */
  readonly drawings: PaintedDrawings;
  /** Whether the page has more glyphs than the cap: the rest is missing. */
  readonly truncated: boolean;
  /** How letters are drawn that no earlier page had. */
  readonly letters: readonly DrawnLetter[];
  /** Number of texts that are missing, because their font cannot be read. */
  readonly lost: number;
}

/**
 * Runs the operator list of a page. Keeps what reading needs: placed glyphs with their marked-content ids, straight
 * lines, filled rectangles and bullets. Keeps drawings and pictures for the inventory.
 *
 * @param objects fonts of the document, and patterns of the page
 * @param base from user space to the upright page
 * @param maxGlyphs glyphs kept at most; `truncated` says whether more were painted
 * @param letters the letters of the document so far
 */
export function interpretPage(
  list: OperatorList,
  objects: { readonly fonts: ObjectSource; readonly patterns: ObjectSource },
  base: Matrix,
  maxGlyphs: number,
  letters = new DrawnLetters(),
): PaintedPage {
  const stack = new PaintStack(base);
  const text = new GlyphPainter(stack, maxGlyphs, letters);
  const drawings = new PaintedDrawings();
  const { patterns } = objects;
  const canvas: Canvas = {
    stack,
    text,
    fonts: new PaintFonts(objects.fonts),
    patterns,
    shapes: new PaintedShapes(),
    drawings,
  };
  for (let index = 0; index < list.fnArray.length && !text.truncated; index++) {
    const operands = list.argsArray[index];
    OPERATORS[list.fnArray[index]!]?.(canvas, Array.isArray(operands) ? (operands as readonly unknown[]) : []);
  }
  return {
    glyphs: withoutOverprint(text.glyphs),
    shapes: canvas.shapes,
    drawings,
    letters: letters.take(),
    truncated: text.truncated,
    lost: text.lost,
  };
}
