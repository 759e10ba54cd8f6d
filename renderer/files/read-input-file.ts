import { DOCUMENTS_MAX_BYTES } from '../../shared/limits.ts';
import { readTextFile, type TextFault } from './read-text-file.ts';

/** A file that the service reads: its bytes go there as they are. */
export interface DocumentInput {
  readonly format: 'docx' | 'pdf';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a file holds, or why it is not taken. */
export type InputOutcome =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: true; readonly document: DocumentInput }
  | { readonly ok: false; readonly fault: TextFault };

/** First bytes of the documents that are taken. A DOCX is a ZIP archive; whether this one is, its reader says. */
const SIGNATURES: readonly (readonly [format: DocumentInput['format'], bytes: readonly number[]])[] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['docx', [0x50, 0x4b, 0x03, 0x04]],
];
const LONGEST_SIGNATURE = 5;
/** Faults that say no more than that the bytes are no text. */
const NO_TEXT: readonly TextFault['kind'][] = ['binary', 'encoding'];

/** Media types of the documents, as uploads are announced. */
export const DOCUMENT_TYPES: Readonly<Record<DocumentInput['format'], string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
};

/**
 * Reads a file as what its first bytes say it is. One that is named as a document and is none is not taken for a text:
 * its reader would compare something else than was meant. A fault is an outcome, not an exception.
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
