/** Places of the leaves of a workbook: the sheet and the cell of each. */

/** One sheet, from its first leaf on. */
export interface SheetPlace {
  readonly name: string;
  /** Number of its first leaf, from 0. */
  readonly firstLeaf: number;
}

/** The sheets in order, and the cell of each leaf by its number: row × `COLUMNS` + column, or -1 for a heading. */
export interface CellPlaces {
  readonly sheets: readonly SheetPlace[];
  readonly cells: Float64Array;
}

/** Columns of a sheet. */
export const COLUMNS = 16_384;

/** A cell of a sheet; without row and column, the sheet itself. */
export interface SheetCellPlace {
  readonly sheet: string;
  readonly row?: number;
  readonly column?: number;
}

/** The place of a leaf; null if no sheet has it. */
export function cellPlaceAt({ sheets, cells }: CellPlaces, leaf: number): SheetCellPlace | null {
  const sheet = sheets.findLast(({ firstLeaf }) => firstLeaf <= leaf)?.name;
  if (sheet === undefined) return null;
  const cell = cells[leaf] ?? -1;
  return cell < 0 ? { sheet } : { sheet, row: Math.floor(cell / COLUMNS), column: cell % COLUMNS };
}
