/**
 * Merges two tables: columns first, then rows by the text of their common columns, then the cells of paired rows.
 * Rows may have moved to or from unpaired tables beside them.
 *
 * Tables with spans have no plain grid. Their cells are aligned row by row, and columns are found in the result.
 */
import type { Cell, CellForm, Row, OneSided, Side, TableBlock } from '../../../shared/document/model.ts';
import { sameCells } from '../../../shared/document/same-block.ts';
import { alignItems, type Aligned } from '../align/align-items.ts';
import { featureOfCells, featureOfRow, type Feature } from '../align/feature.ts';
import { RowCells } from '../align/row-cells.ts';
import { findMoves, type Move, type Moves } from './find-moves.ts';
import { joinColumns } from './join-columns.ts';
import type { MergeContext } from './merge-context.ts';
import { mergeMovedCells, type MovedEnds } from './merge-moved.ts';
import type { UnpairedTable, MergedTables } from './table-pieces.ts';

/** Fewest tokens of a moved row or column: a number with a unit repeats by chance. */
const ROW_MOVE_MIN_TOKENS = 3;
/**
 * Empty filler cells for each cell of both tables. A filler appears where a row of one side crosses a column of the
 * other. More of them come from a wide and a long table whose common columns are not worth it.
 */
const FILLERS_MAX = 4;

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
  const [aRows, bRows] = [featuresOfRows(a, 'a', cells, context), featuresOfRows(b, 'b', cells, context)];
  const alignedRows = alignItems(aRows, bRows, context.vocabulary, {
    pairLeftovers: false,
    findSplits: false,
    moveMinTokens: ROW_MOVE_MIN_TOKENS,
    swapped: context.swapped,
  });
  const featuresOfUnpaired = ({ side, table }: UnpairedTable): Feature[] => {
    const width = (side === 'a' ? a : b).rows[0]?.cells.length;
    return table.rows.map((row) =>
      featureOfCells(row.cells.length === width ? cells.common(side, row.cells) : row.cells, 'row', context.vocabulary),
    );
  };
  const sides: RowSides = {
    a: { rows: a.rows, features: aRows },
    b: { rows: b.rows, features: bRows },
    featuresOf: featuresOfUnpaired,
  };
  const { moves, pieces } = findRowMoves(alignedRows, sides, beside, context);
  cells.meet(pairsOf(alignedRows, a, b));
  const moved = new MovedRows(alignedRows, moves, { a, b }, cells);
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
    const end = moved.endAt(at, side);
    const own: OneSided = { side, changeId: end?.changeId ?? context.ids.next() };
    const onlyIn = end === undefined ? own : { ...own, moveId: end.moveId };
    return {
      section: row.section,
      cells: cells.oneSided(side === 'original' ? 'a' : 'b', end?.cells ?? row.cells),
      onlyIn,
    };
  });
  return { table: { ...b, rows: columns === null ? joinColumns(rows) : rows }, pieces };
}

/** The cells of the rows that both tables have. */
function pairsOf(aligned: readonly Aligned[], a: TableBlock, b: TableBlock): (readonly [Row['cells'], Row['cells']])[] {
  return aligned.flatMap(({ a: i, b: j }) =>
    i === undefined || j === undefined ? [] : [[a.rows[i]!.cells, b.rows[j]!.cells] as const],
  );
}

/** The features of a table's rows: of the cells that both tables have in common. */
function featuresOfRows(
  { rows }: TableBlock,
  side: 'a' | 'b',
  cells: CellMerger,
  { vocabulary }: MergeContext,
): Feature[] {
  const common = rows.map((row) => cells.common(side, row.cells));
  const table = new RowCells(common, vocabulary);
  return common.map((own, index) => featureOfRow(own, { table, index }, vocabulary));
}

/** The rows of two tables, and the features of those of a table beside them. */
interface RowSides {
  readonly a: { readonly rows: readonly Row[]; readonly features: readonly Feature[] };
  readonly b: { readonly rows: readonly Row[]; readonly features: readonly Feature[] };
  readonly featuresOf: (oneSided: UnpairedTable) => readonly Feature[];
}

