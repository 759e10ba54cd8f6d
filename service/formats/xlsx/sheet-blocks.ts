/** Writes the cells of a sheet as blocks: a heading with its name, and a table of what it shows. */
import {
  PLAIN_ATTRIBUTES,
  type Block,
  type Cell,
  type Row,
  type Run,
  type TextBlock,
  type Warning,
} from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import { COLUMNS, type SheetPlace } from '../../../shared/document/cell-places.ts';
import { utf8Length } from '../bytes.ts';
import { composeText } from '../normalise/compose.ts';
import { collapseWhiteSpace, unifyLineEnds } from '../normalise/white-space.ts';
import type { CellEntries, Envelope } from '../read-result.ts';
import { withoutNoise } from './number-formats.ts';
import type { SheetCell, SheetRow } from './read-sheet.ts';

/** Empty rows or columns between filled ones that a table keeps. A longer gap is left out. */
const GAP_MAX = 20;
/** Cells of a workbook that is compared as tables, with empty ones. A larger one is compared as lines of rows. */
const GRID_MAX = 400_000;
/** Bytes of the tags of a cell, for the measure of a document. */
const TAG_BYTES = '<td></td>'.length;

/** The cells of one sheet under its name. */
export interface NamedSheet {
  readonly title: string;
  readonly name: string;
  readonly rows: readonly SheetRow[];
  /** Addresses of links by the number of their cell (`cell-places.ts`). */
  readonly links: ReadonlyMap<number, string>;
}

/** The table of a sheet: the filled rows and columns, and short gaps between them. */
interface Grid {
  readonly rows: readonly (SheetRow | number)[];
  readonly columns: readonly number[];
}

/** Collects the blocks of a workbook with the place of each leaf. */
export class SheetBlocks {
  readonly blocks: Block[] = [];
  readonly #sheets: SheetPlace[] = [];
  readonly #formulas = new Map<number, string>();
  readonly #values = new Map<number, number>();
  readonly #cells: number[] = [];
  readonly #flatSheets: SheetPlace[] = [];
  readonly #flatCells: number[] = [];
  #bytes = 0;
  #rows = 0;
  /** Whether rows are lines of text, because there are too many cells. */
  readonly asLines: boolean;

  constructor(sheets: readonly NamedSheet[]) {
    const grids = sheets.map(({ rows }) => gridOf(rows));
    this.asLines = grids.reduce((sum, { rows, columns }) => sum + rows.length * columns.length, 0) > GRID_MAX;
    sheets.forEach((sheet, index) => this.#add(sheet, grids[index]!));
  }

  /** The cells of the leaves. If the document is compared as text, a row with several texts is one line. */
  get entries(): CellEntries {
    return {
      own: { sheets: this.#sheets, cells: Float64Array.from(this.#cells) },
      flat: { sheets: this.#flatSheets, cells: Float64Array.from(this.#flatCells) },
      formulas: this.#formulas,
      values: this.#values,
    };
  }

  /** The size of the document. */
  get envelope(): Omit<Envelope, 'least'> {
    const cells = this.#cells.length;
    return { htmlBytes: this.#bytes + cells * TAG_BYTES, blockElements: cells, startTags: cells + this.#rows };
  }

  #add({ title, name, links }: NamedSheet, grid: Grid): void {
    this.#sheets.push({ name, firstLeaf: this.#cells.length });
    this.#flatSheets.push({ name, firstLeaf: this.#flatCells.length });
    const heading = textOfCell(title);
    if (heading !== null) {
      this.blocks.push({ ...heading, type: 'h2' });
      this.#cells.push(-1);
      this.#flatCells.push(-1);
    }
    if (grid.rows.length === 0) return;
    if (this.asLines) this.#addLines(grid);
    else this.#addTable(grid, links);
  }

  #addTable({ rows, columns }: Grid, links: NamedSheet['links']): void {
    const table = rows.map((row): Row => {
      const index = typeof row === 'number' ? row : row.row;
      const cells = cellsOf(row, columns, links);
      if (typeof row !== 'number') this.#noteContents(row, columns);
      for (const column of columns) this.#cells.push(index * COLUMNS + column);
      this.#noteFlat(index, columns, cells);
      return { section: 'body', cells };
    });
    this.#rows += rows.length;
    this.blocks.push({ kind: 'table', rows: table, path: TOP });
  }

  #noteContents(row: SheetRow, columns: readonly number[]): void {
    let at = 0;
    for (const { column, text, formula, value } of row.cells) {
      while (columns[at]! < column) at += 1;
      this.#bytes += utf8Length(text);
      if (columns[at] !== column) continue;
      if (formula !== undefined) this.#formulas.set(this.#cells.length + at, formula);
      if (value === undefined) continue;
      const number = withoutNoise(value);
      if (text !== String(number)) this.#values.set(this.#cells.length + at, number);
    }
  }

  #noteFlat(row: number, columns: readonly number[], cells: readonly Cell[]): void {
    const filled = columns.filter((_, at) => cells[at]!.blocks.length > 0);
    if (filled.length > 0) this.#flatCells.push(row * COLUMNS + filled[0]!);
  }

