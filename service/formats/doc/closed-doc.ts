/** A copy of a DOC for LibreOffice, which would open the files that its pictures, fields and objects name ([MS-DOC]). */
import { closeBlips } from './closed-blips.ts';
import { closeLinkedPictures, closeMetafiles, closeShapes } from './closed-links.ts';
import { CompoundFile, type CompoundStream } from './compound-file.ts';

/** Streams of the document itself. All others are objects of other programs, and macros. */
const OWN_STREAMS: ReadonlySet<string> = new Set([
  ...['WordDocument', '0Table', '1Table', 'Data', '\x01CompObj'],
  ...['\x05SummaryInformation', '\x05DocumentSummaryInformation'],
]);
/** The first number of a document, and the first version of Word 97. */
const [SIGNATURE, WORD_97] = [0xa5ec, 0xc1];
/** Places in the file information block ([MS-DOC] 2.5.1): flags, two counts, and the table of places. */
const [VERSION_AT, FLAGS_AT, COUNT_AT, LONG_COUNT_AT, PLACES_AT] = [2, 10, 32, 62, 154];
const [COUNT, LONG_COUNT] = [14, 22];
const [ENCRYPTED, SECOND_TABLE] = [0x0100, 0x0200];
/** Numbers of the tables of fields among the places: of the text, headers, notes, comments, text boxes ([MS-DOC] 2.5.6). */
const FIELD_TABLES = [16, 17, 18, 19, 20, 48, 57, 59];
/** The list of the documents of a master document. */
const SUBDOCUMENTS = 54;
/**
 * Kinds of fields of the document itself ([MS-DOC] 2.9.90), as those of an RTF. Any other field becomes one of no kind,
 * of which only the result stays.
 */
const OWN_FIELDS: ReadonlySet<number> = new Set([
  ...[1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 13, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 33, 34, 35, 37],
  ...[49, 52, 53, 54, 57, 59, 64, 65, 66, 70, 71, 72, 73, 74, 81, 83, 84, 85, 88, 89, 90, 93, 94, 95],
]);
const NO_KIND = 1;
/** The begin of a field among the marks of fields. */
const BEGIN = 0x13;
const MARK = 0x1f;

/**
 * The copy. Its text is that of the file. Null for a DOC of Word 6 or 95, whose form is another one.
 *
 * @throws Error if the file is damaged, encrypted, or no DOC
 */
export function closedDoc(bytes: Uint8Array): Uint8Array | null {
  const file = new CompoundFile(bytes);
  const own = new Map<string, CompoundStream>();
  for (const stream of file.streams) {
    const name = stream.path.length === 1 ? stream.path[0]! : '';
    if (!OWN_STREAMS.has(name) || own.has(name)) stream.bytes.fill(0);
    else own.set(name, stream);
  }
  const main = own.get('WordDocument')?.bytes;
  if (main === undefined || main.length < PLACES_AT) throw new Error('it has no document');
  if (main.readUInt16LE(VERSION_AT) < WORD_97) return null;
  const table = tableOf(main, own);
  closeFields(main, table);
  const data = own.get('Data')?.bytes;
  if (data !== undefined) closeLinkedPictures(data, [main, table]);
  for (const { bytes: stream } of own.values()) {
    closeBlips(stream);
    closeShapes(stream);
    closeMetafiles(stream);
  }
  return file.written();
}

function tableOf(main: Buffer, own: ReadonlyMap<string, CompoundStream>): Buffer {
  const flags = main.readUInt16LE(FLAGS_AT);
  const isWord97 = main.readUInt16LE(COUNT_AT) === COUNT && main.readUInt16LE(LONG_COUNT_AT) === LONG_COUNT;
  if (main.readUInt16LE(0) !== SIGNATURE || !isWord97) throw new Error('its information block is damaged');
  if ((flags & ENCRYPTED) !== 0) throw new Error('it is encrypted');
  const table = own.get((flags & SECOND_TABLE) === 0 ? '0Table' : '1Table')?.bytes;
  if (table === undefined) throw new Error('it has no table');
  return table;
}

function closeFields(main: Buffer, table: Buffer): void {
  for (const number of FIELD_TABLES) {
    const [start, size] = placeOf(main, number);
    // A table has one more position than it has marks, of four and of two bytes ([MS-DOC] 2.2.2).
    const count = Math.floor((size - 4) / 6);
    for (let index = 0; index < count; index += 1) {
      const at = start + (count + 1) * 4 + index * 2;
      if (at + 2 > table.length) break;
      if ((table[at]! & MARK) === BEGIN && !OWN_FIELDS.has(table[at + 1]!)) table[at + 1] = NO_KIND;
    }
  }
  const subdocuments = PLACES_AT + SUBDOCUMENTS * 8;
  if (subdocuments + 8 <= main.length) main.fill(0, subdocuments, subdocuments + 8);
}

/** Start and size of a table by its number. */
function placeOf(main: Buffer, number: number): [start: number, size: number] {
  const at = PLACES_AT + number * 8;
  return at + 8 > main.length ? [0, 0] : [main.readUInt32LE(at), main.readUInt32LE(at + 4)];
}
