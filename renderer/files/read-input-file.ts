import {
  CONVERTED_FORMATS,
  formatOfName,
  isDocumentFormat,
  type DocumentFormat,
  type OtherFormat,
} from '../../shared/formats.ts';
import { formatOfBytes, hasSignature, PDF_SIGNATURE, ZIP_SIGNATURE } from '../../shared/recognize-format.ts';
import { Folder } from './folder.ts';
import { OWN_DOCUMENT_MAX_BYTES } from '../../shared/limits.ts';
import { readTextFile, type TextFault } from './read-text-file.ts';

/** A file whose bytes the service reads. */
export interface DocumentInput {
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The content of a file, or the reason why it is refused. */
export type InputOutcome =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: true; readonly document: DocumentInput }
  | { readonly ok: false; readonly fault: TextFault };

/** First bytes of the accepted documents. A DOCX is a ZIP archive; its reader checks the rest. */
const SIGNATURES: readonly (readonly [format: DocumentFormat, bytes: readonly number[]])[] = [
  ['pdf', PDF_SIGNATURE],
  ['docx', ZIP_SIGNATURE],
];
const LONGEST_SIGNATURE = Math.max(...SIGNATURES.map(([, bytes]) => bytes.length));
/** Faults that only say that the bytes are no text. */
const NO_TEXT: readonly TextFault['kind'][] = ['binary', 'encoding'];

function isReadAsDocx(format: DocumentFormat | OtherFormat): boolean {
  return format === 'docx' || CONVERTED_FORMATS.some((each) => each === format);
}

/**
 * Reads a file by its first bytes. A file with the name of a document but other content is refused. Reading it as text
 * would compare something else. A fault is returned, not thrown.
 */
export async function readInputFile(file: Blob, name: string): Promise<InputOutcome> {
  if (file instanceof Folder) return { ok: false, fault: { kind: 'folder' } };
  const named = formatOfName(name);
  if (file.size === 0 && (named === null || isDocumentFormat(named))) return { ok: false, fault: { kind: 'empty' } };
  let start: Uint8Array;
  try {
    start = new Uint8Array(await file.slice(0, LONGEST_SIGNATURE).arrayBuffer());
  } catch {
    return { ok: false, fault: { kind: 'unreadable' } };
  }
  let format = SIGNATURES.find(([, bytes]) => hasSignature(start, bytes))?.[0];
  if (format === undefined) {
    const text = await readTextFile(file);
    // A DOCX with a password begins like a DOC, and the service refuses it by its own name. It converts a DOC or RTF.
    if (text.ok || text.fault.kind !== 'document' || !isReadAsDocx(text.fault.format)) {
      if (!isDocumentFormat(named) || (!text.ok && !NO_TEXT.includes(text.fault.kind))) return text;
      return { ok: false, fault: { kind: 'misnamed', format: named } };
    }
    format = 'docx';
  }
  if (file.size > OWN_DOCUMENT_MAX_BYTES) {
    return { ok: false, fault: { kind: 'too-large', sizeBytes: file.size, limitBytes: OWN_DOCUMENT_MAX_BYTES } };
  }
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { ok: false, fault: { kind: 'unreadable' } };
  }
  const found = formatOfBytes(bytes);
  if (found !== null && found !== 'pdf' && !isReadAsDocx(found))
    return { ok: false, fault: { kind: 'document', format: found } };
  return { ok: true, document: { format, bytes } };
}
