/**
 * Formulas with references relative to their cell, as in R1C1 notation. A formula that was filled down is then the same
 * in each row, and a shifted one is the same as before.
 *
 *     B10: =SUM(B2:B9)*$A$1   SUM(R[-8]C:R[-1]C)*R1C1
 */
import { cellName, columnName, placeOfReference, type CellPlace } from '../../../shared/document/cell-reference.ts';

/**
 * Pieces of a formula: texts, names of sheets in quotes, references, and everything else that has letters or digits.
 * Only the reference is named.
 */
const PIECES =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^\]]*\]|(?<reference>\$?[A-Za-z]{1,3}\$?\d{1,7})(?![\w.(!])|[\p{L}_\\][\p{L}\p{N}_.\\]*|\d[\w.]*/gu;
const RELATIVE =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|\[(?!-?\d+\])[^\]]*\]|(?<![\p{L}\p{N}_.])R(\[-?\d+\]|\d+)?C(\[-?\d+\]|\d+)?(?![\p{L}\p{N}_.(])/gu;

/** The formula of a cell, with relative references. */
export function relativeFormula(formula: string, at: CellPlace): string {
  return replacedReferences(formula, (reference) => relativeReference(reference, at));
}

/** Replaces each reference to a cell. */
export function replacedReferences(formula: string, by: (reference: string) => string): string {
  return formula.replace(PIECES, (piece, ...rest) => {
    const { reference } = rest.at(-1) as { reference?: string };
    return reference === undefined ? piece : by(reference);
  });
}

function relativeReference(reference: string, { row, column }: CellPlace): string {
  const place = placeOfReference(reference);
  if (place === null) return reference;
  const isColumnFixed = reference.startsWith('$');
  const isRowFixed = reference.lastIndexOf('$') > 0;
  return `R${isRowFixed ? place.row + 1 : offset(place.row - row)}C${isColumnFixed ? place.column + 1 : offset(place.column - column)}`;
}

function offset(by: number): string {
  return by === 0 ? '' : `[${by}]`;
}

/** A formula as a person reads it in its cell, with a leading equals sign. */
export function shownFormula(relative: string, at: CellPlace): string {
  const shown = relative.replace(RELATIVE, (piece: string, row: string | undefined, column: string | undefined) => {
    if (!piece.startsWith('R')) return piece;
    const [r, isRowFixed] = absolute(row, at.row);
    const [c, isColumnFixed] = absolute(column, at.column);
    if (r < 0 || c < 0) return '#REF!';
    if (!isRowFixed && !isColumnFixed) return cellName(r, c);
    return `${isColumnFixed ? '$' : ''}${columnName(c)}${isRowFixed ? '$' : ''}${r + 1}`;
  });
  return `=${shown}`;
}

function absolute(part: string | undefined, own: number): readonly [place: number, isFixed: boolean] {
  if (part === undefined) return [own, false];
  return part.startsWith('[') ? [own + Number(part.slice(1, -1)), false] : [Number(part) - 1, true];
}
