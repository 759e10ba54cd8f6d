/** Collects what a page paints beside its text, in page space (see `glyph.ts`). */
import { createHash } from 'node:crypto';
import type { PictureName } from '../amend/picture-names.ts';
import { sha256 } from '../../../sha256.ts';
import type { Matrix } from './matrix.ts';
import { isWhite, PaintedShapes } from './painted-shapes.ts';

/** An area of the page. */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** How paths are painted. Colours are `#rrggbb`, spelled patterns, or empty for none. */
export interface Pen {
  readonly fill: string;
  readonly stroke: string;
  /** In user space. */
  readonly width: number;
  readonly dash: string;
  /** Transparency, blending, line caps and joins, by their names in a graphics state. */
  readonly effects: Readonly<Record<string, string>>;
}

/** The pen at the start of a page. */
export const PLAIN_PEN: Pen = { fill: '#000000', stroke: '#000000', width: 1, dash: '', effects: {} };

/** The area that painting can reach. */
export interface Clip {
  readonly box: Box;
  /** Digest of the clipping paths that are no rectangles; empty without one. */
  readonly shape: string;
}

/** The clip at the start of a page: none. */
export const PAGE_CLIP: Clip = { box: { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity }, shape: '' };

/** The state in which something is painted. */
interface Brush {
  readonly ctm: Matrix;
  readonly pen: Pen;
  readonly annotation: string | null;
  clip: Clip;
}

/** A painted path, or a shading that fills its clip. */
export interface PaintedPath {
  /** Segment codes and coordinates in user space, as pdf.js returns them; empty for a shading. */
  readonly path: ArrayLike<number>;
  readonly ctm: Matrix;
  /** Spelling of colours, line style and effects. */
  readonly style: string;
  readonly clip: Clip;
  /** Around the whole path, also where it is clipped. */
  readonly box: Box;
  /** pdf.js id of the annotation that paints it; null for the page. */
  readonly annotation: string | null;
  /** Whether all segments are horizontal or vertical. */
  readonly isStraight: boolean;
  /** Its rules in `shapes`: the first, and the one after the last. */
  readonly rules: readonly [from: number, to: number];
  /** Number of its filled areas in `shapes`. */
  readonly fills: number;
  /** Its dots in `shapes`. */
  readonly dots: readonly [from: number, to: number];
}

/** A painted picture. It fills the unit square of its user space. */
export interface PaintedPicture {
  readonly sha256: string;
  readonly ctm: Matrix;
  readonly clip: Clip;
  readonly box: Box;
  readonly annotation: string | null;
  /** Colour and effects. */
  readonly style: string;
}

/** Paths that are kept one by one. A dense map has some ten thousand. */
const MAX_PATHS = 20_000;
/** Numbers of coordinates after each segment code of pdf.js: move, line, curve, quadratic curve, close. */
const COORDINATES = [2, 2, 6, 4, 0];
/** A segment may deviate by this (pt) and still count as horizontal or vertical. */
const STRAIGHT_TOLERANCE = 0.6;

/** The drawings and pictures of one page, in painting order. */
export class PaintedDrawings {
  readonly paths: PaintedPath[] = [];
  readonly pictures: PaintedPicture[] = [];
  /** The shapes of all paths, also of artifacts. */
  readonly shapes = new PaintedShapes();
  readonly #further = createHash('sha256');
  #hasFurther = false;
  #clipsNext = false;
  #lastStyle: { readonly pen: Pen; readonly key: string; readonly style: string } | null = null;

  /** Digest of the paths beyond the cap, at their places on the page; empty if there are none. */
  get furtherPaths(): string {
    return this.#hasFurther ? this.#further.copy().digest('hex') : '';
  }

  /** The next path clips everything painted after it. */
  clipNext(): void {
    this.#clipsNext = true;
  }

