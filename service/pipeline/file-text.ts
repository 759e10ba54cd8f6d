/** The text of one file, without a comparison. */
import { INCLUDES } from '../../shared/api/include.ts';
import { countOfKind } from '../../shared/change/describe-uncompared.ts';
import type { InventoryItem } from '../../shared/change/uncompared.ts';
import type { DocumentFormat } from '../../shared/formats.ts';
import { detectFormat } from '../formats/detect-format.ts';
import { readText, type TextFormat } from '../formats/read-text.ts';
import { readingAlone } from './compare/compare-read-pair.ts';
import { plainTextOf } from './words/plain-text.ts';
import { readFile, type FileReader } from './inputs/read-file.ts';

/** The words of a file, and what they leave out. */
export interface FileText {
  /** Body, headers, footers and comments, as `plainTextOf` writes them. */
  readonly text: string;
  /** What the file shows besides: pictures, charts, attachments and the like. */
  readonly leftOut: readonly InventoryItem[];
}

/** Digits of a digest that tell two contents apart for a person. */
const DIGITS = 12;
/** "Header, section 2" is a name, and "after “see below”" a place. */
const BEGINS_ANEW = /^\p{Lu}/u;

/** The text of a DOCX or a PDF. Throws `ServiceError` as the format's reader does. */
export async function textOfFile(
  format: DocumentFormat,
  bytes: Uint8Array,
  reader: FileReader = readFile,
): Promise<FileText> {
  const file = await reader(format, bytes, { attributeMode: 'semantic', include: INCLUDES });
  const { document, inventory = [] } = readingAlone(file, INCLUDES);
  return { text: plainTextOf(document.blocks), leftOut: inventory };
}

/** The text of a text input. Throws `ServiceError` as `readText` does. */
export function textOfText(format: TextFormat | 'auto', text: string): FileText {
  const { document, inventory = [] } = readText(text, format === 'auto' ? detectFormat(text, text) : format);
  return { text: plainTextOf(document.blocks), leftOut: inventory };
}

/** What a text leaves out, one line each with the start of its SHA-256, below a heading. Empty if that is nothing. */
export function leftOutLines(leftOut: readonly InventoryItem[]): string {
  if (leftOut.length === 0) return '';
  const lines = leftOut.map(({ kind, count, where, label = '', sha256 }) => {
    const place = where === '' ? '' : `${BEGINS_ANEW.test(where) ? ':' : ''} ${where}`;
    const name = label === '' ? '' : ` (${label})`;
    return `- ${countOfKind(kind, count)}${place}${name}, SHA-256 ${sha256.slice(0, DIGITS)}`;
  });
  return `\nNot in this text:\n${lines.join('\n')}\n`;
}
