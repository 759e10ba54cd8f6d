import type { MarkedPage, Quad } from '../../../shared/api/page-marks.ts';

/** A rectangle on a shown page, in points from its upper left corner. */
export interface ShownBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Clockwise turn of a page as it is shown: its own, and the reader's. Degrees: 0, 90, 180 or 270. */
export function turnOf({ rotation }: MarkedPage, turned: number): number {
  return (((rotation + turned) % 360) + 360) % 360;
}

/** Size of a shown page in points. */
export function sizeOf(page: MarkedPage, turned: number): { readonly width: number; readonly height: number } {
  const [left, bottom, right, top] = page.box as [number, number, number, number];
  const isSideways = turnOf(page, turned) % 180 === 90;
  const [width, height] = [right - left, top - bottom];
  return isSideways ? { width: height, height: width } : { width, height };
}

/** The smallest upright box around a quadrilateral on the shown page. */
export function boxOf(quad: Quad, page: MarkedPage, turned: number): ShownBox {
  const points = [0, 2, 4, 6].map((at) => pointOf(quad[at]!, quad[at + 1]!, page, turned));
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** A point of user space on the shown page. */
function pointOf(x: number, y: number, page: MarkedPage, turned: number): readonly [number, number] {
  const [left, bottom, right, top] = page.box as [number, number, number, number];
  switch (turnOf(page, turned)) {
    case 90:
      return [y - bottom, x - left];
    case 180:
      return [right - x, y - bottom];
    case 270:
      return [top - y, right - x];
    default:
      return [x - left, top - y];
  }
}
