/**
 * Merges two tables: columns first, then rows by the text of their common columns, then the cells of paired rows.
 * Rows may have moved to or from unpaired tables beside them.
 *
 * Tables with spans have no plain grid. Their cells are aligned row by row, and columns are found in the result.
 */
import type { Cell, CellForm, Row, OneSided, TableBlock } from '../../../shared/document/model.ts';
import { alignItems, type Aligned } from '../align/align-items.ts';
import { featureOfCells, type Feature } from '../align/feature.ts';
import { findMoves, type Moves } from './find-moves.ts';
import { joinColumns } from './join-columns.ts';
import type { MergeContext } from './merge-context.ts';
import type { UnpairedTable, MergedTables } from './table-pieces.ts';

/** Fewest tokens of a moved row or column: a number with a unit repeats by chance. */
const ROW_MOVE_MIN_TOKENS = 3;
/**
 * Empty filler cells for each cell of both tables. A filler appears where a row of one side crosses a column of the
 * other. More of them come from a wide and a long table whose common columns are not worth it.
 */
const FILLERS_MAX = 4;
/** From this share of moved rows on, a table is a piece of another table. */
const PIECE_ROWS_MIN = 0.5;

/** The merged table; its path is the revised one's. `beside`: unpaired tables that may be pieces of it. */
export function mergeTables(
  a: TableBlock,
  b: TableBlock,
  beside: readonly UnpairedTable[],
  context: MergeContext,
): MergedTables {
  const aWidth = gridWidth(a);
  const bWidth = gridWidth(b);
  const columns = aWidth === null || bWidth === null ? null : alignColumns(a, b, aWidth, bWidth, context);
  const cells = columns === null ? new SpannedCells(context) : new GridCells(columns.aligned, columns.moves, context);
  const aRows = a.rows.map((row) => featureOfCells(cells.common('a', row.cells), 'row', context.vocabulary));
  const bRows = b.rows.map((row) => featureOfCells(cells.common('b', row.cells), 'row', context.vocabulary));
  const alignedRows = alignItems(aRows, bRows, context.vocabulary, {
    pairLeftovers: false,
    findSplits: false,
    swapped: context.swapped,
  });
  const featuresOfUnpaired = ({ side, table }: UnpairedTable): Feature[] => {
    const width = (side === 'a' ? a : b).rows[0]?.cells.length;
    return table.rows.map((row) =>
      featureOfCells(row.cells.length === width ? cells.common(side, row.cells) : row.cells, 'row', context.vocabulary),
    );
  };
  const { moves, pieces } = findRowMoves(alignedRows, { a: aRows, b: bRows, of: featuresOfUnpaired }, beside, context);
  const rows = alignedRows.map((entry, at): Row => {
    const x = entry.a === undefined ? undefined : a.rows[entry.a]!;
    const y = entry.b === undefined ? undefined : b.rows[entry.b]!;
    if (x !== undefined && y !== undefined) {
      return {
        section: y.section,
        cells: cells.pair(x.cells, y.cells),
        ...(x.section === y.section ? {} : { carried: x.section }),
      };
    }
    const row = (x ?? y)!;
    const side = x === undefined ? 'revised' : 'original';
    const onlyIn: OneSided = { side, changeId: context.ids.next(), ...moves[at] };
    return { section: row.section, cells: cells.oneSided(side === 'original' ? 'a' : 'b', row.cells), onlyIn };
  });
  return { table: { ...b, rows: columns === null ? joinColumns(rows) : rows }, pieces };
}

/** Row features of two tables, and of a table beside them. */
interface RowFeatures {
  readonly a: readonly Feature[];
  readonly b: readonly Feature[];
  readonly of: (oneSided: UnpairedTable) => readonly Feature[];
}

/** For each alignment row, the move that it is an end of. Rows that move together also share a change id. */
type RowMoves = readonly ({ readonly moveId: string; readonly changeId?: string } | undefined)[];

/**
 * Finds the moved rows, including moves to and from the tables beside. A table that mostly has such rows is a piece.
 * The table and its rows are the two ends of one move.
 */
