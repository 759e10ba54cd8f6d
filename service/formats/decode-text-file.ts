import { sizeInWords } from '../../shared/in-words.ts';
import { ServiceError } from '../../shared/errors.ts';

const UTF_16: readonly (readonly [label: string, mark: readonly [number, number]])[] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * The text of a file: UTF-8, or UTF-16 with a byte order mark (Unicode 16, section 2.13).
 *
 * @throws ServiceError `document_invalid` for other bytes, and for a text with NUL
 */
export function decodeTextFile(bytes: Uint8Array): string {
  const wide = UTF_16.find(([, mark]) => bytes[0] === mark[0] && bytes[1] === mark[1])?.[0];
  let text: string;
  try {
    text = new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    const message = `The file (${sizeInWords(bytes.byteLength)}) is neither UTF-8 nor UTF-16 with a byte order mark. Save it as UTF-8.`;
    throw new ServiceError('document_invalid', message);
  }
  const nul = text.indexOf('\0');
  if (nul < 0) return text;
  throw new ServiceError('document_invalid', `The file is not a text: character ${nul} is NUL. Name its own format.`);
}
