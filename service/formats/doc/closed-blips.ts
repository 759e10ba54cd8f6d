/**
 * Closes the pictures in a stream of a DOC in place ([MS-ODRAW] 2.2.23 to 2.2.32). Records are looked for at every byte,
 * because a reader goes by offsets that a document can state as it likes.
 */
import { deflateSync, inflateSync } from 'node:zlib';
import { closedPicture } from '../../ooxml/closed-picture/closed-picture.ts';
import { isDib, pictureKind } from '../../ooxml/closed-picture/picture-kind.ts';
import { placeholder } from '../../ooxml/closed-picture/placeholder.ts';

const RECORD_HEADER_BYTES = 8;
/** Types of records that LibreOffice reads as pictures. */
const [FIRST_TYPE, LAST_TYPE] = [0xf018, 0xf117];
/** Instances of WMF, EMF and PICT, without the bit for a second identifier. Such a picture is compressed. */
const METAFILES: ReadonlySet<number> = new Set([0x216, 0x3d4, 0x542]);
/** Instances of JPEG, PNG, JPEG of other colours, a bitmap, and TIFF. */
const PIXELS: ReadonlySet<number> = new Set([0x46a, 0x6e0, 0x6e2, 0x7a8, 0x6e4]);
const IDENTIFIER_BYTES = 16;
const METAFILE_HEADER_BYTES = 34;
/** In the header of a metafile: its size, its compressed size, and the kind of compression. */
const [SIZE_AT, SAVED_AT, COMPRESSION_AT] = [0, 28, 32];
const [DEFLATE, NO_COMPRESSION] = [0, 0xfe];
const METAFILE_MAX_BYTES = 64 * 1024 * 1024;
const PNG = { version: 0x6e00, type: 0xf01e, tag: 0xff };
/** What a reader could open or run, at the beginning of a picture of an unknown kind. */
const ACTIVE = /^\s*<|^%!|^\xc5\xd0\xd3\xc6|^VCLMTF|^\x1f\x8b|%PDF|<svg|<!DOCTYPE/u;
const HEAD_BYTES = 4_096;

/** A record in a stream. */
interface Blip {
  readonly instance: number;
  readonly record: Buffer;
}

/** Closes every picture of the stream. */
export function closeBlips(stream: Buffer): void {
  for (let at = 0; at + RECORD_HEADER_BYTES <= stream.length; at += 1) {
    const high = stream[at + 3]!;
    if (high !== 0xf0 && high !== 0xf1) continue;
    const type = stream.readUInt16LE(at + 2);
    const length = stream.readUInt32LE(at + 4);
    if (type < FIRST_TYPE || type > LAST_TYPE || length > stream.length - at - RECORD_HEADER_BYTES) continue;
    const record = stream.subarray(at, at + RECORD_HEADER_BYTES + length);
    closeBlip({ instance: stream.readUInt16LE(at) >> 4, record });
  }
}

function closeBlip({ instance, record }: Blip): void {
  const skipped = RECORD_HEADER_BYTES + IDENTIFIER_BYTES * (instance % 2 === 0 ? 1 : 2);
  const kind = instance & ~1;
  if (METAFILES.has(kind)) closeMetafile(record, skipped);
  else if (PIXELS.has(kind)) closePixels(record, record.subarray(skipped + 1));
  else if (isActive(record.subarray(skipped)) || isActive(record.subarray(skipped + 1))) replace(record);
}

function closePixels(record: Buffer, content: Buffer): void {
  if (pictureKind(content) !== 'raster' && !isDib(content)) replace(record);
}

function closeMetafile(record: Buffer, at: number): void {
  if (at + METAFILE_HEADER_BYTES > record.length) return;
  const header = record.subarray(at, at + METAFILE_HEADER_BYTES);
  const room = record.subarray(at + METAFILE_HEADER_BYTES);
  const content = metafile(room, header[COMPRESSION_AT] === NO_COMPRESSION);
  const isMetafile = content !== null && ['emf', 'wmf'].includes(pictureKind(content));
  const closed = isMetafile ? closedPicture(content) : null;
  if (closed !== null && closed === content) return;
  const packed = closed === null || pictureKind(closed) === 'raster' ? null : deflateSync(closed, { level: 9 });
  if (packed === null || packed.length > room.length) {
    replace(record);
    return;
  }
  header.writeUInt32LE(closed!.byteLength, SIZE_AT);
  header.writeUInt32LE(packed.length, SAVED_AT);
  header[COMPRESSION_AT] = DEFLATE;
  room.fill(0);
  packed.copy(room);
}

function metafile(content: Buffer, isPlain: boolean): Buffer | null {
  if (isPlain) return content;
  try {
    return inflateSync(content, { maxOutputLength: METAFILE_MAX_BYTES });
  } catch {
    return null;
  }
}

function isActive(content: Buffer): boolean {
  return ACTIVE.test(content.toString('latin1', 0, HEAD_BYTES));
}

/** Makes the record one of a grey PNG. One that is too short for that becomes empty. */
function replace(record: Buffer): void {
  const png = placeholder(record);
  const at = RECORD_HEADER_BYTES + IDENTIFIER_BYTES;
  record.fill(0, Math.min(at, record.length));
  if (at + 1 + png.byteLength > record.length) return;
  record.writeUInt16LE(PNG.version, 0);
  record.writeUInt16LE(PNG.type, 2);
  record[at] = PNG.tag;
  record.set(png, at + 1);
}
