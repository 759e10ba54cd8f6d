/** Recognizes the format of a file by its bytes. */
import {
  CONVERTED,
  CONVERTED_FORMATS,
  DOCUMENT_FORMATS,
  FORMATS,
  type AnyFormat,
  type ConvertedFormat,
  type DocumentFormat,
  type OtherFormat,
} from './formats.ts';

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

/** First bytes of other kinds, at an offset. */
const OTHER_SIGNATURES: readonly (readonly [kind: OtherFormat, bytes: readonly number[], offset?: number])[] = [
  ['rtf', ascii('{\\rtf')],
  ['rtf', [0xef, 0xbb, 0xbf, ...ascii('{\\rtf')]],
  ['wordperfect', [0xff, ...ascii('WPC')]],
  ['postscript', ascii('%!PS')],
  ['picture', [0x89, ...ascii('PNG\r\n')]],
  ['picture', [0xff, 0xd8, 0xff]],
  ['picture', ascii('GIF87a')],
  ['picture', ascii('GIF89a')],
  ['picture', [...ascii('II'), 0x2a, 0x00]],
  ['picture', [...ascii('MM'), 0x00, 0x2a]],
  ['picture', ascii('WEBP'), 8],
  ['picture', ascii('ftypheic'), 4],
  ['picture', ascii('ftypheix'), 4],
  ['picture', ascii('ftypmif1'), 4],
  ['picture', ascii('ftypavif'), 4],
  ['archive', [0x1f, 0x8b, 0x08]],
  ['archive', [...ascii('7z'), 0xbc, 0xaf, 0x27, 0x1c]],
  ['archive', [...ascii('Rar!'), 0x1a, 0x07]],
  ['archive', [0xfd, ...ascii('7zXZ'), 0x00]],
  ['archive', [0x28, 0xb5, 0x2f, 0xfd]],
  ['archive', ascii('1AY&SY'), 4],
  // Windows states the offset of its header at 0x3c (PE format, 3.1), ELF its class (System V ABI, chapter 4).
  ['program', [...ascii('MZ'), 0x90, 0x00]],
  ['program', [0x7f, ...ascii('ELF')]],
  ['program', [0xcf, 0xfa, 0xed, 0xfe]],
  ['program', [0xca, 0xfe, 0xba, 0xbe]],
  ['recording', [...ascii('ID3'), 3, 0]],
  ['recording', [...ascii('ID3'), 4, 0]],
  ['recording', [...ascii('OggS'), 0]],
  ['recording', ascii('ftypisom'), 4],
  ['recording', ascii('ftypmp4'), 4],
  ['recording', ascii('ftypM4'), 4],
  ['recording', ascii('ftypqt'), 4],
  ['recording', [0x1a, 0x45, 0xdf, 0xa3]],
];

/** Streams that name the program of a compound file ([MS-DOC] 2.1, [MS-XLS] 2.1, [MS-PPT] 2.1, [MS-OXMSG] 2.2). */
const COMPOUND_STREAMS: readonly (readonly [kind: OtherFormat, stream: string])[] = [
  ['doc', 'WordDocument'],
  ['spreadsheet', 'Workbook'],
  ['presentation', 'PowerPoint Document'],
  ['mail', '__properties_version1.0'],
];
/** Name of the stream with an encrypted DOCX ([MS-OFFCRYPTO] 2.3.4.4). */
const ENCRYPTED_STREAM = 'EncryptedPackage';

/**
 * Kinds of ZIP archives by the media type in their first entry. Sources are OpenDocument 1.3 part 2, 3.3, and EPUB OCF
 * 3.3, 4.2.6.2.
 */
