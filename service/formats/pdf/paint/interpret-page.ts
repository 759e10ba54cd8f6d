import type { PlacedGlyph } from './glyph.ts';
import { GlyphPainter } from './glyph-painter.ts';
import type { Matrix } from './matrix.ts';
import { type Canvas, OPERATORS } from './operators.ts';
import { type FontSource, PaintFonts } from './paint-fonts.ts';
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
  /** Whether the page has more glyphs than the cap: the rest is missing. */
  readonly truncated: boolean;
}

/**
 * Runs the operator list of a page. Keeps what reading needs: placed glyphs with their marked-content ids, straight
 * lines, filled rectangles and bullets.
 *
 * @param base from user space to the upright page
 * @param maxGlyphs glyphs kept at most; `truncated` says whether more were painted
 */
export function interpretPage(list: OperatorList, fonts: FontSource, base: Matrix, maxGlyphs: number): PaintedPage {
  const stack = new PaintStack(base);
  const text = new GlyphPainter(stack, maxGlyphs);
  const canvas: Canvas = { stack, text, fonts: new PaintFonts(fonts), shapes: new PaintedShapes() };
  for (let index = 0; index < list.fnArray.length && !text.truncated; index++) {
    const operands = list.argsArray[index];
    OPERATORS[list.fnArray[index]!]?.(canvas, Array.isArray(operands) ? (operands as readonly unknown[]) : []);
  }
  return { glyphs: text.glyphs, shapes: canvas.shapes, truncated: text.truncated };
}
