import { DOCUMENTS_MAX_BYTES } from '../../shared/limits.ts';
import { readTextFile, type TextFault } from './read-text-file.ts';

/** A file whose bytes the service reads. */
export interface DocumentInput {
  readonly format: 'docx' | 'pdf';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The content of a file, or the reason why it is refused. */
export type InputOutcome =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: true; readonly document: DocumentInput }
  | { readonly ok: false; readonly fault: TextFault };

/** First bytes of the accepted documents. A DOCX is a ZIP archive; its reader checks the rest. */
const SIGNATURES: readonly (readonly [format: DocumentInput['format'], bytes: readonly number[]])[] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['docx', [0x50, 0x4b, 0x03, 0x04]],
];
const LONGEST_SIGNATURE = 5;
/** Faults that only say that the bytes are no text. */
const NO_TEXT: readonly TextFault['kind'][] = ['binary', 'encoding'];

/** Media types of the documents for uploads. */
export const DOCUMENT_TYPES: Readonly<Record<DocumentInput['format'], string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
};

/**
 * Reads a file by its first bytes. A file with the name of a document but other content is refused, because reading
 * it as text would compare something else. A fault is returned, not thrown.
 */
export async function readInputFile(file: Blob, name: string): Promise<InputOutcome> {
  let start: Uint8Array;
  try {
    start = new Uint8Array(await file.slice(0, LONGEST_SIGNATURE).arrayBuffer());
  } catch {
    return { ok: false, fault: { kind: 'unreadable' } };
  }
  const format = SIGNATURES.find(([, bytes]) => bytes.every((byte, at) => start[at] === byte))?.[0];
  if (format === undefined) {
    const text = await readTextFile(file);
    const named = SIGNATURES.find(([ending]) => name.toLowerCase().endsWith(`.${ending}`))?.[0];
    if (named === undefined || (!text.ok && !NO_TEXT.includes(text.fault.kind))) return text;
    return { ok: false, fault: { kind: 'misnamed', format: named, sizeBytes: file.size } };
  }
  if (file.size > DOCUMENTS_MAX_BYTES) {
    return { ok: false, fault: { kind: 'too-large', sizeBytes: file.size, limitBytes: DOCUMENTS_MAX_BYTES } };
  }
  try {
    return { ok: true, document: { format, bytes: new Uint8Array(await file.arrayBuffer()) } };
  } catch {
    return { ok: false, fault: { kind: 'unreadable' } };
  }
}
