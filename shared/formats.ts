/** The formats that are compared: the one place that knows their names, media types and first bytes. */
import type { ComparedFormat } from './api/text-spellings.ts';

/** Formats of files that are no text. */
export type DocumentFormat = 'docx' | 'pdf';

/** Every format that is compared. */
export type AnyFormat = ComparedFormat | DocumentFormat;

/** What identifies a format. */
export interface FormatFacts {
  readonly kind: 'text' | 'document';
  /** File extensions in lower case, without a dot. The first one is the usual one. */
  readonly extensions: readonly string[];
  /** Extensions of related files that are read as this format but not offered in dialogs. */
  readonly relatedExtensions: readonly string[];
  readonly mediaType: string;
}

/** The formats in the order of a dialog. */
export const FORMATS: Readonly<Record<AnyFormat, FormatFacts>> = {
  docx: {
    kind: 'document',
    extensions: ['docx'],
    relatedExtensions: ['docm', 'dotx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  pdf: { kind: 'document', extensions: ['pdf'], relatedExtensions: [], mediaType: 'application/pdf' },
  html: { kind: 'text', extensions: ['html', 'htm', 'xhtml'], relatedExtensions: [], mediaType: 'text/html' },
  markdown: { kind: 'text', extensions: ['md', 'markdown'], relatedExtensions: [], mediaType: 'text/markdown' },
  txt: { kind: 'text', extensions: ['txt', 'text'], relatedExtensions: [], mediaType: 'text/plain' },
  json: { kind: 'text', extensions: ['json'], relatedExtensions: [], mediaType: 'application/json' },
};

const NAMES = Object.keys(FORMATS) as AnyFormat[];

/** The extension of a file name in lower case, without the dot. Empty if it has none. */
export function extensionOf(name: string): string {
  return /[^.]\.([^./\\]+)$/u.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** The format that the extension of a file name indicates; null for an unknown one. */
export function formatOfName(name: string): AnyFormat | null {
  const extension = extensionOf(name);
  if (extension === '') return null;
  return (
    NAMES.find((format) =>
      [FORMATS[format].extensions, FORMATS[format].relatedExtensions].flat().includes(extension),
    ) ?? null
  );
}

/** Whether a format is one of documents. */
export function isDocumentFormat(format: AnyFormat | null): format is DocumentFormat {
  return format === 'docx' || format === 'pdf';
}

/** First bytes of a ZIP archive, which a DOCX is. */
export const ZIP_SIGNATURE: readonly number[] = [0x50, 0x4b, 0x03, 0x04];
/** First bytes of a compound file: a DOC, or a DOCX with a password (MS-OFFCRYPTO). */
export const COMPOUND_SIGNATURE: readonly number[] = [0xd0, 0xcf, 0x11, 0xe0];
/** First bytes of a PDF: `%PDF-`. */
export const PDF_SIGNATURE: readonly number[] = [0x25, 0x50, 0x44, 0x46, 0x2d];
/** Maximum offset of a PDF's signature: some programs write a few bytes before it (ISO 32000-1, annex H). */
export const PDF_SIGNATURE_WITHIN_BYTES = 1_024;

/** Whether bytes contain a signature at an offset. */
export function hasSignature(bytes: Uint8Array, signature: readonly number[], offset = 0): boolean {
  return signature.every((byte, at) => bytes[offset + at] === byte);
}

/** The document format that the bytes of a file indicate; null for bytes that can only be text. */
export function documentFormatOf(bytes: Uint8Array): DocumentFormat | null {
  if (hasSignature(bytes, ZIP_SIGNATURE) || hasSignature(bytes, COMPOUND_SIGNATURE)) return 'docx';
  const last = Math.min(bytes.length, PDF_SIGNATURE_WITHIN_BYTES) - PDF_SIGNATURE.length;
  for (let offset = 0; offset <= last; offset += 1) if (hasSignature(bytes, PDF_SIGNATURE, offset)) return 'pdf';
  return null;
}
