/** Reads a file of any format into the form that a comparison takes. */
import { selectionOf } from '../../../shared/api/selection.ts';
import type { SideFormat } from '../../../shared/formats.ts';
import { wrongFormat } from '../../../shared/wrong-format.ts';
import { decodeTextFile } from '../../formats/decode-text-file.ts';
import { readDocx } from '../../formats/docx/read-docx.ts';
import { readPptx } from '../../formats/pptx/read-pptx.ts';
import { readXlsx } from '../../formats/xlsx/read-xlsx.ts';
import { extractPages } from '../../formats/pdf/extract-pages.ts';
import { readText } from '../../formats/read-text.ts';
import { readDeclarations } from '../declared/declarations.ts';
import type { ReadOptions } from './read-options.ts';
import type { ReadFile } from './tasks.ts';

/** Reads a file as `readFile` does, here or in another process. */
export type FileReader = (format: SideFormat, bytes: Uint8Array, options: ReadOptions) => Promise<ReadFile>;

/** Reads a file. Throws `ServiceError` as the reader of the format does, and `document_invalid` for another format. */
export async function readFile(format: SideFormat, bytes: Uint8Array, options: ReadOptions): Promise<ReadFile> {
  const { attributeMode, include = [], capitals = 'typed' } = options;
  if (format === 'docx') {
    const read = await readDocx(bytes, { attributeMode, include, capitals });
    const hasRevisions = read.document.warnings.some(({ code }) => code === 'revisions_accepted');
    return { format, read: hasRevisions ? { ...read, declarations: await readDeclarations(bytes) } : read };
  }
  if (format === 'pptx') return { format, read: await readPptx(bytes, { attributeMode, include }) };
  if (format === 'xlsx') return { format, read: await readXlsx(bytes) };
  const wrong = wrongFormat(bytes, format);
  if (wrong !== null) throw wrong;
  if (format === 'pdf') return { format, read: await extractPages(bytes) };
  const selection = format === 'html' ? selectionOf(options) : undefined;
  return { format, read: readText(decodeTextFile(bytes), format, include, selection) };
}
