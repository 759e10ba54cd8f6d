/**
 * Joins one-sided cells that fill the same column of every row into one change. In tables with spans, cells are aligned
 * row by row. Each one-sided cell starts with a change of its own.
 *
 *     | Fees (2 columns) |      | Fees (3 columns)   |
 *     | net  | gross     |      | net | tax  | gross |      tax and 2 are one change
 *     | 10   | 12        |      | 10  | 2    | 12    |
 */
import { GridColumns } from '../../../shared/document/grid-columns.ts';
import type { Cell, Row, Side } from '../../../shared/document/model.ts';

/** The same rows; the cells of one inserted or deleted column share one id. */
export function joinColumns(rows: readonly Row[]): Row[] {
  const ids = new Map<Cell, string>();
  for (const side of ['original', 'revised'] as const)
    for (const [first, ...others] of columnsOf(rows, side))
      for (const cell of others) ids.set(cell, first!.onlyIn!.changeId!);
  if (ids.size === 0) return [...rows];
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => {
      const changeId = ids.get(cell);
      return changeId === undefined ? cell : { ...cell, onlyIn: { ...cell.onlyIn!, changeId } };
    }),
  }));
}

/**
 * The cells of each column that only one side has, and has in every row. A column belongs to both sides if a cell of
 * both sides that is no wider begins there.
 */
function columnsOf(rows: readonly Row[], side: Side): Cell[][] {
  const columns = new Map<number, Cell[]>();
  const ofBoth = new Set<number>();
  const grid = new GridColumns();
  let narrowest = Infinity;
  for (const row of rows) {
    if (row.onlyIn !== undefined && row.onlyIn.side !== side) continue;
    grid.startRow();
    for (const cell of row.cells) {
      if (cell.onlyIn !== undefined && cell.onlyIn.side !== side) continue;
      const form = side === 'original' ? (cell.carried ?? cell) : cell;
      const column = grid.nextColumn();
      if (row.onlyIn === undefined && form.colspan === 1) {
        if (cell.onlyIn === undefined) ofBoth.add(column);
        else if (columns.get(column)?.push(cell) === undefined) columns.set(column, [cell]);
      }
      grid.place(form);
    }
    if (row.onlyIn === undefined) narrowest = Math.min(narrowest, grid.nextColumn());
    grid.endRow();
  }
  return [...columns].filter(([column]) => !ofBoth.has(column) && column < narrowest).map(([, cells]) => cells);
}