/** A move between two rows of the table, or rows that move together to or from a table beside it, as one change. */
type RowMove = Move | { readonly moveId: string; readonly changeId: string };
/** For each row of the alignment, the move of which it is an end. */
type RowMoves = readonly (RowMove | undefined)[];

/**
 * Finds the moved rows, including moves to and from the tables beside. A table is a piece if all its rows moved without an
 * edit, but for heads that it repeats. The table and its rows are the two ends of one move.
 */
function findRowMoves(
  aligned: readonly Aligned[],
  sides: RowSides,
  beside: readonly UnpairedTable[],
  context: MergeContext,
  again = false,
): { readonly moves: RowMoves; readonly pieces: MergedTables['pieces'] } {
  const all = aligned.slice();
  const features = { a: sides.a.features.slice(), b: sides.b.features.slice() };
  const rows = { a: sides.a.rows.slice(), b: sides.b.rows.slice() };
  const firstRows = beside.map((oneSided) => {
    const first = all.length;
    const { side, table } = oneSided;
    for (const feature of sides.featuresOf(oneSided)) {
      const index = features[side].push(feature) - 1;
      all.push(side === 'a' ? { a: index } : { b: index });
    }
    rows[side].push(...table.rows);
    return first;
  });
  const moves = findMoves(all, features.a, features.b, ROW_MOVE_MIN_TOKENS, context);
  if (beside.length === 0) return { moves, pieces: new Map() };
  const isIntoTable = ({ from, to }: Move): boolean => Math.min(from, to) < aligned.length;
  const isUnedited = ({ from, to }: Move): boolean => sameCells(rows.a[all[from]!.a!]!, rows.b[all[to]!.b!]!);
  const movesOf = ({ table }: UnpairedTable, index: number): Moves =>
    table.rows.map((_, at) => moves[firstRows[index]! + at]);
  const isRepeated = (row: Row, side: 'a' | 'b'): boolean => sides[side].rows.some((own) => sameCells(own, row));
  const isPiece = (oneSided: UnpairedTable, index: number): boolean => {
    const own = movesOf(oneSided, index);
    const { side, table } = oneSided;
    return (
      own.some((move) => move !== undefined && isIntoTable(move)) &&
      own.every((move, at) =>
        move === undefined ? isRepeated(table.rows[at]!, side) : isIntoTable(move) && isUnedited(move),
      )
    );
  };
  // Repeat without the tables that are no pieces, because both ends of a move are reported.
  if (!beside.every(isPiece)) return findRowMoves(aligned, sides, again ? [] : beside.filter(isPiece), context, true);
  const pieces = new Map<number, { readonly moveId: string }>();
  const together = new Map<Moves[number], RowMove>();
  beside.forEach((oneSided, index) => {
    const moveId = context.ids.nextMove();
    const changeId = context.ids.next();
    for (const move of movesOf(oneSided, index)) together.set(move, { moveId, changeId });
    pieces.set(oneSided.row, { moveId });
  });
  return { moves: moves.slice(0, aligned.length).map((move) => together.get(move) ?? move), pieces };
}

/** The moved rows of a pair of tables. A pair is merged when its first end is asked for. */
class MovedRows {
  readonly #aligned: readonly Aligned[];
  readonly #moves: RowMoves;
  readonly #tables: { readonly a: TableBlock; readonly b: TableBlock };
  readonly #cells: CellMerger;
  readonly #merged = new Map<string, MovedEnds<Cell[]> | null>();

  constructor(
    aligned: readonly Aligned[],
    moves: RowMoves,
    tables: { readonly a: TableBlock; readonly b: TableBlock },
    cells: CellMerger,
  ) {
    this.#aligned = aligned;
    this.#moves = moves;
    this.#tables = tables;
    this.#cells = cells;
  }

  /** The end in a row, with its cells if edits are noted in them; undefined if the row is in no move. */
  endAt(
    row: number,
    side: Side,
  ): { readonly moveId: string; readonly changeId?: string; readonly cells?: readonly Cell[] } | undefined {
    const move = this.#moves[row];
    if (move === undefined || 'changeId' in move) return move;
    const ends = this.#endsOf(move);
    return ends ? { moveId: move.moveId, cells: ends[side === 'original' ? 'from' : 'to'] } : undefined;
  }

