/** Names of cells, as a sheet shows them: `D14`. Rows and columns count from 0. */

/** Last row and column of a sheet (Excel specifications and limits). */
export const ROWS_MAX = 1_048_576;
export const COLUMNS_MAX = 16_384;

const REFERENCE = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/;
const LETTERS = 26;
const BEFORE_A = 64;

/** A cell by its row and column. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** The letters of a column: 0 is A, 26 is AA. */
export function columnName(column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS))
    name = String.fromCharCode(BEFORE_A + 1 + ((rest - 1) % LETTERS)) + name;
  return name;
}

/** The name of a cell. */
export function cellName(row: number, column: number): string {
  return `${columnName(column)}${row + 1}`;
}

/** The place that a reference such as `$D$14` names; null if it names no cell of a sheet. */
export function placeOfReference(reference: string): CellPlace | null {
  const [, letters, digits] = REFERENCE.exec(reference) ?? [];
  if (letters === undefined || digits === undefined) return null;
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - BEFORE_A, 0);
  const row = Number(digits);
  return row < 1 || row > ROWS_MAX || column > COLUMNS_MAX ? null : { row: row - 1, column: column - 1 };
}
