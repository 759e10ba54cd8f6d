import { append, minOf } from '../../../../shared/iterables.ts';
/** The part of a line that is in one column of a table. */
export interface CellLine<Word> {
  readonly column: number;
  readonly y: number;
  readonly top: number;
  readonly bottom: number;
  readonly words: readonly Word[];
}

/** Line distances within one cell agree to this ratio. The next row begins farther down. */
export const SAME_STEP = 1.06;
/** Alternative tolerance (pt). Browsers round baselines to whole CSS pixels of 0.75 pt. */
const PIXEL = 0.8;
/** Baselines within this distance (pt) are the same. */
const SAME_BASELINE = 1.5;
/** Largest number of lines in a cell of a table of running text. A longer cell looks like several rows. */
const MAX_CELL_LINES = 12;

/**
 * Groups the lines of the columns into rows of cells. If lines of a cell are closer than rows, cells are formed
 * first. Cells that overlap in height then make a row, at any alignment. Otherwise every baseline is a row, but a row
 * without a first cell continues the row above:
 *
 *     goods        5.00
 *     of class A
 *     ────────── larger step     →   two rows
 *     freight      7.00
 *
 * @returns for each row the words of each column
 */
export function groupRows<Word>(lines: readonly CellLine<Word>[], columns: number): Word[][][] {
  return cellsFirst(lines, columns) ?? baselines(lines, columns);
}

/** Whether lines at this distance may be as close as the closest ones. */
export function isSameStep(step: number, smallest: number): boolean {
  return step <= Math.max(SAME_STEP * smallest, smallest + PIXEL);
}

interface CellBox<Word> {
  readonly column: number;
  readonly top: number;
  bottom: number;
  readonly lines: CellLine<Word>[];
}

function cellsFirst<Word>(lines: readonly CellLine<Word>[], columns: number): Word[][][] | null {
  const byColumn = Array.from({ length: columns }, (_, column) =>
    lines.filter((line) => line.column === column).sort((a, b) => a.y - b.y),
  );
  const steps = byColumn.flatMap((own) => own.slice(1).map((line, index) => line.y - own[index]!.y));
  const smallest = minOf(steps);
  if (steps.every((step) => isSameStep(step, smallest))) return null;
  const cells: CellBox<Word>[] = [];
  for (const own of byColumn) {
    let cell: CellBox<Word> | null = null;
    for (const line of own) {
      if (cell && isSameStep(line.y - cell.lines.at(-1)!.y, smallest)) {
        cell.lines.push(line);
        cell.bottom = line.bottom;
      } else {
        cell = { column: line.column, top: line.top, bottom: line.bottom, lines: [line] };
        cells.push(cell);
      }
    }
  }
  const rows = overlapping(cells);
  for (const row of rows) {
    const distinct = new Set(row.map((cell) => cell.column)).size;
    if (distinct < row.length) return null;
    if (!hasWrapped(row) && row[0]!.lines.length > MAX_CELL_LINES) return null;
  }
  if (rows.filter(looksLikeSeveral).length > rows.filter(hasWrapped).length) return null;
  return rows.map((row) => {
    const words: Word[][] = Array.from({ length: columns }, () => []);
    for (const cell of row) for (const line of cell.lines) append(words[cell.column]!, line.words);
    return words;
  });
}

/** Groups cells that overlap in height, directly or through others, from top to bottom. */
function overlapping<Word>(cells: readonly CellBox<Word>[]): CellBox<Word>[][] {
  const rows: CellBox<Word>[][] = [];
  let bottom = -Infinity;
  for (const cell of [...cells].sort((a, b) => a.top - b.top)) {
    const row = rows.at(-1);
    if (row && cell.top < bottom - SAME_BASELINE) row.push(cell);
    else rows.push([cell]);
    bottom = Math.max(row && row === rows.at(-1) ? bottom : -Infinity, cell.bottom);
  }
  return rows;
}

/** Whether the cells have unequal heights. Then cells of equal height were wrapped too. */
function hasWrapped<Word>(row: readonly CellBox<Word>[]): boolean {
  return row.some((cell) => cell.lines.length !== row[0]!.lines.length);
}

/** Three lines or more at the same heights in all cells are separate rows. */
function looksLikeSeveral<Word>(row: readonly CellBox<Word>[]): boolean {
  const [first] = row;
  if (row.length < 2 || first!.lines.length < 3) return false;
  return row.every(
    (cell) =>
      cell.lines.length === first!.lines.length &&
      cell.lines.every((line, index) => Math.abs(line.y - first!.lines[index]!.y) <= SAME_BASELINE),
  );
}

function baselines<Word>(lines: readonly CellLine<Word>[], columns: number): Word[][][] {
  const rows: { y: number; words: Word[][] }[] = [];
  for (const line of [...lines].sort((a, b) => a.y - b.y || a.column - b.column)) {
    let row = rows.at(-1);
    if (!row || line.y - row.y > SAME_BASELINE) {
      row = { y: line.y, words: Array.from({ length: columns }, () => []) };
      rows.push(row);
    }
    append(row.words[line.column]!, line.words);
  }
  const joined: Word[][][] = [];
  for (const { words } of rows) {
    const above = joined.at(-1);
    if (above && words[0]!.length === 0) words.forEach((part, column) => append(above[column]!, part));
    else joined.push(words);
  }
  return joined;
}
