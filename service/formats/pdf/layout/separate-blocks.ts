/**
 * Tells two blocks of short lines side by side from the rows of a table: addresses, and parties that sign. The geometry
 * is the same, so the words decide.
 *
 *     Acme Supplies Ltd.        Northwind GmbH
 *     12 Harbour Street         Königsallee 45         →   one block, then the other
 *     London EC1A 2BB           40212 Düsseldorf
 */

/** A street with its number, or a post-office box. */
const STREET =
  /^(?:no\.?\s*)?\d{1,5}\s?[a-z]?[,/]?\s+\p{Lu}\p{L}+|^\p{Lu}[\p{L}.' -]+[,]?\s+(?:no\.?\s*)?\d{1,5}\s?[a-z]?$|\bp\.?\s?o\.?\s?box\b|\bpostfach\b|\b(?:street|road|avenue|lane|square|suite|floor)\b/iu;
/** Capital letters count in the parts of a street that name it. */
const NAME = /\p{Lu}\p{L}{2,}/u;
/**
 * A town with its postal code. The code has five or four digits, or is of the United Kingdom, Canada, the Netherlands
 * or the United States.
 */
const TOWN =
  /^(?:\p{Lu}{1,2}[- ])?\d{4,6}\s+\p{Lu}\p{L}+|\p{L}{2,}[ ,]+\d{4,6}(?:-\d{3,4})?$|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b|\b\d{4}\s?[A-Z]{2}\s+\p{Lu}/u;
/** A way to reach somebody. */
const CONTACT =
  /^(?:tel|phone|fax|telefon|t|f|e-?mail|mobile)\b[.:]?\s|^\+\d[\d\s()/-]{6,}$|^\S+@\S+\.\S+$|^(?:https?:\/\/|www\.)\S+$/iu;
/** A label in front of what is filled in. */
const FILLED_IN = /^(\p{L}[\p{L} /]{0,30}):/u;

/** Fewest lines of a block. */
const BLOCK_LINES = 3;
/** More lines are a list. */
const BLOCK_LINES_MAX = 12;
/** Fewest lines with the same label on both sides. */
const SAME_LABELS = 2;

/**
 * Whether two columns of cells, from the top, are two blocks of lines. Empty cells are only at the ends.
 *
 * @param rows the texts of each row; empty where a cell is
 */
export function areSeparateBlocks(rows: readonly (readonly string[])[]): boolean {
  if (rows.length < BLOCK_LINES || rows.length > BLOCK_LINES_MAX || rows.some((row) => row.length !== 2)) return false;
  const columns = [0, 1].map((at) => rows.map((row) => row[at]!.trim()));
  if (!columns.every(isOneBlock)) return false;
  return columns.every((lines) => isAddress(lines.filter((line) => line !== ''))) || areSignatures(rows);
}

/** Whether the lines follow each other without a gap, and are enough. */
function isOneBlock(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line !== '').length;
  const last = lines.findLastIndex((line) => line !== '');
  const first = lines.findIndex((line) => line !== '');
  return filled >= BLOCK_LINES && last - first + 1 === filled;
}

/** Whether lines are an address: somebody, then a street and a town or a way to reach them. */
function isAddress(lines: readonly string[]): boolean {
  const streets = lines.filter((line) => NAME.test(line) && STREET.test(line) && !TOWN.test(line)).length;
  const towns = lines.filter((line) => TOWN.test(line)).length;
  const contacts = lines.filter((line) => CONTACT.test(line)).length;
  const names = lines.length - streets - towns - contacts;
  return names > 0 && (streets > 0 ? towns + contacts > 0 : towns > 0 && contacts > 0);
}

/** Whether both sides begin with a party of their own, and go on with the same labels. */
function areSignatures(rows: readonly (readonly string[])[]): boolean {
  const labels = rows.map((row) => row.map((text) => FILLED_IN.exec(text.trim())?.[1]?.toLowerCase()));
  const [first, ...rest] = labels as [string | undefined, string | undefined][];
  if (first![0] !== undefined || first![1] !== undefined || rows[0]![0] === rows[0]![1]) return false;
  return rest.filter(([left, right]) => left !== undefined && left === right).length >= SAME_LABELS;
}