const ZIP_MEDIA_TYPES: readonly (readonly [kind: OtherFormat, mediaType: string])[] = [
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['spreadsheet', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['presentation', 'application/vnd.oasis.opendocument.presentation'],
  ['epub', 'application/epub+zip'],
];
/** Kinds of ZIP archives by the name of an entry, the first that fits. */
const ZIP_ENTRIES: readonly (readonly [kind: DocumentFormat | OtherFormat, entry: RegExp])[] = [
  ['docx', /^word\//i],
  // A workbook in the binary form of its parts (XLSB).
  ['spreadsheet', /^xl\/workbook\.bin$/i],
  ['xlsx', /^xl\/workbook[^/]*\.xml$/i],
  ['pptx', /^ppt\/presentation[^/]*\.xml$/i],
  ['pages', /^Index\/.*\.iwa$|^Index\.zip$/],
];
/** Entries of every package of Office (ECMA-376 part 2, 9.3 and 10.1.2). */
const OFFICE_ENTRY = /^\[Content_Types\]\.xml$|^_rels\/\.rels$|^word\//i;

/** HTML at the start of a file (HTML, 13.2.3), after a byte order mark, a declaration and comments. */
const HTML_START = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html)[\s>]/i;
/** Number of bytes that are searched for it. */
const HTML_WITHIN_BYTES = 1_024;

/** Maximum number of entries whose names are read. */
const ZIP_NAMES_MAX = 2_000;
/**
 * Maximum distance of a ZIP's end record from the end of the file. It allows for the record's own size and a comment
 * (APPNOTE.TXT 4.3.16).
 */
const ZIP_END_WITHIN_BYTES = 22 + 0xffff;
const ZIP_END_BYTES = 22;
const ZIP_END_SIGNATURE: readonly number[] = [0x50, 0x4b, 0x05, 0x06];
const ZIP_DIRECTORY_SIGNATURE: readonly number[] = [0x50, 0x4b, 0x01, 0x02];

/**
 * The format of a file's bytes, by their content alone. Null for bytes that can only be text or are unknown. `docx`
 * also means a DOCX with a password, and an archive that is cut off.
 */
export function formatOfBytes(bytes: Uint8Array): DocumentFormat | OtherFormat | null {
  if (hasSignature(bytes, ZIP_SIGNATURE)) return formatOfZip(bytes);
  if (hasSignature(bytes, COMPOUND_SIGNATURE)) return formatOfCompoundFile(bytes);
  const other = OTHER_SIGNATURES.find(([, signature, offset]) => hasSignature(bytes, signature, offset));
  if (other !== undefined) return other[0];
  if (isBitmap(bytes)) return 'picture';
  const last = Math.min(bytes.length, PDF_SIGNATURE_WITHIN_BYTES) - PDF_SIGNATURE.length;
  for (let offset = 0; offset <= last; offset += 1) if (hasSignature(bytes, PDF_SIGNATURE, offset)) return 'pdf';
  return null;
}

/** The document format that the bytes of a file indicate; null for other bytes. */
export function documentFormatOf(bytes: Uint8Array): DocumentFormat | null {
  const format = formatOfBytes(bytes);
  return DOCUMENT_FORMATS.find((each) => each === format) ?? null;
}

/** The format of bytes that are converted to DOCX; null for other bytes. */
export function convertedFormatOf(bytes: Uint8Array): ConvertedFormat | null {
  const format = formatOfBytes(bytes);
  return CONVERTED_FORMATS.find((each) => each === format) ?? null;
}

/** The media type of a file of this format, by its content. */
export function mediaTypeOfFile(format: AnyFormat, bytes: Uint8Array): string {
  const converted = format === 'docx' ? convertedFormatOf(bytes) : null;
  return converted === null ? FORMATS[format].mediaType : CONVERTED[converted].mediaTypes[0]!;
}

/**
 * The format of bytes that are no text, although they may decode as one; null for text. A PDF counts only if it begins
 * with its signature, because a text may mention it.
 */
export function formatOfNoText(bytes: Uint8Array): DocumentFormat | OtherFormat | null {
  const found = formatOfBytes(bytes);
  return found === 'pdf' && !hasSignature(bytes, PDF_SIGNATURE) ? null : found;
}

/** Whether bytes are a web page. */
export function isWebPage(bytes: Uint8Array): boolean {
  return HTML_START.test(latin1(bytes, 0, HTML_WITHIN_BYTES));
}

/** Whether a compound file contains a DOCX with a password. */
export function isEncryptedPackage(bytes: Uint8Array): boolean {
  return hasSignature(bytes, COMPOUND_SIGNATURE) && hasWide(bytes, ENCRYPTED_STREAM);
}

/**
 * The position of the end record of a ZIP archive. This record says where the archive's directory is. -1 if there is
 * none. A record of an archive within the archive does not count. Bytes after the record are not checked.
 */
export function zipEndOf(bytes: Uint8Array): number {
  const first = Math.max(0, bytes.length - ZIP_END_WITHIN_BYTES);
  for (let at = bytes.length - ZIP_END_BYTES; at >= first; at -= 1) {
    if (!hasSignature(bytes, ZIP_END_SIGNATURE, at)) continue;
    // ZIP64 states the place of the directory elsewhere (4.3.15), with all bits set here.
    const [size, start] = [number(bytes, at + 12, 4), number(bytes, at + 16, 4)];
    if (start === 0xffffffff || size === 0xffffffff || start + size <= at) {
      if (start === 0xffffffff || hasSignature(bytes, ZIP_DIRECTORY_SIGNATURE, start) || size === 0) return at;
    }
  }
  return -1;
}

function formatOfZip(bytes: Uint8Array): DocumentFormat | OtherFormat {
  // The first entry of these kinds is stored, without extra fields.
  const mediaType = latin1(bytes, 30, 128);
  const stated = ZIP_MEDIA_TYPES.find(([, type]) => mediaType.startsWith(`mimetype${type}`));
  if (stated !== undefined) return stated[0];
  const end = zipEndOf(bytes);
  if (end < 0) return 'docx';
  const names = zipNames(bytes, end);
  const named = ZIP_ENTRIES.find(([, entry]) => names.some((name) => entry.test(name)));
  return named?.[0] ?? (names.some((name) => OFFICE_ENTRY.test(name)) ? 'docx' : 'archive');
}

/** Names in the directory of an archive (4.3.12), with forward slashes. */
function zipNames(bytes: Uint8Array, end: number): string[] {
  const names: string[] = [];
  let at = number(bytes, end + 16, 4);
  while (names.length < ZIP_NAMES_MAX && hasSignature(bytes, ZIP_DIRECTORY_SIGNATURE, at)) {
    const length = number(bytes, at + 28, 2);
    names.push(
      latin1(bytes, at + 46, length)
        .replaceAll('\\', '/')
        .replace(/^\/+/, ''),
    );
    at += 46 + length + number(bytes, at + 30, 2) + number(bytes, at + 32, 2);
  }
  return names;
}

function formatOfCompoundFile(bytes: Uint8Array): 'docx' | OtherFormat {
  if (isEncryptedPackage(bytes)) return 'docx';
  return COMPOUND_STREAMS.find(([, stream]) => hasWide(bytes, stream))?.[0] ?? 'compound';
}

/** A BMP begins with two letters only. Its reserved fields, which are zero, count too. */
function isBitmap(bytes: Uint8Array): boolean {
  return hasSignature(bytes, ascii('BM')) && hasSignature(bytes, [0, 0, 0, 0], 6);
}

/** Whether bytes contain a name in UTF-16LE. */
function hasWide(bytes: Uint8Array, name: string): boolean {
  const wide = [...name].flatMap((letter) => [letter.charCodeAt(0), 0]);
  for (let at = bytes.indexOf(wide[0]!); at >= 0; at = bytes.indexOf(wide[0]!, at + 1))
    if (hasSignature(bytes, wide, at)) return true;
  return false;
}

function number(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let byte = length - 1; byte >= 0; byte -= 1) value = value * 256 + (bytes[at + byte] ?? 0);
  return value;
}

function latin1(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

function ascii(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}
