/**
 * Cuts tables that are wider than a page into bands of columns, for print: paper does not scroll. Each band repeats the
 * first column and has all rows. So a reader finds a cell by its row and its head. A cell over several columns is
 * repeated in each band that it reaches. No cell is lost.
 *
 * Widths are estimates in ems, since nothing is laid out here. A table that fits stays the same object.
 */
import { GridColumns } from './grid-columns.ts';
import type { Block, Cell, Row, Run, TableBlock } from './model.ts';
import { pathOf, stepsOf } from './path.ts';

/**
 * Room for a table on paper (A4 or Letter, upright, margins of 1 cm). The unit is the em of the type that `diffsvc.css`
 * prints tables in.
 */
export const PAGE_EMS = 46;

/** Padding and lines of a cell, and widths of characters: full-width, capital, other. */
const CELL_ROOM = 1.6;
const WIDE_CHARACTER = 1;
/** Indent of a list or quotation. */
const STEP_ROOM = 2;
const CAPITAL = 0.75;
const CHARACTER = 0.58;
/** A longer word, in letters, may be broken after every so many. */
const WORD_LENGTH = 20;
/** A repeated cell with more text than this, in UTF-16 units, is empty in all bands but its first. */
const REPEATED_UNITS = 200;
/** Bounds of the work: rows written, and cells looked at, over all bands of a table. Above these, bands are wider. */
const ROWS_MAX = 100_000;
const CELLS_MAX = 4_000_000;
/** A cell over more columns than this does not count for the width of its columns. */
const SPAN_MEASURED = 8;

/** That many characters of one word, if the word is longer. A combining mark stays with its letter. */
const PIECES = new RegExp(`(?:[^\\s\\u200B\\p{M}]\\p{M}*){${WORD_LENGTH}}(?=[^\\s\\u200B\\p{M}])`, 'gu');
const WIDE = /[\u1100-\u11FF\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF\u{1F000}-\u{3FFFF}]/u;
const UPPER = /[\p{Lu}MmWw@%]/u;

/** A cell with the half-open range of tracks that it covers. A track is a column, or columns that no cell divides. */
interface Placed {
  readonly cell: Cell;
  readonly from: number;
  readonly to: number;
}

interface Grid {
  readonly rows: readonly (readonly Placed[])[];
  /** Estimated width of each track, in ems. */
  readonly widths: readonly number[];
}

/**
 * The blocks with every table that is wider than `width` cut into bands. The result is the same list if all fit.
 *
 * @param width room for a table, in ems of its text
 */
export function bandTables(blocks: readonly Block[], width: number): readonly Block[] {
  if (!blocks.some(({ kind }) => kind === 'table')) return blocks;
  const banded = blocks.flatMap((block): readonly Block[] => {
    return block.kind === 'table' ? bandTable(block, width) : [block];
  });
  return banded.length === blocks.length && banded.every((block, at) => block === blocks[at]) ? blocks : banded;
}

function bandTable(table: TableBlock, width: number): readonly TableBlock[] {
  const inner = withCells(table, (blocks) => bandTables(blocks, width - CELL_ROOM));
  if (total(gridOf(inner).widths) <= width) return [inner];
  const broken = withCells(inner, (blocks) => mapped(blocks, withBreaks));
  const grid = gridOf(broken);
  if (total(grid.widths) <= width) return [broken];
  const path = pathOf(stepsOf(table.path).map(({ kind }) => ({ kind, starts: false })));
  return bandsOf(grid, width).map(([from, to], index) => ({
    ...broken,
    ...(index > 0 && { path }),
    rows: broken.rows.map((row, at) => ({ ...row, cells: cellsIn(grid.rows[at]!, from, to) })),
  }));
}

function withCells(table: TableBlock, map: (blocks: readonly Block[]) => readonly Block[]): TableBlock {
  const rows = mapped(table.rows, (row): Row => {
    const cells = mapped(row.cells, (cell): Cell => {
      const blocks = map(cell.blocks);
      return blocks === cell.blocks ? cell : { ...cell, blocks };
    });
    return cells === row.cells ? row : { ...row, cells };
  });
  return rows === table.rows ? table : { ...table, rows };
}

/** The block with places to break its long words. */
function withBreaks(block: Block): Block {
  if (block.kind !== 'text') return block;
  const runs = mapped(block.runs, (run): Run => {
    const text = run.text.replaceAll(PIECES, '$&\u200B');
    return text === run.text ? run : { ...run, text };
  });
  return runs === block.runs ? block : { ...block, runs };
}

/** The mapped list, or the same list if every element maps to itself. */
function mapped<T>(list: readonly T[], map: (element: T) => T): readonly T[] {
  const result = list.map(map);
  return result.every((element, at) => element === list[at]) ? list : result;
}

