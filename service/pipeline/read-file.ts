/** Reads a file of any format into the form that a comparison takes. */
import type { Include } from '../../shared/api/include.ts';
import type { SideFormat, SideFormats } from '../../shared/formats.ts';
import { wrongFormat } from '../../shared/wrong-format.ts';
import { decodeTextFile } from '../formats/decode-text-file.ts';
import { readDocx, type Capitals } from '../formats/docx/read-docx.ts';
import { extractPages } from '../formats/pdf/extract-pages.ts';
import { readText } from '../formats/read-text.ts';
import { includedBetween } from './two-formats/expressed.ts';
import type { DocumentsTask, ReadFile } from './tasks.ts';

/** Options of a reading. Only a DOCX has formatting to read. */
export interface ReadOptions {
  readonly attributeMode: DocumentsTask['attributeMode'];
  /** Content that is read into the document. */
  readonly include?: readonly Include[];
  /** Absent: `typed`. */
  readonly capitals?: Capitals;
}

/**
 * The options of both readings of a comparison. Two formats have neither looks nor comments in common, and headers and
 * footers only so that they are found on the pages of the other side. A PDF has only the capitals that were printed.
 */
export function readOptions(
  { original, revised }: SideFormats,
  attributeMode: ReadOptions['attributeMode'],
  include: readonly Include[],
): Required<ReadOptions> {
  if (original === revised) return { attributeMode, include, capitals: 'typed' };
  const capitals = original === 'pdf' || revised === 'pdf' ? 'printed' : 'typed';
  return { attributeMode: 'semantic', include: includedBetween(original, revised, include), capitals };
}

/** Reads a file. Throws `ServiceError` as the reader of the format does, and `document_invalid` for another format. */
export async function readFile(
  format: SideFormat,
  bytes: Uint8Array,
  { attributeMode, include = [], capitals = 'typed' }: ReadOptions,
): Promise<ReadFile> {
  if (format === 'docx') return { format, read: await readDocx(bytes, { attributeMode, include, capitals }) };
  const wrong = wrongFormat(bytes, format);
  if (wrong !== null) throw wrong;
  if (format === 'pdf') return { format, read: await extractPages(bytes) };
  return { format, read: readText(decodeTextFile(bytes), format, include) };
}
