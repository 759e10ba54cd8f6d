/** The columns of lines: the strips between their words that no line enters. */
import { CELL_GAP, COLUMN_GAP, MIN_STRIP, SAME_EDGE, countUpTo, paintsSpaces } from './cell-gaps.ts';
import type { Line } from '../lines/line.ts';
import type { ColumnGap } from './ruled-tables.ts';

/** Smallest number of rows. Two gaps may be aligned by chance. */
export const MIN_ROWS = 3;
/** Part of the lines behind a narrow strip that begin at its edge (in right-to-left text: end there). */
const ALIGNED_SHARE = 0.6;
/** Among lines with text on both sides of a column gap, at least this part has a cell gap there. */
const WIDE_SHARE = 0.5;
/** A readable table has fewer gaps across a page. */
const GAPS_MAX = 100;

/**
 * The strips that no word of the lines enters, with a wide gap in enough lines.
 *
 * @param least narrower strips (em) count only if lines begin or end at their edge
 */
export function columnGaps(lines: readonly Line[], least = COLUMN_GAP): ColumnGap[] {
  const size = lines[0]!.size;
  const words = lines.flatMap((line) => line.words).sort((a, b) => a.x0 - b.x0);
  // If spaces are painted, a gap without a painted space separates cells, however narrow it is.
  const cellGap = lines.some(paintsSpaces) ? COLUMN_GAP : CELL_GAP;
  const gaps: ColumnGap[] = [];
  let reach = words[0]!.x1;
  for (const word of words) {
    const width = word.x0 - reach;
    if (width >= least * size || (width >= MIN_STRIP * size && isAligned(lines, { x0: reach, x1: word.x0 }, size))) {
      const edge = (reach + word.x0) / 2;
      let both = 0;
      let wide = 0;
      let spaces = 0;
      for (const line of lines) {
        let leftEnd = -Infinity;
        let rightStart = Infinity;
        let painted = false;
        for (const other of line.words) {
          if (other.x1 < edge) leftEnd = Math.max(leftEnd, other.x1);
          else if (other.x0 > edge) {
            if (rightStart === Infinity) painted = other.paintedSpaces > 0;
            rightStart = Math.min(rightStart, other.x0);
          }
        }
        const gap = rightStart - leftEnd;
        if (gap === Infinity) continue;
        both++;
        if (gap >= (painted ? CELL_GAP : cellGap) * size) wide++;
        else if (painted) spaces++;
      }
      // A painted space of usual width is inside a cell.
      if (spaces === 0 && (both === 0 || wide >= WIDE_SHARE * both)) gaps.push({ x0: reach, x1: word.x0 });
      if (gaps.length > GAPS_MAX) return [];
    }
    reach = Math.max(reach, word.x1);
  }
  return withoutHeadColumns(gaps, lines);
}

/**
 * Drops the strips beside a column with a single entry that is alone on its line. It is a title centred over its
 * column.
 *
 *           Price                       Price
 *     5.00            is one column:    5.00
 *     7.50                              7.50
 */
function withoutHeadColumns(gaps: readonly ColumnGap[], lines: readonly Line[]): ColumnGap[] {
  const kept = [...gaps];
  let filled = columnsOf(lines, kept);
  for (let column = 0; column <= kept.length && kept.length > 0;) {
    const own = filled.linesOf[column]!;
    const neighbour = [column - 1, column + 1].find(
      (at) =>
        at >= 0 &&
        at <= kept.length &&
        own.length === 1 &&
        !filled.ofLine.get(own[0]!)!.has(at) &&
        filled.linesOf[at]!.length > 1,
    );
    if (neighbour === undefined) column++;
    else {
      kept.splice(Math.min(column, neighbour), 1);
      filled = columnsOf(lines, kept);
      column = 0;
    }
  }
  return kept;
}

/** The columns in which each line has words, and the lines with words in each column. */
function columnsOf(
  lines: readonly Line[],
  gaps: readonly ColumnGap[],
): { ofLine: Map<Line, Set<number>>; linesOf: Line[][] } {
  const edges = gaps.map((gap) => (gap.x0 + gap.x1) / 2);
  const ofLine = new Map<Line, Set<number>>();
  const linesOf: Line[][] = Array.from({ length: gaps.length + 1 }, () => []);
  for (const line of lines) {
    const columns = new Set(line.words.map((word) => countUpTo((word.x0 + word.x1) / 2, edges)));
    ofLine.set(line, columns);
    for (const column of columns) linesOf[column]!.push(line);
  }
  return { ofLine, linesOf };
}

/** Whether most lines beside the strip begin at its right edge, or most of them end at its left edge. */
function isAligned(lines: readonly Line[], strip: ColumnGap, size: number): boolean {
  const starts = lines.flatMap(({ words }) => words.find((word) => word.x0 >= strip.x1 - 0.01)?.x0 ?? []);
  const ends = lines.flatMap(({ words }) => words.findLast((word) => word.x1 <= strip.x0 + 0.01)?.x1 ?? []);
  const near = (edges: readonly number[], edge: number): boolean =>
    edges.length >= MIN_ROWS &&
    edges.filter((x) => Math.abs(x - edge) <= SAME_EDGE * size).length >= ALIGNED_SHARE * edges.length;
  return near(starts, strip.x1) || near(ends, strip.x0);
}
