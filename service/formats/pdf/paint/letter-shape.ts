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

type Edge = readonly [x0: number, y0: number, x1: number, y1: number];

/** The shape of an outline: an operator and its coordinates, again and again. Null for a line or nothing. */
export function letterShape(outline: ArrayLike<number>): LetterShape | null {
  const edges = edgesOf(outline);
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x0, y0, x1, y1] of edges) {
    left = Math.min(left, x0, x1);
    right = Math.max(right, x0, x1);
    low = Math.min(low, y0, y1);
    high = Math.max(high, y0, y1);
  }
  if (!(right - left > FLAT && high - low > FLAT)) return null;
  const rows = Array.from({ length: GRID }, (_, row) => {
    const y = low + ((row + 0.5) / GRID) * (high - low);
    return filledCells(edges, y, left, right);
  });
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

/** The cells of a row whose middle is inside the outline (nonzero winding number). */
function filledCells(edges: readonly Edge[], y: number, left: number, right: number): number {
  const crossings = edges
    .filter(([, y0, , y1]) => y0 <= y !== y1 <= y)
    .map(([x0, y0, x1, y1]) => ({ x: x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), turn: y1 > y0 ? 1 : -1 }))
    .sort((a, b) => a.x - b.x);
  let [cells, winding, next] = [0, 0, 0];
  for (let column = 0; column < GRID; column++) {
    const x = left + ((column + 0.5) / GRID) * (right - left);
    while (next < crossings.length && crossings[next]!.x <= x) winding += crossings[next++]!.turn;
    if (winding !== 0) cells |= 1 << column;
  }
  return cells;
}

/** The outline as straight edges. Each part is closed. */
function edgesOf(outline: ArrayLike<number>): Edge[] {
  const edges: Edge[] = [];
  let [startX, startY, x, y] = [0, 0, 0, 0];
  const to = (nextX: number, nextY: number): void => {
    edges.push([x, y, nextX, nextY]);
    [x, y] = [nextX, nextY];
  };
  for (let at = 0; at < outline.length;) {
    const operator = outline[at++]!;
    const points = (count: number): number[] => Array.from({ length: count }, () => outline[at++] ?? 0);
    if (operator === MOVE) {
      to(startX, startY);
      [startX = 0, startY = 0] = points(2);
      [x, y] = [startX, startY];
    } else if (operator === LINE) {
      const [nextX = 0, nextY = 0] = points(2);
      to(nextX, nextY);
    } else if (operator === CURVE || operator === QUADRATIC) {
      const given = points(operator === CURVE ? 6 : 4);
      const curve = [x, y, ...given];
      for (let piece = 1; piece <= PIECES; piece++)
        to(onCurve(curve, 0, piece / PIECES), onCurve(curve, 1, piece / PIECES));
    } else to(startX, startY);
  }
  to(startX, startY);
  return edges;
}

/** A coordinate on a Bézier curve, whose points alternate x and y (de Casteljau). */
function onCurve(points: readonly number[], offset: number, part: number): number {
  let values = points.filter((_, at) => at % 2 === offset);
  while (values.length > 1) values = values.slice(1).map((value, at) => values[at]! + part * (value - values[at]!));
  return values[0]!;
}

function bitsIn(row: number): number {
  let count = 0;
  for (let bits = row; bits !== 0; bits &= bits - 1) count++;
  return count;
}
