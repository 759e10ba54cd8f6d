import type { Dot, Fill, Rule } from './glyph.ts';
import { multiply, type Matrix } from './matrix.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** A thicker bar (pt) is a filled area, not a line. Table rules and underlines stay below 3 pt. */
const RULE_MAX_THICKNESS = 3;
/** A line may deviate by this (pt) over its length and still count as horizontal or vertical. */
const STRAIGHT_TOLERANCE = 0.6;
/** Shorter marks (pt) are dots and ticks of drawings. */
const RULE_MIN_LENGTH = 2;

/** Limits for the sides (pt) of a bullet, and for the ratio of its sides. */
const DOT_MIN = 1;
const DOT_MAX = 8;
const DOT_RATIO = 1.4;

/** Segment codes of pdf.js path data. */
const MOVE = 0;
const LINE = 1;
const CURVE = 2;
const QUADRATIC = 3;
const CLOSE = 4;

/** Collects straight lines, filled rectangles and bullets from the paths of one page, in page space. */
export class PaintedShapes {
  readonly rules: Rule[] = [];
  readonly fills: Fill[] = [];
  readonly dots: Dot[] = [];

  /**
   * @param path segment codes and coordinates in user space, as pdf.js returns them
   * @param transform from user space to page space
   */
  add(
    path: ArrayLike<number>,
    transform: Matrix,
    paint: { stroke: boolean; fill: boolean; color: string | null },
  ): void {
    let points: [number, number][] = [];
    let straight = true;
    let closed = false;
    const flush = (): void => {
      if (this.#addDot(points, straight, paint)) {
        // A bullet is not a line.
      } else if (straight && points.length > 1) {
        if (paint.fill) this.#addFilled(points, paint.color);
        if (paint.stroke) this.#addStroked(points, closed);
      }
      points = [];
      straight = true;
      closed = false;
    };
    for (let at = 0; at < path.length;) {
      const code = path[at++]!;
      if (code === MOVE) flush();
      if (code === MOVE || code === LINE) {
        points.push(place(transform, path[at]!, path[at + 1]!));
        at += 2;
      } else if (code === CURVE) {
        straight = false;
        points.push(place(transform, path[at + 4]!, path[at + 5]!));
        at += 6;
      } else if (code === QUADRATIC) {
        straight = false;
        points.push(place(transform, path[at + 2]!, path[at + 3]!));
        at += 4;
      } else if (code === CLOSE) {
        closed = true;
      } else return;
    }
    flush();
  }

  #addDot(
    points: readonly [number, number][],
    straight: boolean,
    paint: { fill: boolean; color: string | null },
  ): boolean {
    if (points.length < 3 || (paint.fill && isWhite(paint.color))) return false;
    const xs = points.map((point) => point[0]);
    const ys = points.map((point) => point[1]);
    const [x0, x1, y0, y1] = [minOf(xs), maxOf(xs), minOf(ys), maxOf(ys)];
    const [small, large] = [Math.min(x1 - x0, y1 - y0), Math.max(x1 - x0, y1 - y0)];
    if (small < DOT_MIN || large > DOT_MAX || large > DOT_RATIO * small) return false;
    if (straight && !paint.fill) return false;
    this.dots.push({ x0, y0, x1, y1, shape: straight ? 'square' : paint.fill ? 'disc' : 'circle' });
    return true;
  }

  #addStroked(points: readonly [number, number][], closed: boolean): void {
    for (let index = 1; index < points.length; index++) this.#addLine(points[index - 1]!, points[index]!);
    if (closed) this.#addLine(points.at(-1)!, points[0]!);
  }

  #addLine([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): void {
    const [x0, x1] = ax < bx ? [ax, bx] : [bx, ax];
    const [y0, y1] = ay < by ? [ay, by] : [by, ay];
    this.#addBar(x0, y0, x1, y1);
  }

  #addFilled(points: readonly [number, number][], color: string | null): void {
    if (points.length < 4 || points.length > 5) return;
    const xs = points.map((point) => point[0]);
    const ys = points.map((point) => point[1]);
    const x0 = minOf(xs);
    const x1 = maxOf(xs);
    const y0 = minOf(ys);
    const y1 = maxOf(ys);
    const onEdge = ([x, y]: readonly [number, number]): boolean =>
      (x - x0 < STRAIGHT_TOLERANCE || x1 - x < STRAIGHT_TOLERANCE) &&
      (y - y0 < STRAIGHT_TOLERANCE || y1 - y < STRAIGHT_TOLERANCE);
    if (!points.every(onEdge)) return;
    if (Math.min(x1 - x0, y1 - y0) <= RULE_MAX_THICKNESS) {
      if (!isWhite(color)) this.#addBar(x0, y0, x1, y1);
    } else this.fills.push({ x0, y0, x1, y1, color });
  }

  #addBar(x0: number, y0: number, x1: number, y1: number): void {
    const width = x1 - x0;
    const height = y1 - y0;
    if (Math.max(width, height) < RULE_MIN_LENGTH || Math.min(width, height) > RULE_MAX_THICKNESS) return;
    const horizontal = width >= height;
    if (horizontal) {
      const y = (y0 + y1) / 2;
      this.rules.push({ horizontal, x0, y0: y, x1, y1: y });
    } else {
      const x = (x0 + x1) / 2;
      this.rules.push({ horizontal, x0: x, y0, x1: x, y1 });
    }
  }
}

/** Whether the colour is invisible on white paper. */
export function isWhite(color: string | null): boolean {
  return color === '#ffffff';
}

function place(matrix: Matrix, x: number, y: number): [number, number] {
  const placed = multiply([1, 0, 0, 1, x, y], matrix);
  return [placed[4], placed[5]];
}
