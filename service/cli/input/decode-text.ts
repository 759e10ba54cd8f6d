import { isUtf8 } from 'node:buffer';
import sniffEncoding from 'html-encoding-sniffer';
import { DOCUMENT_FORMATS, FORMAT_NAMES, FORMATS, formatOfName, toldFormat } from '../../../shared/formats.ts';
import { formatOfNoText } from '../../../shared/recognize-format.ts';
import { CommandError } from '../command-error.ts';

/** What the sniffer returns where no element of HTML declares an encoding. */
const NOT_DECLARED = 'UTF-8';

/**
 * Text of a file's bytes: UTF-8, or UTF-16 when a byte order mark says so; the mark itself is dropped. Bytes that are no
 * UTF-8 are read as HTML declares them (WHATWG HTML, "determining the character encoding"). Throws a CommandError that names
 * the input and the byte where it stops being text. For a file that is no text, the error names its format. The source of
 * an RTF or PDF decodes, and is never compared.
 *
 * @param encoding label of the WHATWG Encoding Standard that a person chose; it wins over everything but a mark
 */
export function decodeText(given: Uint8Array, name: string, encoding?: string): string {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const found = formatOfNoText(bytes);
  if (found !== null) {
    const told = toldFormat(found);
    const types = DOCUMENT_FORMATS.some((format) => format === found) ? '' : ` ${comparedTypes()}`;
    throw new CommandError(`${name} is ${told.name}, not a text. ${told.nextStep}${types}`);
  }
  const text = decode(bytes, name, encoding);
  const nul = text.indexOf('\0');
  if (nul >= 0) throw new CommandError(`${name} is not a text file: character ${nul} is NUL${typesFor(name)}`);
  return text;
}

/** Which types of files there are, as a sentence. */
export function comparedTypes(): string {
  const types = (Object.keys(FORMATS) as (keyof typeof FORMATS)[]).map((format) => {
    const { extensions, relatedExtensions } = FORMATS[format];
    return `${FORMAT_NAMES[format]} (${[...extensions, ...relatedExtensions].map((each) => `.${each}`).join(' ')})`;
  });
  return `diffsvc compares ${types.slice(0, -1).join(', ')} and ${types.at(-1)!}.`;
}

/** The types for a file whose name has none of them. */
function typesFor(name: string): string {
  return formatOfName(name) === null ? `. ${comparedTypes()}` : '';
}

/** A label of an encoding that this program reads, as given. Throws a CommandError for any other. */
export function parseEncoding(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    new TextDecoder(label);
    return label;
  } catch {
    throw new CommandError(
      `unknown encoding "${label}"; use a name such as utf-8, utf-16le, windows-1252 or shift_jis`,
    );
  }
}

function decode(bytes: Buffer, name: string, encoding: string | undefined): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes.subarray(2), name);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    checkWholeUnits(bytes.length, name);
    return decodeUtf16(Buffer.from(bytes.subarray(2)).swap16(), name);
  }
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  if (encoding !== undefined) return decodeAs(bytes.subarray(start), encoding, name);
  if (isUtf8(bytes)) return bytes.toString('utf8', start);
  const declared = sniffEncoding(bytes, { defaultEncoding: NOT_DECLARED });
  if (declared !== NOT_DECLARED) return decodeAs(bytes, declared, name);
  throw new CommandError(
    `${name} is not valid UTF-8 at byte ${firstInvalidByte(bytes)}; name its encoding, for example --encoding windows-1252${typesFor(name)}`,
  );
}

function decodeAs(bytes: Buffer, encoding: string, name: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${name} is not valid ${encoding}; name its encoding with --encoding`);
  }
}

/** `littleEndian` is what follows the two bytes of the mark. */
function decodeUtf16(littleEndian: Buffer, name: string): string {
  checkWholeUnits(littleEndian.length, name);
  const text = littleEndian.toString('utf16le');
  if (!text.isWellFormed()) {
    const unit = firstLoneSurrogate(text);
    throw new CommandError(`${name} is not valid UTF-16 at byte ${2 + 2 * unit}: half of a surrogate pair`);
  }
  return text;
}

function checkWholeUnits(lengthBytes: number, name: string): void {
  if (lengthBytes % 2 !== 0) {
    throw new CommandError(`${name} is not valid UTF-16: it ends in half a character, after ${lengthBytes} bytes`);
  }
}

function firstLoneSurrogate(text: string): number {
  let unit = 0;
  for (const character of text) {
    if (!character.isWellFormed()) return unit;
    unit += character.length;
  }
  return unit;
}

/** Offset of the first byte that cannot continue valid UTF-8 (Unicode 16, table 3-7). The bytes are known to be invalid. */
function firstInvalidByte(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** Bytes of the well-formed sequence that begins at `at`; 0 when there is none. */
function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at]!;
  const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  return length > 0 && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}
