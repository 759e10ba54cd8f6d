import type { MarkedPage } from '../../../shared/api/page-marks.ts';

/** a, b, c, d, e, f of a matrix as PDF writes it. */
export type Matrix = readonly [number, number, number, number, number, number];

/** The place of a source page on the written page. */
export interface PagePlace {
  readonly matrix: Matrix;
  readonly width: number;
  readonly height: number;
}

/**
 * Places a page upright with its lower left corner at (x, y).
 *
 * @param unit size of one unit of user space in points
 */
export function placePage({ box, rotation }: MarkedPage, unit: number, x: number, y: number): PagePlace {
  const [left, bottom, right, top] = box as [number, number, number, number];
  const size = [(right - left) * unit, (top - bottom) * unit] as const;
  const turn = ((rotation % 360) + 360) % 360;
  const [width, height] = turn % 180 === 90 ? [size[1], size[0]] : size;
  const upright: Matrix =
    turn === 90
      ? [0, -1, 1, 0, -bottom, right]
      : turn === 180
        ? [-1, 0, 0, -1, right, top]
        : turn === 270
          ? [0, 1, -1, 0, top, -left]
          : [1, 0, 0, 1, -left, -bottom];
  const [a, b, c, d, e, f] = upright.map((value) => value * unit) as unknown as Matrix;
  return { matrix: [a, b, c, d, e + x, f + y], width, height };
}

/** A point of user space on the written page. */
export function applyMatrix([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The smallest upright rectangle around a rectangle of user space: left, bottom, right, top. */
export function coverRectangle(matrix: Matrix, [x0, y0, x1, y1]: readonly number[]): [number, number, number, number] {
  const [ax, ay] = applyMatrix(matrix, x0!, y0!);
  const [bx, by] = applyMatrix(matrix, x1!, y1!);
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
}

/** A number as PDF writes it: without exponent, with at most four decimals. */
export function written(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toFixed(4)) + 0) : '0';
}
