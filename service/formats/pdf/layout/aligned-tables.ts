import {
  CELL_GAP,
  COLUMN_GAP,
  cellGaps,
  haveSameStarts,
  keepsColumns,
  paintsSpaces,
  MIN_STRIP,
  SAME_EDGE,
  widestFree,
  wordGaps,
} from './cell-gaps.ts';
import type { Line, LineWord } from '../lines/line.ts';
import { groupRows, isSameStep, SAME_STEP, type CellLine } from './table-rows.ts';
import type { ColumnGap, PageTable, TableCell } from './ruled-tables.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** What is left of a region's lines, and the tables that were found in it. */
export interface AlignedTables {
  readonly lines: readonly Line[];
  readonly tables: readonly AlignedTable[];
}

/** A table without lines. */
export interface AlignedTable extends PageTable {
  /**
   * Too few rows to be sure, at the start or end of a region: part of a table that goes on there, or else these lines.
   */
  readonly otherwise?: readonly Line[];
}

/** Part of the lines behind a narrow strip that begin at its edge (for text from the right: end there). */
const ALIGNED_SHARE = 0.6;
/** The gap between two columns is a cell gap in at least this part of the lines that have text on both sides. */
const WIDE_SHARE = 0.5;
/** Rows that a table without lines has at least: two aligned gaps come together by chance. */
const MIN_ROWS = 3;
/** Part of the rows with more than one filled cell. */
const FILLED_SHARE = 0.6;
/** Lines of one table are not farther apart than this (em). */
const MAX_STEP = 4;
/** ... but lines whose cells begin at the same places, where parties leave room to sign, may be so far apart (em). */
const SIGNED_STEP = 8;
/** ... and in what is only a guess, closer: a header of the page keeps its distance. */
const MAX_UNSURE_STEP = 2.4;
/** Lines of one cell are no farther apart than this (em): double spacing. */
const MAX_CELL_STEP = 2.3;
/** So many lines of a header or footer may stand between a table and the edge of its page. */
const HEADER_LINES = 3;
/** ... at least this far (em) from it. */
const HEADER_DISTANCE = 2;
/** A line larger than the first by this is a heading after the table. */
const LARGER = 1.12;
/** A line this close (em) above or below the table, in one column, is part of a cell that is centred in its row. */
const STAGGER = 0.95;

/** Finds tables that no lines are drawn for: gaps between words that stay in one place over several lines. */
export function findAlignedTables(lines: readonly Line[], rightToLeft: boolean): AlignedTables {
  const tables: PageTable[] = [];
  const rest: Line[] = [];
  for (let index = 0; index < lines.length;) {
    const end = growTable(lines, index, rightToLeft);
    const found = end > index ? tableIn(lines, index, end, index - rest.length) : null;
    if (!found) {
      rest.push(lines[index]!);
      index++;
      continue;
    }
    // Lines just above that belong to the first row were taken for text.
    rest.length -= index - found.start;
    tables.push(found.table);
    index = found.end;
  }
  return { lines: rest, tables };
}

/** More gaps across a page part no columns of a table that is meant to be read without lines. */
const GAPS_MAX = 100;
/** The columns of a growing table are those of its last lines: no page has more that a person reads. */
const LINES_TOGETHER = 200;

/**
 * End of the lines from `start` on that leave the gaps of the first one open; `start` itself when it has none. Once
 * columns are established, a line that runs through the gap between two of them ends the table.
 */
function growTable(lines: readonly Line[], start: number, rightToLeft: boolean): number {
  const first = lines[start]!;
  let gaps = cellGaps(first, rightToLeft);
  if (gaps.length === 0) return start;
  let end = start + 1;
  let last = end;
  let columns = 0;
  while (end < lines.length) {
    const line = lines[end]!;
    if (line.size > LARGER * first.size) break;
    const step = line.y - lines[end - 1]!.y;
    if (step > MAX_STEP * line.size && !(step <= SIGNED_STEP * line.size && haveSameStarts(first, line))) break;
    const left = gaps.flatMap((gap) => widestFree(gap, line));
    if (left.length === 0) break;
    const own = lines.slice(Math.max(start, end + 1 - LINES_TOGETHER), end + 1);
    if (end - start >= MIN_ROWS && columns > 1 && columnGaps(own, MIN_STRIP).length < columns) break;
    const strips = columnGaps(own);
    columns = strips.length;
    gaps = left;
    end++;
    if (cellGaps(line, rightToLeft).length > 0 || keepsColumns(line, strips, own.length > MIN_ROWS)) last = end;
  }
  return last;
}

/**
 * Whether the lines are a justified paragraph in a narrow column: the gaps of each line are alike, and the first word of
 * the next line would have found no room. In a row of a table it would have.
 */