  /** Clips to the box of a form (ISO 32000-2, 8.10.1). Anything but four numbers clips nothing. */
  clipToForm(box: unknown, state: Brush): void {
    const corners = typeof box === 'object' && box !== null ? Array.from(box as ArrayLike<unknown>) : [];
    if (corners.length !== 4 || !corners.every((corner) => typeof corner === 'number')) return;
    const [x0, y0, x1, y1] = corners as [number, number, number, number];
    const path = [0, x0, y0, 1, x1, y0, 1, x1, y1, 1, x0, y1, 4];
    const measured = measure(path, state.ctm);
    if (measured) state.clip = clipped(state.clip, path, state.ctm, measured);
  }

  /** @param paint `isFirst`: no text was painted before */
  addPath(
    path: ArrayLike<number>,
    state: Brush,
    paint: { readonly stroke: boolean; readonly fill: boolean; readonly isFirst: boolean },
  ): void {
    const { ctm, clip, pen, annotation } = state;
    const measured = measure(path, ctm);
    if (measured && (paint.stroke || paint.fill) && meet(measured.box, clip.box) && !this.#isBare(pen, paint)) {
      this.#keep(
        path,
        ctm,
        { style: this.#styleOf(pen, ctm, paint), clip, annotation, ...measured },
        { ...paint, color: pen.fill },
      );
    }
    if (this.#clipsNext && measured) state.clip = clipped(clip, path, ctm, measured);
    this.#clipsNext = false;
  }

  #keep(
    path: ArrayLike<number>,
    ctm: Matrix,
    painted: Pick<PaintedPath, 'style' | 'clip' | 'annotation' | 'box' | 'isStraight'>,
    paint: { readonly stroke: boolean; readonly fill: boolean; readonly color: string },
  ): void {
    if (this.paths.length >= MAX_PATHS) {
      this.#hasFurther = true;
      this.#further.update(painted.style).update(placed(path, ctm, 0, 0));
      return;
    }
    const { rules, fills, dots } = this.shapes;
    const before = [rules.length, fills.length, dots.length] as const;
    this.shapes.add(path, ctm, paint);
    const { style, clip, annotation, box, isStraight } = painted;
    this.paths.push({
      path,
      ctm,
      style,
      clip,
      annotation,
      box,
      isStraight,
      rules: [before[0], rules.length],
      fills: fills.length - before[1],
      dots: [before[2], dots.length],
    });
  }

  /** Adds a shading, which fills the clip. */
  addShading(pattern: string, { ctm, clip, pen, annotation }: Brush): void {
    this.paths.push({
      path: [],
      ctm,
      style: `${pattern} ${effectsOf(pen)}`,
      clip,
      annotation,
      box: clip.box,
      isStraight: false,
      rules: [0, 0],
      fills: 0,
      dots: [0, 0],
    });
  }

  /** Adds a picture. */
  addPicture({ sha256, isStencil }: PictureName, { ctm, clip, pen, annotation }: Brush): void {
    const measured = measure([0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1], ctm);
    if (!measured || !meet(measured.box, clip.box)) return;
    const style = `${isStencil ? pen.fill : ''} ${effectsOf(pen)}`;
    this.pictures.push({ sha256, ctm, clip, box: measured.box, annotation, style });
  }

  /** Most paths have the style of the one before; they share its text. */
  #styleOf(pen: Pen, [a, b, c, d]: Matrix, { stroke, fill }: { stroke: boolean; fill: boolean }): string {
    const width = stroke ? tenths(pen.width * Math.sqrt(Math.abs(a * d - b * c))) : 0;
    const key = `${stroke} ${fill} ${width}`;
    if (this.#lastStyle?.pen === pen && this.#lastStyle.key === key) return this.#lastStyle.style;
    const line = stroke ? `stroke ${pen.stroke} ${width} ${pen.dash}` : '';
    const style = `${fill ? `fill ${pen.fill}` : ''} ${line} ${effectsOf(pen)}`;
    this.#lastStyle = { pen, key, style };
    return style;
  }

