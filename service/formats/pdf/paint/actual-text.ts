import { inflateSync } from 'node:zlib';
import { maxOf } from '../../../../shared/iterables.ts';

/**
 * Moves replacement text (`ActualText`, ISO 32000-2, 14.9.4) into the names of marked content.
 *
 * Some scripts reorder and merge their letters, as Thai and Hindi do. A character map of single glyphs cannot express
 * that, so producers add replacement text. pdf.js reports the name of marked content but not its replacement text:
 *
 *     /Span <</ActualText <FEFF0E33>>> BDC      →      /ActualText.0E33 <<>> BDC
 *
 * Changed content streams are appended as an incremental update (ISO 32000-2, 7.5.6). All other bytes stay.
 *
 * @returns the same bytes if nothing has to change, or if the file is encrypted or has an unexpected structure
 */
export function nameActualTexts(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const trailer = readTrailer(file);
  if (!trailer) return bytes;
  const updates: Buffer[] = [];
  const offsets = new Map<number, number>();
  let length = file.length + 1;
  let room = MAX_INFLATED;
  for (const stream of contentStreams(file)) {
    const content = inflate(file.subarray(stream.start, stream.end), Math.min(room, MAX_STREAM));
    if (!content) continue;
    room -= content.length;
    const renamed = rename(content);
    if (!renamed) continue;
    const dictionary = stream.dictionary.replace(FILTER, '').replace(LENGTH, `/Length ${renamed.length}`);
    const update = Buffer.concat([
      Buffer.from(`${stream.id} 0 obj\n<<${dictionary}>>\nstream\n`, 'latin1'),
      renamed,
      Buffer.from('\nendstream\nendobj\n', 'latin1'),
    ]);
    offsets.set(stream.id, length);
    updates.push(update);
    length += update.length;
  }
  if (updates.length === 0) return bytes;
  const entries = [...offsets].map(([id, offset]) => `${id} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
  const size = Math.max(trailer.size, maxOf(offsets.keys()) + 1);
  const end = `xref\n${entries.join('')}trailer\n<</Size ${size}/Root ${trailer.root}/Prev ${trailer.startXref}>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from('\n', 'latin1'), ...updates, Buffer.from(end, 'latin1')]);
}

/** The replacement text that `nameActualTexts` wrote into a name; null for other names. */
export function actualTextOf(name: string): string | null {
  const hex = NAMED.exec(name)?.[1];
  return hex === undefined ? null : Buffer.from(hex, 'hex').swap16().toString('utf16le');
}

const NAMED = /^ActualText\.((?:[0-9A-F]{4})+)$/;
/** Longer texts (characters) replace whole lines. Lines are read from their glyphs. */
const MAX_LENGTH = 40;
/** Caps in bytes. A dense page has less than a megabyte of content; the total fits the memory of a reader process. */
const MAX_STREAM = 32_000_000;
const MAX_INFLATED = 200_000_000;

const FILTER = /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/;
const LENGTH = /\/Length\s+\d+(?:\s+\d+\s+R)?/;
/** Streams that hold no page content: pictures, fonts, character maps, objects, cross-references, metadata. */
const OTHER_STREAM =
  /\/(?:Image|Length1|ObjStm|XRef|Metadata|CMapName|FontFile|FunctionType|ShadingType|DecodeParms|N)\b/;
/** Cap in characters. Dictionaries of content streams are shorter. */
const MAX_DICTIONARY = 4000;

interface ContentStream {
  readonly id: number;
  /** The text between `<<` and `>>`. */
  readonly dictionary: string;
  readonly start: number;
  readonly end: number;
}

/** Finds streams that may be page content. All known producers compress these with Flate. */
function* contentStreams(file: Buffer): Generator<ContentStream> {
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    const head = file.toString('latin1', Math.max(0, at - MAX_DICTIONARY), at);
    const begin = head.lastIndexOf(' obj');
    const opened = /(?:^|[^\d])(\d{1,10}) 0 obj\s*<<([^]*)>>\s*$/.exec(head.slice(Math.max(0, begin - 12)));
    if (begin < 0 || !opened) continue;
    const start = at + 6 + (file[at + 6] === 0x0d ? 2 : 1);
    const end = file.indexOf('endstream', start);
    if (end < 0) return;
    const dictionary = opened[2]!;
    if (FILTER.test(dictionary) && LENGTH.test(dictionary) && !OTHER_STREAM.test(dictionary))
      yield { id: Number(opened[1]), dictionary, start, end };
    at = end;
  }
}