function isJustified(lines: readonly Line[]): boolean {
  if (lines.length < 2) return false;
  const x1 = maxOf(lines.map((line) => line.x1));
  const x0 = minOf(lines.map((line) => line.x0));
  let full = 0;
  for (const [index, line] of lines.entries()) {
    const gaps = wordGaps(line);
    if (gaps.length > 1 && maxOf(gaps) > EVEN_GAPS * minOf(gaps)) return false;
    const next = lines[index + 1];
    if (!next) continue;
    const stretched = gaps.reduce((sum, gap) => sum + gap - JUSTIFIED_SPACE * line.size, 0);
    if (x1 - x0 - (line.x1 - x0 - stretched) < firstWidth(next) + JUSTIFIED_SPACE * line.size) full++;
  }
  return full >= FULL_SHARE * (lines.length - 1);
}

/** Gaps between the words of a justified line agree to this ratio; after a full stop TeX leaves more. */
const EVEN_GAPS = 2;
/** A space (em) as narrow as justified text sets it before it stretches. */
const JUSTIFIED_SPACE = 0.25;
/** Part of the lines of a justified paragraph that are full; a hyphenated word may leave room for its beginning. */
const FULL_SHARE = 0.75;

function firstWidth(line: Line): number {
  const end = line.words.findIndex((word, index) => index > 0 && word.spaceBefore);
  return line.words[end < 0 ? line.words.length - 1 : end - 1]!.x1 - line.x0;
}

interface Found {
  readonly table: AlignedTable;
  readonly start: number;
  readonly end: number;
}

function tableIn(lines: readonly Line[], from: number, to: number, lowest: number): Found | null {
  const core = lines.slice(from, to);
  const gaps = columnGaps(core);
  if (gaps.length === 0) return null;
  const edges = gaps.map((gap) => (gap.x0 + gap.x1) / 2);
  const columnOf = (x: number): number => edges.filter((edge) => edge <= x).length;
  const { start, end } = extend(lines, from, to, lowest, edges, columnOf);
  const own = lines.slice(start, end);
  if (isJustified(own)) return null;
  const cellLines = own.flatMap((line): CellLine<LineWord>[] => {
    const columns = new Map<number, LineWord[]>();
    for (const word of line.words) {
      const column = columnOf((word.x0 + word.x1) / 2);
      const words = columns.get(column);
      if (words) words.push(word);
      else columns.set(column, [word]);
    }
    return [...columns].map(([column, words]) => ({ column, y: line.y, top: line.top, bottom: line.bottom, words }));
  });
  const rows = groupRows(cellLines, edges.length + 1);
  const filled = rows.filter((row) => row.filter((words) => words.length > 0).length > 1).length;
  const sure = filled >= MIN_ROWS;
  if (!sure && own.some((line, index) => index > 0 && line.y - own[index - 1]!.y > MAX_UNSURE_STEP * line.size))
    return null;
  if (filled < FILLED_SHARE * rows.length || !(sure || isAtEdge(lines, start, end))) return null;
  const x0 = minOf(own.map((line) => line.x0));
  return {
    start,
    end,
    table: {
      x0,
      x1: maxOf(own.map((line) => line.x1)),
      top: minOf(own.map((line) => line.top)),
      bottom: maxOf(own.map((line) => line.bottom)),
      openTop: null,
      openBottom: null,
      gaps: gaps.map((gap) => ({ x0: gap.x0 - x0, x1: gap.x1 - x0 })),
      rows: rows.map((row) => row.map((words, column): TableCell => ({ column, colspan: 1, rowspan: 1, words }))),
      ...(sure ? {} : { otherwise: own }),
    },
  };
}

/** Whether nothing but lines of a header stands above these lines, or of a footer below them. */
function isAtEdge(lines: readonly Line[], start: number, end: number): boolean {
  const apart = (above: Line | undefined, below: Line | undefined): boolean =>
    !above || !below || below.y - above.y > HEADER_DISTANCE * below.size;
  return (
    (start <= HEADER_LINES && apart(lines[start - 1], lines[start])) ||
    (end >= lines.length - HEADER_LINES && apart(lines[end - 1], lines[end]))
  );
}

/**
 * The strips that no word of the lines enters, where enough lines have a wide gap.
 *
 * @param least strips narrower than this (em) count only where lines begin or end at their edge
 */
function columnGaps(lines: readonly Line[], least = COLUMN_GAP): ColumnGap[] {
  const size = lines[0]!.size;
  const words = lines.flatMap((line) => line.words).sort((a, b) => a.x0 - b.x0);
  // Where spaces between words are painted, a gap without one parts cells, however narrow its producer sets them.
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
      // A painted space of usual width stands inside of a cell.
      if (spaces === 0 && (both === 0 || wide >= WIDE_SHARE * both)) gaps.push({ x0: reach, x1: word.x0 });
      if (gaps.length > GAPS_MAX) return [];
    }
    reach = Math.max(reach, word.x1);
  }
  return withoutHeadColumns(gaps, lines);
}

