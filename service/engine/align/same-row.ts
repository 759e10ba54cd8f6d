/** Whether two rows are one row of a table, by their names or by the cells that one of them filled. */
import { NO_KEY } from '../tokens/content-keys.ts';
import type { Feature } from './feature.ts';
import type { RowOfTable } from './row-cells.ts';

/** The name of a row, or `NO_KEY`. Other items have none. */
export function nameOfRow({ row }: Feature): number {
  return row === undefined ? NO_KEY : row.table.nameOf(row.index);
}

/** Whether two rows have one name, or differ only in cells that one of them has empty. False for other items. */
export function areOneRow(x: Feature, y: Feature): boolean {
  if (x.row === undefined || y.row === undefined) return false;
  const name = nameOfRow(x);
  return (name !== NO_KEY && name === nameOfRow(y)) || differInEmptyCells(x.row, y.row);
}

/**
 *     | 4 | Splitting the bill |  |
 *     | 4 | Splitting the bill | Guests may pay one by one. |
 */
function differInEmptyCells(x: RowOfTable, y: RowOfTable): boolean {
  const [own, other] = [x.table.cellsOf(x.index), y.table.cellsOf(y.index)];
  if (own.length !== other.length) return false;
  let isIdentified = false;
  for (const [at, { key, hasLetterOrDigit }] of own.entries()) {
    if (key === NO_KEY || other[at]!.key === NO_KEY) continue;
    if (key !== other[at]!.key) return false;
    isIdentified ||= hasLetterOrDigit;
  }
  return isIdentified;
}
