import {
  CONVERTED_FORMATS,
  DOCUMENT_FORMATS,
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

/** First bytes of the accepted documents. Those of Office are ZIP archives; their readers check the rest. */
const SIGNATURES: readonly (readonly number[])[] = [PDF_SIGNATURE, ZIP_SIGNATURE];
const LONGEST_SIGNATURE = Math.max(...SIGNATURES.map((bytes) => bytes.length));
/** Faults that only say that the bytes are no text. */
const NO_TEXT: readonly TextFault['kind'][] = ['binary', 'encoding'];

/** The format as which the service reads a file; null: it does not. A DOC, RTF or ODT is converted to DOCX. */
function readAs(format: DocumentFormat | OtherFormat): DocumentFormat | null {
  if (CONVERTED_FORMATS.some((each) => each === format)) return 'docx';
  return DOCUMENT_FORMATS.find((each) => each === format) ?? null;
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
  if (!SIGNATURES.some((bytes) => hasSignature(start, bytes))) {
    const text = await readTextFile(file);
    // A DOCX with a password begins like a DOC, and the service refuses it by its own name. It converts a DOC or RTF.
    if (text.ok || text.fault.kind !== 'document' || readAs(text.fault.format) === null) {
      if (!isDocumentFormat(named) || (!text.ok && !NO_TEXT.includes(text.fault.kind))) return text;
      return { ok: false, fault: { kind: 'misnamed', format: named } };
    }
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
  const found = formatOfBytes(bytes) ?? 'docx';
  const format = readAs(found);
  return format === null
    ? { ok: false, fault: { kind: 'document', format: found } }
    : { ok: true, document: { format, bytes } };
}