  #endsOf(move: Move): MovedEnds<Cell[]> | null {
    const known = this.#merged.get(move.moveId);
    if (known !== undefined) return known;
    const { a, b } = this.#tables;
    const [from, to] = [a.rows[this.#aligned[move.from]!.a!]!, b.rows[this.#aligned[move.to]!.b!]!];
    const ends = this.#cells.move(from.cells, to.cells);
    this.#merged.set(move.moveId, ends);
    return ends;
  }
}

/** Aligns the cells of rows: one way for grids, another for tables with spans. */
interface CellMerger {
  /** The cells of a row that identify it. */
  common(side: 'a' | 'b', cells: readonly Cell[]): readonly Cell[];
  /** Learns which rows both tables have, before any cell is merged. */
  meet(rows: readonly (readonly [a: readonly Cell[], b: readonly Cell[]])[]): void;
  pair(a: readonly Cell[], b: readonly Cell[]): Cell[];
  /** The cells of both ends of a moved row; null if edits in them cannot be noted. */
  move(a: readonly Cell[], b: readonly Cell[]): MovedEnds<Cell[]> | null;
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

  meet(): void {
    // Columns with spans are found afterwards.
  }

  move(a: readonly Cell[], b: readonly Cell[]): MovedEnds<Cell[]> | null {
    return mergeMovedCells(a, b, this.#context);
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
  move: Move | undefined;
}

const EMPTY_CELL: Cell = { header: false, colspan: 1, rowspan: 1, blocks: [] };

class GridCells implements CellMerger {
  readonly #columns: readonly Column[];
  readonly #context: MergeContext;
  /** Cells of moved columns with the edits in them, by the cells of either document. */
  readonly #moved = new Map<Cell, Cell>();

  constructor(aligned: readonly Aligned[], moves: Moves, context: MergeContext) {
    this.#columns = aligned.map((entry, at) => ({ ...entry, changeId: null, move: moves[at] }));
    this.#context = context;
  }

  common(side: 'a' | 'b', cells: readonly Cell[]): readonly Cell[] {
    return this.#columns
      .filter((column) => column.a !== undefined && column.b !== undefined)
      .map((column) => cells[column[side]!]!);
  }

  meet(rows: readonly (readonly [a: readonly Cell[], b: readonly Cell[]])[]): void {
    for (const column of this.#columns) {
      const { move } = column;
      if (move === undefined || column.a === undefined) continue;
      const other = this.#columns[move.to]!;
      const [from, to] = [rows.map(([cells]) => cells[column.a!]!), rows.map(([, cells]) => cells[other.b!]!)];
      const ends = mergeMovedCells(from, to, this.#context);
      if (ends === null) {
        column.move = undefined;
        other.move = undefined;
        continue;
      }
      from.forEach((cell, at) => this.#moved.set(cell, ends.from[at]!));
      to.forEach((cell, at) => this.#moved.set(cell, ends.to[at]!));
    }
  }

  pair(a: readonly Cell[], b: readonly Cell[]): Cell[] {
    return this.#columns.map((column) => {
      if (column.a !== undefined && column.b !== undefined) return mergeCell(a[column.a]!, b[column.b]!, this.#context);
      const cell = column.a !== undefined ? a[column.a]! : b[column.b!]!;
      return { ...(this.#moved.get(cell) ?? cell), onlyIn: this.#onlyIn(column) };
    });
  }

  move(a: readonly Cell[], b: readonly Cell[]): MovedEnds<Cell[]> | null {
    const ends = mergeMovedCells(this.common('a', a), this.common('b', b), this.#context);
    if (ends === null) return null;
    const [from, to] = [a.slice(), b.slice()];
    this.#columns
      .filter((column) => column.a !== undefined && column.b !== undefined)
      .forEach((column, at) => {
        from[column.a!] = ends.from[at]!;
        to[column.b!] = ends.to[at]!;
      });
    return { from, to };
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
    const { changeId, move } = column;
    const side = column.a !== undefined ? 'original' : 'revised';
    return move === undefined ? { side, changeId } : { side, changeId, moveId: move.moveId };
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
