/** A formula with its references in one spelling, so that those of two workbooks can be compared. */
import { placeOfReference } from '../../../shared/document/cell-reference.ts';
import type { SheetShift } from './placed-pairs.ts';

/** Texts, and references with the name of their sheet. The colon after a reference says that it begins a range. */
const PIECES =
  /"(?:[^"]|"")*"|(?:(?<sheet>'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!)?(?<reference>\$?[A-Za-z]{1,3}\$?\d{1,7})(?![\p{L}\p{N}_.(])(?<colon>:?)|[\p{L}_\\][\p{L}\p{N}_.\\]*/gu;

interface Piece {
  readonly sheet?: string;
  readonly reference?: string;
  readonly colon?: string;
}

/**
 * The formula with each reference as the sheet, row and column that it names. `shifts`: it is one of the original, and
 * names the places in the revised workbook. Null: it is one of the revised workbook.
 */
export function movedFormula(formula: string, own: string, shifts: ReadonlyMap<string, SheetShift> | null): string {
  let rangeSheet: string | null = null;
  return formula.replace(PIECES, (piece, ...rest) => {
    const { sheet, reference, colon = '' } = rest.at(-1) as Piece;
    const place = reference === undefined ? null : placeOfReference(reference);
    if (reference === undefined || place === null) {
      rangeSheet = null;
      return piece;
    }
    // The end of a range is on the sheet of its start.
    const named: string = sheet === undefined ? (rangeSheet ?? own) : unquoted(sheet);
    rangeSheet = colon === '' ? null : named;
    const shift = shifts?.get(named);
    const row = shift === undefined ? place.row : shift.rows.of(place.row, colon !== '');
    const column = shift === undefined ? place.column : shift.columns.of(place.column, colon !== '');
    const fixed = `${reference.startsWith('$') ? '$' : ''}${reference.lastIndexOf('$') > 0 ? '$$' : ''}`;
    return `⟨${shift?.sheet ?? named}!${fixed}${row},${column}⟩${colon}`;
  });
}

function unquoted(sheet: string): string {
  return sheet.startsWith("'") ? sheet.slice(1, -1).replaceAll("''", "'") : sheet;
}
