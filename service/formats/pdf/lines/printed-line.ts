import { PICTURE } from '../../../../shared/document/model.ts';
import { multiply, type Matrix } from '../paint/matrix.ts';
import { SUPERSCRIPT } from '../paint/decorations.ts';
import type { Glyph } from '../paint/glyph.ts';

/** Where the text of a frame is on its page. */
export interface Printing {
  /** Page number, from 1. */
  readonly page: number;
  /** Maps points of the frame to the user space of the PDF (ISO 32000-2, 8.3.2.3). */
  readonly toUserSpace: Matrix;
}

/** One line as it is painted. It is kept only where the places of the text are wanted. */
export interface PrintedLine extends Printing {
  /** The painted text in logical order, before hyphens, quotes and list markers are decided. */
  readonly text: string;
  /** Left and right edge of each UTF-16 unit of `text`, alternately, in the frame. Of a gap: those of its neighbours. */
  readonly edges: readonly number[];
  /** Vertical extent in the frame, ascenders and descenders included. The y axis runs down. */
  readonly top: number;
  readonly bottom: number;
  /** Half-open ranges of `text` that are superscripts; absent: there are none. */
  readonly raised?: readonly (readonly [start: number, end: number])[];
}

/** A glyph of a line in logical order, or a gap. */
export interface PrintedUnit {
  readonly text: string;
  readonly glyph?: Glyph | undefined;
  /** Bit set over the marks of the document model. */
  readonly marks: number;
}

/** Places each unit of a line. A glyph with several letters, such as a ligature, is divided evenly among them. */
export function printLine(
  units: readonly PrintedUnit[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
  { page, toUserSpace }: Printing,
): PrintedLine {
  let text = '';
  const edges: number[] = [];
  const raised: [start: number, end: number][] = [];
  units.forEach((unit, index) => {
    const { glyph } = unit;
    const count = unit.text.length;
    if ((unit.marks & SUPERSCRIPT) !== 0) {
      const last = raised.at(-1);
      if (last?.[1] === text.length) last[1] += count;
      else raised.push([text.length, text.length + count]);
    }
    text += unit.text;
    if (glyph === undefined) {
      const [from, to] = gapBetween(units[index - 1]?.glyph, units[index + 1]?.glyph);
      for (let at = 0; at < count; at++) edges.push(from, to);
      return;
    }
    const turned = RIGHT_TO_LEFT.test(unit.text);
    for (let at = 0; at < count; at++) {
      const place = turned ? count - 1 - at : at;
      edges.push(
        rounded(glyph.x + (glyph.width * place) / count),
        rounded(glyph.x + (glyph.width * (place + 1)) / count),
      );
    }
  });
  const line = { page, toUserSpace, text, edges, top: rounded(top), bottom: rounded(bottom) };
  return raised.length === 0 ? line : { ...line, raised };
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** The free strip between two glyphs; empty if there is none. */
function gapBetween(before: Glyph | undefined, after: Glyph | undefined): [number, number] {
  const left = before && after && before.x > after.x ? after : before;
  const right = left === before ? after : before;
  const from = left ? left.x + left.width : right ? right.x : 0;
  const to = right ? right.x : from;
  return [rounded(Math.min(from, to)), rounded(Math.max(from, to))];
}

/** An area as a line whose one unit is an object replacement character. Coordinates in the frame. */
export function printArea(
  { x0, y0, x1, y1 }: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number },
  { page, toUserSpace }: Printing,
): PrintedLine {
  const edges = [rounded(x0), rounded(x1)];
  return { page, toUserSpace, text: PICTURE, edges, top: rounded(y0), bottom: rounded(y1) };
}

/** Hundredths of a point are finer than any screen or printer. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * The map from a frame to user space.
 *
 * @param angle clockwise angle of the frame on the upright page, in degrees; see `turning` of `split-frames.ts`
 * @param base map from user space to the upright page, whose size in points is `width` by `height`
 */
export function userSpaceOf(angle: number, base: Matrix, width: number, height: number): Matrix {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const left = Math.min(0, width * cos) + Math.min(0, height * sin);
  const top = Math.min(0, -width * sin) + Math.min(0, height * cos);
  const upright: Matrix = [cos, sin, -sin, cos, left * cos - top * sin, left * sin + top * cos];
  return multiply(upright, inverseOf(base));
}

function inverseOf([a, b, c, d, e, f]: Matrix): Matrix {
  const area = a * d - b * c;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}