function findRowMoves(
  aligned: readonly Aligned[],
  rows: RowFeatures,
  beside: readonly UnpairedTable[],
  context: MergeContext,
  again = false,
): { readonly moves: RowMoves; readonly pieces: MergedTables['pieces'] } {
  const all = aligned.slice();
  const [a, b] = [rows.a.slice(), rows.b.slice()];
  const firstRows = beside.map((oneSided) => {
    const first = all.length;
    for (const feature of rows.of(oneSided)) {
      all.push(oneSided.side === 'a' ? { a: a.push(feature) - 1 } : { b: b.push(feature) - 1 });
    }
    return first;
  });
  const moves = findMoves(all, a, b, ROW_MOVE_MIN_TOKENS, context);
  if (beside.length === 0) return { moves, pieces: new Map() };
  const own: RowMoves = moves.slice(0, aligned.length);
  const ends = new Set(own);
  ends.delete(undefined);
  const movesOf = ({ table }: UnpairedTable, index: number): Moves =>
    table.rows.map((_, at) => moves[firstRows[index]! + at]).filter((move) => ends.has(move));
  const isPiece = (oneSided: UnpairedTable, index: number): boolean => {
    const moved = movesOf(oneSided, index).length;
    return moved > 0 && moved >= PIECE_ROWS_MIN * oneSided.table.rows.length;
  };
  // Repeat without the tables that are no pieces, because both ends of a move are reported.
  if (!beside.every(isPiece)) return findRowMoves(aligned, rows, again ? [] : beside.filter(isPiece), context, true);
  const pieces = new Map<number, { readonly moveId: string }>();
  const together = new Map<Moves[number], NonNullable<RowMoves[number]>>();
  beside.forEach((oneSided, index) => {
    const moveId = context.ids.nextMove();
    const changeId = context.ids.next();
    for (const move of movesOf(oneSided, index)) together.set(move, { moveId, changeId });
    pieces.set(oneSided.row, { moveId });
  });
  return { moves: own.map((move) => together.get(move) ?? move), pieces };
}

/** Aligns the cells of rows: one way for grids, another for tables with spans. */
interface CellMerger {
  /** The cells of a row that identify it. */
  common(side: 'a' | 'b', cells: readonly Cell[]): readonly Cell[];
  pair(a: readonly Cell[], b: readonly Cell[]): Cell[];
  /** The cells of a row that only one side has. */
  oneSided(side: 'a' | 'b', cells: readonly Cell[]): Cell[];
}

class SpannedCells implements CellMerger {
  readonly #context: MergeContext;

  constructor(context: MergeContext) {
    this.#context = context;
  }

  common(_side: 'a' | 'b', cells: readonly Cell[]): readonly Cell[] {
    return cells;
  }

  pair(a: readonly Cell[], b: readonly Cell[]): Cell[] {
    const { vocabulary, ids, swapped } = this.#context;
    const features = (cells: readonly Cell[]) => cells.map((cell) => featureOfCells([cell], 'cell', vocabulary));
    const aligned: readonly Aligned[] =
      a.length === b.length
        ? a.map((_, index) => ({ a: index, b: index }))
        : alignItems(features(a), features(b), vocabulary, { pairLeftovers: true, findSplits: false, swapped });
    return aligned.map((entry) => {
      if (entry.a !== undefined && entry.b !== undefined) return mergeCell(a[entry.a]!, b[entry.b]!, this.#context);
      const side = entry.a !== undefined ? 'original' : 'revised';
      const cell = entry.a !== undefined ? a[entry.a]! : b[entry.b]!;
      return { ...cell, onlyIn: { side, changeId: ids.next() } };
    });
  }

  oneSided(_side: 'a' | 'b', cells: readonly Cell[]): Cell[] {
    return [...cells];
  }
}

/**
 * A column of the merged grid with the change that inserts or deletes it. The change is numbered where it is first
 * written.
 */
interface Column {
  readonly a?: number;
  readonly b?: number;
  changeId: string | null;
  readonly moveId?: string;
}

const EMPTY_CELL: Cell = { header: false, colspan: 1, rowspan: 1, blocks: [] };

class GridCells implements CellMerger {
  readonly #columns: readonly Column[];
  readonly #context: MergeContext;