function inflate(packed: Buffer, maxOutputLength: number): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength });
  } catch {
    return null;
  }
}

const STRING = String.raw`<[0-9A-Fa-f\s]*>|\((?:[^()\\]|\\[^])*\)`;
const OTHER_ENTRIES = String.raw`((?:[^<>()]|${STRING})*?)`;
/** A property list with replacement text. It has no nested list, and its strings contain no bracket. */
const PROPERTIES = new RegExp(
  String.raw`/(?!Artifact)[^\s<>()[\]/]+\s*<<${OTHER_ENTRIES}/ActualText\s*(${STRING})${OTHER_ENTRIES}>>\s*BDC`,
  'g',
);

function rename(content: Buffer): Buffer | null {
  if (!content.includes('/ActualText')) return null;
  const text = content
    .toString('latin1')
    .replace(PROPERTIES, (whole, before: string, string: string, after: string) => {
      const hex = utf16Of(string);
      return hex === null ? whole : `/ActualText.${hex} <<${before} ${after}>> BDC`;
    });
  return Buffer.from(text, 'latin1');
}

/**
 * Converts a text string (ISO 32000-2, 7.9.2.2) to hexadecimal UTF-16BE. Null if empty, too long or in another
 * encoding.
 */
function utf16Of(string: string): string | null {
  const bytes = string.startsWith('<') ? hexString(string) : literalString(string);
  if (bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff) {
    const units = (bytes.length - 2) / 2;
    return Number.isInteger(units) && units > 0 && units <= MAX_LENGTH ? bytes.toString('hex', 2).toUpperCase() : null;
  }
  // In this range PDFDocEncoding equals ASCII.
  if (bytes.length === 0 || bytes.length > MAX_LENGTH || bytes.some((byte) => byte < 0x20 || byte > 0x7e)) return null;
  return [...bytes].map((byte) => byte.toString(16).toUpperCase().padStart(4, '0')).join('');
}

function hexString(string: string): Buffer {
  const digits = string.replace(/[^0-9A-Fa-f]/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function literalString(string: string): Buffer {
  const text = string
    .slice(1, -1)
    .replace(/\\(?:([0-7]{1,3})|(\r\n|[^]))/g, (_, octal: string | undefined, character: string | undefined) => {
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8) & 0xff);
      return /^[\r\n]/.test(character!) ? '' : (ESCAPES[character!] ?? character!);
    });
  return Buffer.from(text, 'latin1');
}

interface Trailer {
  readonly startXref: number;
  readonly root: string;
  readonly size: number;
}

/** The last trailer of the file, or the dictionary of its cross-reference stream. Null if encrypted or broken. */
function readTrailer(file: Buffer): Trailer | null {
  const tail = file.toString('latin1', Math.max(0, file.length - 2048));
  const startXref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? NaN);
  if (!(startXref > 0 && startXref < file.length)) return null;
  const isTable = file.toString('latin1', startXref, startXref + 4) === 'xref';
  const from = isTable ? file.indexOf('trailer', startXref) : startXref;
  if (from < 0) return null;
  const dictionary = file.toString('latin1', from, from + MAX_DICTIONARY);
  const end = dictionary.search(isTable ? /startxref/ : /stream/);
  const own = end < 0 ? dictionary : dictionary.slice(0, end);
  const root = /\/Root\s+(\d+\s+\d+\s+R)/.exec(own)?.[1];
  const size = /\/Size\s+(\d+)/.exec(own)?.[1];
  if (root === undefined || size === undefined || /\/Encrypt\b/.test(own)) return null;
  return { startXref, root, size: Number(size) };
}