function gridOf({ rows }: TableBlock): Grid {
  const columns = new GridColumns();
  const edges = new Set<number>([0]);
  const placed = rows.map(({ cells }) => {
    columns.startRow();
    const row = cells.map((cell) => {
      const from = columns.nextColumn();
      // A cell that overlaps one of a row above ends before it. So each has a place of its own in every band.
      const colspan = Math.min(cell.colspan, columns.freeColumns());
      columns.place({ ...cell, colspan });
      edges.add(from).add(from + colspan);
      return { cell, from, to: from + colspan };
    });
    columns.endRow();
    return row;
  });
  const trackAt = new Map([...edges].sort((a, b) => a - b).map((column, track) => [column, track]));
  const inTracks = placed.map((row) =>
    row.map(({ cell, from, to }) => ({ cell, from: trackAt.get(from)!, to: trackAt.get(to)! })),
  );
  return { rows: inTracks, widths: widthsOf(inTracks, edges.size - 1) };
}

function widthsOf(rows: Grid['rows'], tracks: number): readonly number[] {
  const widths = new Array<number>(tracks).fill(CELL_ROOM);
  const spanning: Placed[] = [];
  for (const placed of rows.flat()) {
    const { cell, from, to } = placed;
    if (to - from === 1) widths[from] = Math.max(widths[from]!, widthOf(cell.blocks));
    else if (to - from <= SPAN_MEASURED) spanning.push(placed);
  }
  for (const { cell, from, to } of spanning) {
    const missing = widthOf(cell.blocks) - total(widths.slice(from, to));
    if (missing > 0) widths[to - 1]! += missing;
  }
  return widths;
}

/** The least width in ems at which these blocks of a cell fit, with the room of the cell. */
function widthOf(blocks: readonly Block[]): number {
  let widest = 0;
  for (const block of blocks) {
    let inner = block.kind === 'table' ? total(gridOf(block).widths) : 0;
    if (block.kind === 'text') for (const word of wordsOf(block.runs)) inner = Math.max(inner, wordWidth(word));
    widest = Math.max(widest, inner + block.path.length * STEP_ROOM);
  }
  return widest + CELL_ROOM;
}

function wordsOf(runs: readonly Run[]): string[] {
  let text = '';
  for (const run of runs) text += run.text;
  return text.split(/[\s\u200B]+/u).map((word) => word.slice(0, 2 * WORD_LENGTH));
}

function wordWidth(word: string): number {
  let [width, widest] = [0, 0];
  for (const character of word) {
    // A line may end before and after every such character.
    if (WIDE.test(character)) {
      widest = Math.max(widest, width, WIDE_CHARACTER);
      width = 0;
    } else width += UPPER.test(character) ? CAPITAL : CHARACTER;
  }
  return Math.max(widest, width);
}

/** Half-open ranges of tracks. Each but the first leaves room for the first track. */
function bandsOf({ rows, widths }: Grid, width: number): (readonly [number, number])[] {
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  const most = Math.max(1, Math.floor(Math.min(ROWS_MAX / rows.length, CELLS_MAX / Math.max(1, cells))));
  const tracksMin = Math.ceil(widths.length / most);
  const bands: [number, number][] = [];
  let from = 0;
  let used = 0;
  for (const [track, own] of widths.entries()) {
    const first = bands.length === 0 ? 0 : widths[0]!;
    const begun = track - from;
    // Beside the first column, each band has one more at least.
    const isFilled = begun >= Math.max(bands.length === 0 ? 2 : 1, tracksMin);
    if (isFilled && first + used + own > width) {
      bands.push([from, track]);
      from = track;
      used = 0;
    }
    used += own;
  }
  bands.push([from, widths.length]);
  return bands;
}

/** The cells of a row in one band. Spans count the tracks of the band. */
function cellsIn(row: readonly Placed[], from: number, to: number): Cell[] {
  const cells: Cell[] = [];
  for (const { cell, from: start, to: end } of row) {
    const isRepeated = start < from;
    const inFirst = from > 0 && start === 0 ? 1 : 0;
    const colspan = inFirst + Math.max(0, Math.min(end, to) - Math.max(start, from));
    if (colspan === 0) continue;
    const isEmpty = isRepeated && cell.blocks.reduce((sum, block) => sum + lengthOf(block), 0) > REPEATED_UNITS;
    const { carried: _, ...shown } = cell;
    cells.push({ ...shown, colspan, ...(isEmpty && { blocks: [] }) });
  }
  return cells;
}

/** Length of the text of a block in UTF-16 units. An image counts as longer than the repeated part. */
function lengthOf(block: Block): number {
  if (block.kind === 'image') return REPEATED_UNITS + 1;
  if (block.kind === 'text') return block.runs.reduce((sum, run) => sum + unitsOf(run), 0);
  if (block.kind === 'rule') return 0;
  return block.rows
    .flatMap(({ cells }) => cells)
    .flatMap(({ blocks }) => blocks)
    .reduce((sum, inner) => sum + lengthOf(inner), 0);
}

function unitsOf({ text, image }: Run): number {
  return image === undefined ? text.length : REPEATED_UNITS + 1;
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}