  constructor(aligned: readonly Aligned[], moves: Moves, context: MergeContext) {
    this.#columns = aligned.map((entry, at) => ({ ...entry, changeId: null, ...moves[at] }));
    this.#context = context;
  }

  common(side: 'a' | 'b', cells: readonly Cell[]): readonly Cell[] {
    return this.#columns
      .filter((column) => column.a !== undefined && column.b !== undefined)
      .map((column) => cells[column[side]!]!);
  }

  pair(a: readonly Cell[], b: readonly Cell[]): Cell[] {
    return this.#columns.map((column) => {
      if (column.a !== undefined && column.b !== undefined) return mergeCell(a[column.a]!, b[column.b]!, this.#context);
      return { ...(column.a !== undefined ? a[column.a]! : b[column.b!]!), onlyIn: this.#onlyIn(column) };
    });
  }

  /**
   * Adds empty cells where a row of one side crosses the other side's columns. They remain only if both are decided
   * to stay.
   */
  oneSided(side: 'a' | 'b', cells: readonly Cell[]): Cell[] {
    return this.#columns.map((column) => {
      const index = column[side];
      if (column.a !== undefined && column.b !== undefined) return cells[index!]!;
      return { ...(index === undefined ? EMPTY_CELL : cells[index]!), onlyIn: this.#onlyIn(column) };
    });
  }

  #onlyIn(column: Column): OneSided {
    column.changeId ??= this.#context.ids.next();
    const { changeId, moveId } = column;
    const side = column.a !== undefined ? 'original' : 'revised';
    return { side, changeId, ...(moveId !== undefined && { moveId }) };
  }
}

function mergeCell(a: Cell, b: Cell, context: MergeContext): Cell {
  const form = ({ header, colspan, rowspan }: Cell): CellForm => ({ header, colspan, rowspan });
  const same = a.header === b.header && a.colspan === b.colspan && a.rowspan === b.rowspan;
  return {
    ...form(b),
    blocks: context.mergeCellBlocks(a.blocks, b.blocks, context),
    ...(same ? {} : { carried: form(a) }),
  };
}

/** Number of columns if every row has as many cells as the first and none spans; null otherwise. */
function gridWidth(table: TableBlock): number | null {
  const width = table.rows[0]?.cells.length ?? 0;
  const plain = table.rows.every(
    (row) => row.cells.length === width && row.cells.every((cell) => cell.colspan === 1 && cell.rowspan === 1),
  );
  return plain && width > 0 ? width : null;
}

/**
 * Columns of equally wide tables keep their places unless one clearly is another; otherwise columns are aligned by
 * text.
 */
function alignColumns(
  a: TableBlock,
  b: TableBlock,
  aWidth: number,
  bWidth: number,
  context: MergeContext,
): { aligned: readonly Aligned[]; moves: Moves } | null {
  const features = (table: TableBlock, width: number) =>
    Array.from({ length: width }, (_, column) =>
      featureOfCells(
        table.rows.map((row) => row.cells[column]!),
        'column',
        context.vocabulary,
      ),
    );
  const [aColumns, bColumns] = [features(a, aWidth), features(b, bWidth)];
  const aligned = alignItems(aColumns, bColumns, context.vocabulary, {
    pairLeftovers: true,
    findSplits: false,
    swapped: context.swapped,
  });
  const common = aligned.filter((entry) => entry.a !== undefined && entry.b !== undefined).length;
  if (aWidth === bWidth && common < aWidth - 1)
    return { aligned: Array.from({ length: aWidth }, (_, index) => ({ a: index, b: index })), moves: [] };
  const fillers = a.rows.length * (bWidth - common) + b.rows.length * (aWidth - common);
  if (fillers > FILLERS_MAX * (a.rows.length * aWidth + b.rows.length * bWidth)) return null;
  return common > 0 ? { aligned, moves: findMoves(aligned, aColumns, bColumns, ROW_MOVE_MIN_TOKENS, context) } : null;
}
