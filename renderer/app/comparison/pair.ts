import type { RequestedFormat } from '../../../shared/api/text-spellings.ts';
import type { Side } from '../../../shared/document/model.ts';
import { formatOfNames } from '../../files/format-of-names.ts';
import type { DocumentInput } from '../../files/read-input-file.ts';
import { utf8Length } from '../../files/read-text-file.ts';

/** One side of what is compared: a text, or a file that the service reads. */
export interface PairSide {
  /** Null when it was typed or pasted. */
  readonly name: string | null;
  readonly text: string;
  readonly document: DocumentInput | null;
  /** How the desktop shell knows the file; null in a browser, and for what has no file. */
  readonly reference: string | null;
}

/** What is compared. `format` counts for texts alone. */
export interface Pair {
  readonly original: PairSide;
  readonly revised: PairSide;
  readonly format: RequestedFormat;
}

/** The sides in their order. */
export const BOTH_SIDES: readonly Side[] = ['original', 'revised'];

/** Both sides as files of one format, when they are. */
export function documentsOf({ original, revised }: Pair): Record<Side, DocumentInput> | null {
  if (original.document === null || revised.document === null) return null;
  return { original: original.document, revised: revised.document };
}

/** The format in which texts are compared: as the reader says, else as both names say, else as the service detects. */
export function textFormatOf({ original, revised, format }: Pair): RequestedFormat {
  return format === 'auto' ? (formatOfNames(original.name, revised.name) ?? format) : format;
}

/** Bytes of one side, of texts in UTF-8. */
export function sizeOf({ text, document }: PairSide): number {
  return document === null ? utf8Length(text) : document.bytes.byteLength;
}

/** Whether both sides are the same bytes. */
export function isSamePair({ original, revised }: Pair): boolean {
  const [a, b] = [original.document?.bytes, revised.document?.bytes];
  if (a === undefined || b === undefined) return a === b && original.text === revised.text;
  return a.byteLength === b.byteLength && a.every((byte, at) => byte === b[at]);
}

/** What a pair is called, such as "old.docx – new.docx"; null when neither side has a name. */
export function namesOf({ original, revised }: Pair, nameless: Readonly<Record<Side, string>>): string | null {
  if (original.name === null && revised.name === null) return null;
  return `${original.name ?? nameless.original} – ${revised.name ?? nameless.revised}`;
}
