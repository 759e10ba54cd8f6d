import type { DocumentFormat, OtherFormat } from '../../shared/formats.ts';
import { formatOfNoText, hasSignature } from '../../shared/recognize-format.ts';
import { OWN_DOCUMENT_MAX_BYTES } from '../../shared/limits.ts';

/** The reason why a file is refused. Sizes are in bytes. */
export type TextFault =
  | { readonly kind: 'too-large'; readonly sizeBytes: number; readonly limitBytes: number }
  | { readonly kind: 'document'; readonly format: DocumentFormat | OtherFormat }
  /** It has zero bytes, as no text has. */
  | { readonly kind: 'binary' }
  /** The name indicates a document, and the first bytes do not. */
  | { readonly kind: 'misnamed'; readonly format: DocumentFormat }
  /** It has no bytes, and its name is not that of a text. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'encoding' }
  | { readonly kind: 'unreadable' };

/** A text, or the reason why there is none. */
export type TextOutcome =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly fault: TextFault };

/**
 * UTF-16 may take twice the bytes that the same text takes in a request. A larger file is too large in any encoding,
 * so it is not read.
 */
const READ_MAX_BYTES = 2 * OWN_DOCUMENT_MAX_BYTES + 2;

/** The encoding of the byte order mark; UTF-8 without one. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (hasSignature(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (hasSignature(bytes, [0xfe, 0xff])) return 'utf-16be';
  return 'utf-8';
}

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark, and drops the mark. Invalid bytes are a fault, so no character is
 * replaced silently.
 */
export function decodeText(bytes: Uint8Array): TextOutcome {
  const format = formatOfNoText(bytes);
  if (format !== null) return { ok: false, fault: { kind: 'document', format } };
  let text: string;
  try {
    text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, fault: { kind: bytes.includes(0) ? 'binary' : 'encoding' } };
  }
  return text.includes('\0') ? { ok: false, fault: { kind: 'binary' } } : { ok: true, text };
}

/** Reads a file as text. A fault is returned, not thrown. */
export async function readTextFile(file: Blob): Promise<TextOutcome> {
  if (file.size > READ_MAX_BYTES) {
    return { ok: false, fault: { kind: 'too-large', sizeBytes: file.size, limitBytes: OWN_DOCUMENT_MAX_BYTES } };
  }
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { ok: false, fault: { kind: 'unreadable' } };
  }
  const outcome = decodeText(bytes);
  if (!outcome.ok) return outcome;
  const sizeBytes = utf8Length(outcome.text);
  if (sizeBytes <= OWN_DOCUMENT_MAX_BYTES) return outcome;
  return { ok: false, fault: { kind: 'too-large', sizeBytes, limitBytes: OWN_DOCUMENT_MAX_BYTES } };
}

/** The length of a text in UTF-8 bytes. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
