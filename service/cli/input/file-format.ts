import { extname } from 'node:path';

/** Formats of files that are no text. */
export type FileFormat = 'docx' | 'pdf';

const BY_EXTENSION: Readonly<Record<string, FileFormat>> = {
  '.docx': 'docx',
  '.docm': 'docx',
  '.dotx': 'docx',
  '.pdf': 'pdf',
};

/** How far into a file the signature of a PDF may stand. */
const SIGNATURE_WITHIN_BYTES = 1_024;

/** What the names of inputs say: the format of a file when one of them has its ending, else null. */
export function fileFormatOfNames(...names: readonly string[]): FileFormat | null {
  for (const name of names) {
    const format = BY_EXTENSION[extname(name).toLowerCase()];
    if (format !== undefined) return format;
  }
  return null;
}

/** What the first bytes say; null for what can only be text. */
export function fileFormatOfBytes(bytes: Uint8Array): FileFormat | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SIGNATURE_WITHIN_BYTES));
  // A ZIP archive, or the compound file that a DOCX with a password is.
  if (start.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return 'docx';
  if (start.subarray(0, 4).toString('hex') === 'd0cf11e0') return 'docx';
  return start.includes('%PDF-') ? 'pdf' : null;
}