  #addLines({ rows }: Grid): void {
    for (const row of rows) {
      if (typeof row === 'number' || row.cells.every(({ text }) => textOfCell(text) === null)) continue;
      const line = row.cells.map(({ text }) => composeText(collapseWhiteSpace(text).trim())).join('\t');
      this.blocks.push({
        kind: 'text',
        type: 'line',
        attributes: PLAIN_ATTRIBUTES,
        runs: [{ text: line, marks: 0, href: null }],
        path: TOP,
      });
      const place = row.row * COLUMNS + row.cells[0]!.column;
      this.#cells.push(place);
      this.#flatCells.push(place);
      this.#bytes += utf8Length(line);
      this.#rows += 1;
    }
  }
}

/** What a reader of the comparison must know if there are so many cells that rows are lines. */
export function rowsAsLines({ asLines }: SheetBlocks): Warning[] {
  if (!asLines) return [];
  const message =
    'There are so many cells that each row is compared as one line. Moved columns and formulas are not told.';
  return [{ code: 'rows_as_lines', message }];
}

function gridOf(rows: readonly SheetRow[]): Grid {
  const shown = rows.filter(({ cells }) => cells.some(({ text }) => text !== ''));
  const filled = new Set<number>();
  for (const { cells } of shown) for (const { column, text } of cells) if (text !== '') filled.add(column);
  const byRow = new Map(shown.map((row) => [row.row, row]));
  return {
    rows: withGaps(shown.map(({ row }) => row)).map((row) => byRow.get(row) ?? row),
    columns: withGaps([...filled].sort((a, b) => a - b)),
  };
}

/** Ascending numbers with those in short gaps between them. */
function withGaps(numbers: readonly number[]): number[] {
  const all: number[] = [];
  for (const number of numbers) {
    const last = all.at(-1);
    if (last !== undefined && number - last - 1 <= GAP_MAX)
      for (let between = last + 1; between < number; between += 1) all.push(between);
    all.push(number);
  }
  return all;
}

const EMPTY_CELL: Cell = { header: false, colspan: 1, rowspan: 1, blocks: [] };

function cellsOf(row: SheetRow | number, columns: readonly number[], links: NamedSheet['links']): Cell[] {
  if (typeof row === 'number') return columns.map(() => EMPTY_CELL);
  let next = 0;
  return columns.map((column) => {
    while (next < row.cells.length && row.cells[next]!.column < column) next += 1;
    const cell = row.cells[next];
    return cell?.column === column ? cellOf(cell, links.get(row.row * COLUMNS + column)) : EMPTY_CELL;
  });
}

function cellOf({ text }: SheetCell, href: string | undefined): Cell {
  const block = textOfCell(text, href);
  return block === null ? EMPTY_CELL : { header: false, colspan: 1, rowspan: 1, blocks: [block] };
}

/** The text of a cell in reader normal form; null for a blank one. */
export function textOfCell(text: string, href: string | null = null): TextBlock | null {
  const lines = unifyLineEnds(text)
    .split('\n')
    .map((line) => collapseWhiteSpace(line).trim());
  while (lines.length > 0 && lines[0] === '') lines.shift();
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  if (lines.length === 0) return null;
  const shown = composeText(lines.join('\n')).replaceAll('\0', '\ufffd');
  const run: Run = { text: shown, marks: 0, href };
  return { kind: 'text', type: 'p', attributes: PLAIN_ATTRIBUTES, runs: [run], path: TOP };
}
