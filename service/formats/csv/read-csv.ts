/**
 * Reads values with separators (RFC 4180) as a table, as the cells of a sheet are. Papa Parse divides the text: it is
 * kept, has no dependencies, and reads quoted fields with separators, quotes and line breaks in them.
 */
import Papa from 'papaparse';
import { ServiceError } from '../../../shared/errors.ts';
import { dropByteOrderMark } from '../normalise/white-space.ts';
import type { ReadResult } from '../read-result.ts';
import type { SheetRow } from '../xlsx/read-sheet.ts';
import { rowsAsLines, SheetBlocks } from '../xlsx/sheet-blocks.ts';

/** Separators of a CSV, of which the text says which one it has. */
const SEPARATORS = [',', ';', '\t', '|'] as const;
/** Maximum number of fields, as many as a workbook may have cells. */
const FIELDS_MAX = 6_000_000;

/** Reads a CSV. The separator is the one that divides most lines alike. */
export function readCsv(text: string): ReadResult {
  return readFields(text, '');
}

/** Reads a TSV, whose separator is the tab. */
export function readTsv(text: string): ReadResult {
  return readFields(text, '\t');
}

function readFields(text: string, delimiter: string): ReadResult {
  const { data } = Papa.parse<string[]>(dropByteOrderMark(text), { delimiter, delimitersToGuess: SEPARATORS });
  const fields = data.reduce((sum, row) => sum + row.length, 0);
  if (fields > FIELDS_MAX) throw tooManyFields(fields);
  const rows = data.map((row, at): SheetRow => ({
    row: at,
    hidden: false,
    cells: row.map((field, column) => ({ column, text: field })),
  }));
  const written = new SheetBlocks([{ title: '', name: '', rows, links: new Map() }]);
  return {
    document: { blocks: written.blocks, warnings: rowsAsLines(written) },
    envelope: { ...written.envelope, least: 'extended' },
    cells: written.entries,
  };
}

function tooManyFields(fields: number): ServiceError {
  return new ServiceError(
    'document_too_complex',
    `The table has ${fields} fields, and ${FIELDS_MAX} is the limit. Compare it in parts.`,
    { fields, limit: FIELDS_MAX },
  );
}
