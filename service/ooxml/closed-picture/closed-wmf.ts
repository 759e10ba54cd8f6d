import { sha256Bytes } from '../../sha256.ts';

const PLACEABLE = 0x9ac6cdd7;
const PLACEABLE_BYTES = 22;
const HEADER_BYTES = 18;
/** Bytes of the size and the function of a record ([MS-WMF] 2.3). */
const RECORD_MIN_BYTES = 6;
const ESCAPE = 0x0626;
/** The comment among the escapes ([MS-WMF] 2.1.1.17). */
const COMMENT = 0x000f;
const END = Buffer.from([3, 0, 0, 0, 0, 0]);
/** Place of the number of words in the header. */
const SIZE_AT = 6;

/**
 * A copy of a WMF without its escapes, which contain PostScript and whole EMF files. It has the SHA-256 of what it was
 * then. Null if it has no record that draws or sets something.
 */
export function closedWmf(bytes: Uint8Array): Uint8Array | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.length >= 4 && file.readUInt32LE(0) === PLACEABLE ? PLACEABLE_BYTES : 0;
  if (file.length < start + HEADER_BYTES) return null;
  const header = Buffer.from(file.subarray(0, start + HEADER_BYTES));
  const kept: Buffer[] = [];
  let isSame = true;
  let at = header.length;
  while (at + RECORD_MIN_BYTES <= file.length) {
    const [size, called] = [file.readUInt32LE(at) * 2, file.readUInt16LE(at + 4)];
    if (size < RECORD_MIN_BYTES || at + size > file.length || called === 0) break;
    if (called === ESCAPE) isSame = false;
    else kept.push(file.subarray(at, at + size));
    at += size;
  }
  if (kept.length === 0) return null;
  if (isSame && at + END.length >= file.length) return bytes;
  const records = [...kept, comment(sha256Bytes(bytes)), END];
  const words = (HEADER_BYTES + records.reduce((sum, { length }) => sum + length, 0)) / 2;
  header.writeUInt32LE(words, start + SIZE_AT);
  return Buffer.concat([header, ...records]);
}

function comment(digest: Uint8Array): Buffer {
  const head = Buffer.alloc(RECORD_MIN_BYTES + 4);
  head.writeUInt32LE((head.length + digest.length) / 2, 0);
  head.writeUInt16LE(ESCAPE, 4);
  head.writeUInt16LE(COMMENT, 6);
  head.writeUInt16LE(digest.length, 8);
  return Buffer.concat([head, digest]);
}