  /** White on bare paper cannot be seen: some producers begin a page with it. */
  #isBare(pen: Pen, { stroke, isFirst }: { stroke: boolean; isFirst: boolean }): boolean {
    return !stroke && isFirst && isWhite(pen.fill) && this.paths.length + this.pictures.length === 0;
  }
}

interface Measured {
  readonly box: Box;
  readonly isStraight: boolean;
  /** One closed outline of four corners along the axes. */
  readonly isRectangle: boolean;
}

/** The box of a path; null if it is empty or malformed. Control points count as points. */
function measure(path: ArrayLike<number>, [a, b, c, d, e, f]: Matrix): Measured | null {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  let isStraight = true;
  let [points, outlines, lastX, lastY] = [0, 0, 0, 0];
  for (let at = 0; at < path.length;) {
    const code = path[at++]!;
    const count = COORDINATES[code];
    if (count === undefined) return null;
    if (code === 0) outlines++;
    if (count > 2) isStraight = false;
    for (const end = Math.min(at + count, path.length - 1); at < end; at += 2) {
      const [x, y] = [a * path[at]! + c * path[at + 1]! + e, b * path[at]! + d * path[at + 1]! + f];
      if (!Number.isFinite(x + y)) return null;
      if (code === 1 && Math.min(Math.abs(x - lastX), Math.abs(y - lastY)) > STRAIGHT_TOLERANCE) isStraight = false;
      [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
      [lastX, lastY] = [x, y];
      points++;
    }
  }
  if (points === 0) return null;
  const isRectangle = isStraight && outlines === 1 && (points === 4 || points === 5);
  return { box: { x0, y0, x1, y1 }, isStraight, isRectangle };
}

function clipped(clip: Clip, path: ArrayLike<number>, ctm: Matrix, { box, isRectangle }: Measured): Clip {
  const shape = isRectangle ? clip.shape : sha256(`${clip.shape} ${String(placed(path, ctm, box.x0, box.y0))}`);
  return { box: cut(clip.box, box), shape };
}

/** The common part of two areas. It is inside out if there is none. */
export function cut(a: Box, b: Box): Box {
  return {
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  };
}

/** Whether two areas have a point in common. */
export function meet(a: Box, b: Box): boolean {
  const { x0, y0, x1, y1 } = cut(a, b);
  return x0 <= x1 && y0 <= y1;
}

/** Whole numbers of this many parts of a point: finer differences are rounding of the producer. */
const PARTS = 10;
/** Cap for whole numbers, far beyond any page. */
const MAX_COORDINATE = 1e9;

/** A length or coordinate (pt) as a whole number of tenths. */
export function tenths(points: number): number {
  return Math.max(-MAX_COORDINATE, Math.min(MAX_COORDINATE, Math.round(points * PARTS)));
}

/** Segment codes and coordinates of a path in tenths of a point, relative to an origin on the page. */
export function placed(path: ArrayLike<number>, [a, b, c, d, e, f]: Matrix, x0: number, y0: number): Int32Array {
  const numbers = new Int32Array(path.length);
  for (let at = 0; at < path.length;) {
    const code = path[at]!;
    numbers[at++] = code;
    for (const end = Math.min(at + (COORDINATES[code] ?? 0), path.length - 1); at < end; at += 2) {
      numbers[at] = tenths(a * path[at]! + c * path[at + 1]! + e - x0);
      numbers[at + 1] = tenths(b * path[at]! + d * path[at + 1]! + f - y0);
    }
  }
  return numbers;
}

/** Effects in alphabetical order, without those that are the default. */
function effectsOf({ effects }: Pen): string {
  return Object.entries(effects)
    .filter(([key, value]) => DEFAULTS[key] !== value)
    .map(([key, value]) => `${key} ${value}`)
    .sort()
    .join(' ');
}

const DEFAULTS: Readonly<Record<string, string>> = {
  LC: '0',
  LJ: '0',
  CA: '1',
  ca: '1',
  BM: 'source-over',
  SMask: 'false',
};
