import { sha256Bytes } from '../../sha256.ts';

/** Types of records ([MS-EMF] 2.1.1). */
const [HEADER, END, COMMENT] = [1, 14, 70];
/** The last type of the drawing records that Windows NT 3.1 had. Of the later ones only these draw. */
const FIRST_DRAWING_LAST = 98;
const LATER_DRAWING: ReadonlySet<number> = new Set([108, 114, 115, 116, 118, 120]);
const RECORD_HEADER_BYTES = 8;
const FILE_HEADER_MIN_BYTES = 88;
/** Places of the number of bytes and of records in the header. */
const [BYTES_AT, RECORDS_AT] = [48, 52];

/**
 * A copy of an EMF with its drawing records alone. Comments contain pictures of any format, such as SVG and PDF, and
 * other records name files of colours. The copy then has the SHA-256 of what it was. Null if no record draws.
 */
export function closedEmf(bytes: Uint8Array): Uint8Array | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Buffer[] = [];
  let isSame = true;
  let draws = false;
  let at = 0;
  while (at + RECORD_HEADER_BYTES <= file.length) {
    const [type, size] = [file.readUInt32LE(at), file.readUInt32LE(at + 4)];
    if (size < RECORD_HEADER_BYTES || size % 4 !== 0 || at + size > file.length) break;
    if ((type === HEADER) !== (at === 0)) return null;
    if (type === END) break;
    const record = file.subarray(at, at + size);
    if (isDrawing(type)) kept.push(record);
    else isSame = false;
    draws ||= type !== HEADER && isDrawing(type) && !SETTING.has(type);
    at += size;
  }
  if (!draws || (kept[0]?.length ?? 0) < FILE_HEADER_MIN_BYTES) return null;
  return isSame && at + END_RECORD.length >= file.length ? bytes : written(kept, sha256Bytes(bytes));
}

/** Types that set the state of the device, as objects, colours, transforms and clipping do. */
const SETTING: ReadonlySet<number> = new Set([
  ...[9, 10, 11, 12, 13, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38],
  ...[39, 40, 48, 49, 50, 51, 52, 57, 58, 59, 60, 61, 65, 66, 67, 68, 75, 82, 93, 94, 95, 98, 115, 120],
]);

/** The last record: no palette, and its own size ([MS-EMF] 2.3.4.1). */
const END_RECORD = Buffer.from([END, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 20, 0, 0, 0]);

function isDrawing(type: number): boolean {
  return (type <= FIRST_DRAWING_LAST && type !== COMMENT) || LATER_DRAWING.has(type);
}

function written(kept: readonly Buffer[], digest: Uint8Array): Buffer {
  const records = [Buffer.from(kept[0]!), ...kept.slice(1), comment(digest), END_RECORD];
  records[0]!.writeUInt32LE(
    records.reduce((sum, { length }) => sum + length, 0),
    BYTES_AT,
  );
  records[0]!.writeUInt32LE(records.length, RECORDS_AT);
  return Buffer.concat(records);
}

/** A comment that no program knows ([MS-EMF] 2.3.3.1). */
function comment(digest: Uint8Array): Buffer {
  const data = Buffer.concat([Buffer.from('SHA2'), digest]);
  const head = Buffer.alloc(RECORD_HEADER_BYTES + 4);
  head.writeUInt32LE(COMMENT, 0);
  head.writeUInt32LE(head.length + data.length, 4);
  head.writeUInt32LE(data.length, 8);
  return Buffer.concat([head, data]);
}
