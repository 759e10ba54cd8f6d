/** Rows and columns of the grid on which a letter is drawn. */
const GRID = 24;
/** Straight pieces of a curve. */
const PIECES = 6;
/**
 * Shapes of one letter in one face have at most this part of their ink at different places. In Helvetica a 3 and an 8
 * have 0.26, a 5 and a 6 have 0.34. Another make of a face has less than 0.15.
 */
const SAME_INK = 0.2;
/** Their heights, and their widths, differ by at most this factor. */
const SAME_SIZE = 1.25;
/** Heights and widths (em) below this are a line, which has no shape. */
const FLAT = 0.02;

/** The shape of a letter as the cells of a grid that it fills. Size and place do not count. */
export interface LetterShape {
  /** For each row the filled cells, as bits. */
  readonly rows: readonly number[];
  /** In ems. */
  readonly width: number;
  readonly height: number;
}

/** Operators of an outline of pdf.js, with the number of their coordinates. */
const MOVE = 0;
const LINE = 1;
const CURVE = 2;
const QUADRATIC = 3;

/** Ends of straight edges: x and y of the first end, then of the second one, again and again. */
type Edges = readonly number[];
/** Where an edge crosses the middle of a row, and whether it turns the winding up or down. */
interface Crossing {
  readonly x: number;
  readonly turn: 1 | -1;
}

/** The shape of an outline: an operator and its coordinates, again and again. Null for a line or nothing. */
export function letterShape(outline: ArrayLike<number>): LetterShape | null {
  const edges = edgesOf(outline);
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < edges.length; at += 2) {
    left = Math.min(left, edges[at]!);
    right = Math.max(right, edges[at]!);
    low = Math.min(low, edges[at + 1]!);
    high = Math.max(high, edges[at + 1]!);
  }
  if (!(right - left > FLAT && high - low > FLAT)) return null;
  const rows = crossingsOf(edges, low, high).map((crossings) => filledCells(crossings, left, right));
  return { rows, width: right - left, height: high - low };
}

/** Whether two shapes are of one letter, in the same face or another make of it. */
export function isSameShape(a: LetterShape, b: LetterShape): boolean {
  if (!isNear(a.width, b.width) || !isNear(a.height, b.height)) return false;
  let [different, ink] = [0, 0];
  a.rows.forEach((row, at) => {
    different += bitsIn(row ^ b.rows[at]!);
    ink += bitsIn(row | b.rows[at]!);
  });
  return different <= SAME_INK * ink;
}

function isNear(a: number, b: number): boolean {
  return Math.max(a, b) <= SAME_SIZE * Math.min(a, b);
}

/** The crossings of each row of the grid. Every edge is looked at once, because a document has thousands of outlines. */
function crossingsOf(edges: Edges, low: number, high: number): Crossing[][] {
  const middles = Array.from({ length: GRID }, (_, row) => low + ((row + 0.5) / GRID) * (high - low));
  const rows = middles.map((): Crossing[] => []);
  for (let at = 0; at < edges.length; at += 4) {
    const [x0, y0, x1, y1] = [edges[at]!, edges[at + 1]!, edges[at + 2]!, edges[at + 3]!];
    for (let row = 0; row < GRID; row++) {
      const y = middles[row]!;
      if (y0 <= y !== y1 <= y) rows[row]!.push({ x: x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), turn: y1 > y0 ? 1 : -1 });
    }
  }
  return rows;
}

/** The cells of a row whose middle is inside the outline (nonzero winding number). */
function filledCells(crossings: Crossing[], left: number, right: number): number {
  crossings.sort((a, b) => a.x - b.x);
  let [cells, winding, next] = [0, 0, 0];
  for (let column = 0; column < GRID; column++) {
    const x = left + ((column + 0.5) / GRID) * (right - left);
    while (next < crossings.length && crossings[next]!.x <= x) winding += crossings[next++]!.turn;
    if (winding !== 0) cells |= 1 << column;
  }
  return cells;
}

/** The outline as straight edges. Each part is closed. */
function edgesOf(outline: ArrayLike<number>): Edges {
  const edges: number[] = [];
  let [startX, startY, x, y] = [0, 0, 0, 0];
  const to = (nextX: number, nextY: number): void => {
    edges.push(x, y, nextX, nextY);
    x = nextX;
    y = nextY;
  };
  let at = 0;
  const next = (): number => outline[at++] ?? 0;
  while (at < outline.length) {
    const operator = next();
    if (operator === MOVE) {
      to(startX, startY);
      startX = x = next();
      startY = y = next();
    } else if (operator === LINE) to(next(), next());
    else if (operator === CURVE) {
      const [fromX, fromY, x1, y1, x2, y2, x3, y3] = [x, y, next(), next(), next(), next(), next(), next()];
      for (let piece = 1; piece <= PIECES; piece++) {
        const part = piece / PIECES;
        to(onCubic(fromX, x1, x2, x3, part), onCubic(fromY, y1, y2, y3, part));
      }
    } else if (operator === QUADRATIC) {
      const [fromX, fromY, x1, y1, x2, y2] = [x, y, next(), next(), next(), next()];
      for (let piece = 1; piece <= PIECES; piece++) {
        const part = piece / PIECES;
        to(onQuadratic(fromX, x1, x2, part), onQuadratic(fromY, y1, y2, part));
      }
    } else to(startX, startY);
  }
  to(startX, startY);
  return edges;
}

/** A coordinate on a cubic Bézier curve (de Casteljau). */
function onCubic(a: number, b: number, c: number, d: number, part: number): number {
  return between(onQuadratic(a, b, c, part), onQuadratic(b, c, d, part), part);
}

function onQuadratic(a: number, b: number, c: number, part: number): number {
  return between(between(a, b, part), between(b, c, part), part);
}

function between(from: number, to: number, part: number): number {
  return from + part * (to - from);
}

function bitsIn(row: number): number {
  let count = 0;
  for (let bits = row; bits !== 0; bits &= bits - 1) count++;
  return count;
}
