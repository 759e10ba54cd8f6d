import { documentFormatOf, formatOfName, isDocumentFormat, type DocumentFormat } from '../../../shared/formats.ts';

/** The document format that the names of inputs indicate; null if none does. */
export function fileFormatOfNames(...names: readonly string[]): DocumentFormat | null {
  return names.map(formatOfName).find(isDocumentFormat) ?? null;
}

/** The document format that the first bytes indicate; null for bytes that can only be text. */
export function fileFormatOfBytes(bytes: Uint8Array): DocumentFormat | null {
  return documentFormatOf(bytes);
}
