import type { RequestedFormat } from '../../../shared/api/text-spellings.ts';
import type { Side } from '../../../shared/document/model.ts';
import { formatOfNames } from '../../files/format-of-names.ts';
import {
  formatOfName,
  isDocumentFormat,
  isSideFormat,
  SIDE_FORMATS,
  type SideFormat,
} from '../../../shared/formats.ts';
import { convertedFormatOf } from '../../../shared/recognize-format.ts';
import type { DocumentInput } from '../../files/read-input-file.ts';
import { utf8Length } from '../../files/read-text-file.ts';

/** One side of a comparison: a text, or a file that the service reads. */
export interface PairSide {
  /** Null for typed or pasted text. */
  readonly name: string | null;
  readonly text: string;
  readonly document: DocumentInput | null;
  /** The desktop shell's reference of the file. Null in a browser and without a file. */
  readonly reference: string | null;
}

/** The two compared sides. `format` applies to texts only. */
export interface Pair {
  readonly original: PairSide;
  readonly revised: PairSide;
  readonly format: RequestedFormat;
}

/** The sides in order. */
export { BOTH_SIDES } from '../../../shared/document/model.ts';

/** A side as a file of a format, as `POST /documents` takes it. */
export interface SideFile {
  readonly format: SideFormat;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Both sides as files, if a side is a document or if two texts have different formats. Null for two texts of one format. */
export function documentsOf(pair: Pair): Record<Side, SideFile> | null {
  const { original, revised, format } = pair;
  if (original.document === null && revised.document === null) {
    const [before, after] = [sideFormat(original), sideFormat(revised)];
    const areJson = isJson(original) && isJson(revised);
    if (format !== 'auto' || before === null || after === null || before === after || areJson) return null;
  }
  return { original: fileOf(original, format), revised: fileOf(revised, format) };
}

/** The format that a name indicates. JSON is compared with JSON only: beside another format it counts as plain text. */
function sideFormat(side: PairSide): SideFormat | null {
  return namedFormat(side) ?? (isJson(side) ? 'txt' : null);
}

function isJson({ name }: PairSide): boolean {
  return name !== null && formatOfName(name) === 'json';
}

/** A text counts as plain text if neither its name nor the reader's choice says otherwise. */
function fileOf(side: PairSide, chosen: RequestedFormat): SideFile {
  if (side.document !== null) return side.document;
  const format = chosen !== 'auto' && isSideFormat(chosen) ? chosen : (namedFormat(side) ?? 'txt');
  return { format, bytes: new TextEncoder().encode(side.text) };
}

function namedFormat({ name }: PairSide): SideFormat | null {
  const format = name === null ? null : formatOfName(name);
  return SIDE_FORMATS.find((each) => each === format && !isDocumentFormat(each)) ?? null;
}

/**
 * The format of two texts: the reader's choice, else the format that both names indicate, else the service's
 * detection.
 */
export function textFormatOf({ original, revised, format }: Pair): RequestedFormat {
  return format === 'auto' ? (formatOfNames(original.name, revised.name) ?? format) : format;
}

/** The size of one side in bytes; texts count in UTF-8. */
export function sizeOf({ text, document }: PairSide): number {
  return document === null ? utf8Length(text) : document.bytes.byteLength;
}

/** Whether the service converts a side to DOCX before it reads it. */
export function isConverted({ original, revised }: Pair): boolean {
  return [original, revised].some(({ document }) => document !== null && convertedFormatOf(document.bytes) !== null);
}

/** Whether both sides have the same bytes. */
export function isSamePair({ original, revised }: Pair): boolean {
  const [a, b] = [original.document?.bytes, revised.document?.bytes];
  if (a === undefined || b === undefined) return a === b && original.text === revised.text;
  return a.byteLength === b.byteLength && a.every((byte, at) => byte === b[at]);
}

/** The title of a pair, such as "old.docx – new.docx". Null if neither side has a name. */
export function namesOf({ original, revised }: Pair, nameless: Readonly<Record<Side, string>>): string | null {
  if (original.name === null && revised.name === null) return null;
  return `${original.name ?? nameless.original} – ${revised.name ?? nameless.revised}`;
}