/**
 * Drops the strips beside what stands in no other line of the table and alone there: a title that is centred over its column.
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

/** In which columns lines have words, and which lines have some in each column. */
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

/** How many of some ascending numbers are not above another one. */
function countUpTo(limit: number, ascending: readonly number[]): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether most lines beside the strip begin at its right edge, or most of them end at its left one. */
function isAligned(lines: readonly Line[], strip: ColumnGap, size: number): boolean {
  const starts = lines.flatMap(({ words }) => words.find((word) => word.x0 >= strip.x1 - 0.01)?.x0 ?? []);
  const ends = lines.flatMap(({ words }) => words.findLast((word) => word.x1 <= strip.x0 + 0.01)?.x1 ?? []);
  const near = (edges: readonly number[], edge: number): boolean =>
    edges.length >= MIN_ROWS &&
    edges.filter((x) => Math.abs(x - edge) <= SAME_EDGE * size).length >= ALIGNED_SHARE * edges.length;
  return near(starts, strip.x1) || near(ends, strip.x0);
}

/** Takes in the lines above and below that stand in one column and belong to a cell of the first or last row. */
function extend(
  lines: readonly Line[],
  from: number,
  to: number,
  lowest: number,
  edges: readonly number[],
  columnOf: (x: number) => number,
): { start: number; end: number } {
  const inOneColumn = (line: Line): boolean =>
    columnOf(line.x0) === columnOf(line.x1) && !edges.some((edge) => edge > line.x0 && edge < line.x1);
  const own = lines.slice(from, to);
  // Where each row has one line, a line closer than rows are is none of its own.
  const step = Math.min(smallestStep(own, columnOf) ?? rowStep(own) / SAME_STEP ** 2, MAX_CELL_STEP * own[0]!.size);
  const joins = (line: Line, neighbour: Line, others: readonly Line[]): boolean => {
    if (!inOneColumn(line)) return false;
    const distance = Math.abs(line.y - neighbour.y);
    if (distance < STAGGER * line.size) return true;
    const column = columnOf(line.x0);
    const same = others.find((other) => other.words.some((word) => columnOf(word.x0) === column));
    return same !== undefined && isSameStep(Math.abs(line.y - same.y), step);
  };
  let start = from;
  let end = to;
  const steps = lines.slice(from + 1, to).map((line, index) => line.y - lines[from + index]!.y);
  const largest = Math.max(0, maxOf(steps));
  const chainAbove = staggeredChain(lines.slice(lowest, from).reverse(), lines[from]!, largest, inOneColumn, columnOf);
  const chainBelow = staggeredChain(lines.slice(to), lines[to - 1]!, largest, inOneColumn, columnOf);
  start -= chainAbove;
  end += chainBelow;
  while (start > lowest && joins(lines[start - 1]!, lines[start]!, lines.slice(start, to))) start--;
  while (end < lines.length && joins(lines[end]!, lines[end - 1]!, lines.slice(start, end).reverse())) end++;
  return { start, end };
}

/**
 * How many lines next to the table are a row of it with cells of unequal height, centred to each other: lines of two
 * columns or more, each closer to the next than lines of one column can be.
 */
function staggeredChain(
  lines: readonly Line[],
  neighbour: Line,
  largestStep: number,
  inOneColumn: (line: Line) => boolean,
  columnOf: (x: number) => number,
): number {
  const columns = new Set<number>();
  let count = 0;
  for (const line of lines) {
    const near = count === 0 ? largestStep : STAGGER * line.size;
    const distance = Math.abs(line.y - (count === 0 ? neighbour : lines[count - 1]!).y);
    if (!inOneColumn(line) || distance > near) break;
    columns.add(columnOf(line.x0));
    count++;
  }
  return columns.size > 1 ? count : 0;
}

/** Smallest distance of two rows of one line each. */
function rowStep(lines: readonly Line[]): number {
  return minOf(lines.slice(1).map((line, index) => line.y - lines[index]!.y));
}

/** Smallest distance of two lines in one column, when the column has larger ones too. */
function smallestStep(lines: readonly Line[], columnOf: (x: number) => number): number | null {
  const last = new Map<number, number>();
  let smallest = Infinity;
  let largest = 0;
  for (const line of lines) {
    for (const column of new Set(line.words.map((word) => columnOf(word.x0)))) {
      const before = last.get(column);
      last.set(column, line.y);
      if (before === undefined) continue;
      smallest = Math.min(smallest, line.y - before);
      largest = Math.max(largest, line.y - before);
    }
  }
  return isSameStep(largest, smallest) ? null : smallest;
}
