/**
 * Finds tables without drawn lines. It grows a table line by line, divides it into cells, and extends its first and last
 * row.
 */
import { cellGaps, haveSameStarts, keepsColumns, MIN_STRIP, widestFree, wordGaps } from './cell-gaps.ts';
import { columnGaps, MIN_ROWS } from './column-gaps.ts';
import type { Line, LineWord } from '../lines/line.ts';
import { groupRows, isSameStep, SAME_STEP, type CellLine } from './table-rows.ts';
import type { PageTable, TableCell } from './ruled-tables.ts';
import { areContents } from './contents-lines.ts';
import { areSeparateBlocks } from './separate-blocks.ts';
import { textOfWord } from '../lines/words.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** The tables found in a region, and its remaining lines. */
export interface AlignedTables {
  readonly lines: readonly Line[];
  readonly tables: readonly AlignedTable[];
  /** Lines that look like a table: blocks side by side, and entries of a table of contents. */
  readonly blocks: readonly SideBlocks[];
}

/** Blocks of lines side by side, each line a paragraph. A table of contents is one block. */
export interface SideBlocks {
  readonly top: number;
  /** The words of each block, the left one first. */
  readonly sides: readonly (readonly LineWord[])[];
}

/** A table without drawn lines. */
export interface AlignedTable extends PageTable {
  /** The lines that it was made of; absent for a table with drawn lines. */
  readonly lines?: readonly Line[];
  /**
   * Set if the table has too few rows to be certain, at the start or end of a region. It is then part of a table of
   * the neighbouring region, or else these lines.
   */
  readonly otherwise?: readonly Line[];
}

/** Part of the rows with more than one filled cell. */
const FILLED_SHARE = 0.6;
/** Largest distance (em) between lines of one table. */
const MAX_STEP = 4;
/** Larger distance (em) for lines whose cells begin at the same places, as where parties leave room to sign. */
const SIGNED_STEP = 8;
/** Smaller distance (em) for an uncertain table: a page header keeps its distance from the text. */
const MAX_UNSURE_STEP = 2.4;
/** Largest distance (em) between lines of one cell: double spacing. */
const MAX_CELL_STEP = 2.3;
/** A header or footer of at most this many lines may separate a table from the edge of its page. */
const HEADER_LINES = 3;
/** A header or footer is at least this far (em) from the table. */
const HEADER_DISTANCE = 2;
/** A line this much larger than the first is a heading after the table. */
const LARGER = 1.12;
/** A one-column line within this distance (em) of the table belongs to a cell that is centred in its row. */
const STAGGER = 0.95;

/** Finds tables without drawn lines: gaps between words that are aligned over several lines. */
export function findAlignedTables(lines: readonly Line[], rightToLeft: boolean): AlignedTables {
  const tables: PageTable[] = [];
  const blocks: SideBlocks[] = [];
  const rest: Line[] = [];
  for (let index = 0; index < lines.length;) {
    const end = growTable(lines, index, rightToLeft);
    const found = end > index ? tableIn(lines, index, end, index - rest.length) : null;
    if (!found) {
      rest.push(lines[index]!);
      index++;
      continue;
    }
    // Some lines just above were taken for text and belong to the first row.
    rest.length -= index - found.start;
    const beside = blocksIn(lines, found);
    if (beside) blocks.push(beside.blocks);
    else tables.push(found.table);
    index = beside?.end ?? found.end;
  }
  return { lines: rest, tables, blocks };
}

/** The blocks that a found table really consists of, with the rest of the longer one. Null if it is a table. */
function blocksIn(lines: readonly Line[], { table, start, end }: Found): { blocks: SideBlocks; end: number } | null {
  const own = lines.slice(start, end);
  if (areContents(own.map(({ words }) => [textOf(words.slice(0, -1)), textOf(words.slice(-1))]))) {
    return { blocks: { top: table.top, sides: [own.flatMap(({ words }) => words)] }, end };
  }
  const texts = table.rows.map((row) => row.map(({ words }) => textOf(words as readonly LineWord[])));
  const [gap, ...more] = table.gaps;
  if (gap === undefined || more.length > 0 || !areSeparateBlocks(texts)) return null;
  const edge = table.x0 + (gap.x0 + gap.x1) / 2;
  const sides: LineWord[][] = [[], []];
  for (const row of table.rows)
    for (const { column, words } of row) for (const word of words) sides[column]!.push(word as LineWord);
  const starts = sides.map((words) => minOf(words.map(({ x0 }) => x0)));
  let next = end;
  for (; next < lines.length; next += 1) {
    const [line, before] = [lines[next]!, lines[next - 1]!];
    const side = line.x0 < edge ? 0 : 1;
    const isBeside = Math.abs(line.x0 - starts[side]!) <= SAME_START * line.size && (side === 1 || line.x1 < edge);
    if (!isBeside || line.y - before.y > MAX_CELL_STEP * line.size) break;
    sides[side]!.push(...line.words);
  }
  return { blocks: { top: table.top, sides }, end: next };
}

function textOf(words: readonly LineWord[]): string {
  return words.map((word) => (word.spaceBefore ? ' ' : '') + textOfWord(word)).join('');
}

/** Lines of one block begin at one place, to this distance (em). */
const SAME_START = 0.5;

/** The columns of a growing table come from its last lines. No readable page has more lines than this. */
const LINES_TOGETHER = 200;

/**
 * The end (exclusive) of the lines from `start` that keep the gaps of the first line open. It is `start` if that line
 * has no gap. Once columns are established, a line that crosses a column gap ends the table.
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
 * Whether the lines are a justified paragraph in a narrow column. Its lines have even gaps, and the next line's first
 * word did not fit:
 *
 *     The   Supplier   shall          (a paragraph, although the
 *     deliver    the   goods           gaps are as wide as between cells)
 *
 * In a row of a table that word would fit.
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

/** Gaps of a justified line agree to this ratio. TeX leaves more room after a full stop. */
const EVEN_GAPS = 2;
/** Narrow space (em) of justified text before stretching. */
const JUSTIFIED_SPACE = 0.25;
/** Part of the lines of a justified paragraph that are full. A hyphenated word may leave room for its first part. */
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
      lines: own,
      ...(sure ? {} : { otherwise: own }),
    },
  };
}

/** Whether only header lines precede these lines, or only footer lines follow them. */
function isAtEdge(lines: readonly Line[], start: number, end: number): boolean {
  const isSeparate = (above: Line | undefined, below: Line | undefined): boolean =>
    !above || !below || below.y - above.y > HEADER_DISTANCE * below.size;
  return (
    (start <= HEADER_LINES && isSeparate(lines[start - 1], lines[start])) ||
    (end >= lines.length - HEADER_LINES && isSeparate(lines[end - 1], lines[end]))
  );
}

/** Extends the table by one-column lines above and below that belong to a cell of the first or last row. */
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
  // If each row has one line, a closer line is not a row.
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
 * Counts the lines next to the table that form one of its rows. The row's cells of unequal height are centred on each
 * other. Each line is in one column, but together they are in two or more. They are closer together than lines of one
 * column can be:
 *
 *               delivered to
 *     goods                         →   one row
 *               the buyer
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

/** Smallest distance of two rows with one line each. */
function rowStep(lines: readonly Line[]): number {
  return minOf(lines.slice(1).map((line, index) => line.y - lines[index]!.y));
}

/** Smallest distance of two lines in one column, if the column has larger distances too; otherwise null. */
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
