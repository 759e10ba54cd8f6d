/** Tells the kind of a picture as LibreOffice does, by bytes at exact places. Everything else is unknown. */

/**
 * Kinds of pictures. `raster` kinds contain no address. The metafiles of Windows contain others in their comments. A
 * drawing is XML, and `packed` is gzip.
 */
export type PictureKind = 'raster' | 'emf' | 'wmf' | 'drawing' | 'packed' | 'unknown';

/** Bytes at the beginning of raster pictures. */
const RASTERS: readonly string[] = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a', 'II*\0', 'MM\0*'];
/** Sizes of the header of a device-independent bitmap ([MS-WMF] 2.2.2.3). */
const DIB_HEADERS: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124]);
/** Bytes before that header in a file. */
const BMP_HEADER_BYTES = 14;
/** A header with this byte here may be that of a metafile of OS/2. */
const MET_BYTE = 0xd3;
/** A record of an EMF begins with its type, and the first record has its signature here ([MS-EMF] 2.3.4.2). */
const EMF = { first: '\x01\0\0\0', signature: ' EMF', at: 40 };
/** A WMF with a placeable header, and one without ([MS-WMF] 2.3.2.3, 2.3.2.2). */
const WMFS: readonly string[] = ['\xd7\xcd\xc6\x9a', '\x01\0\x09\0'];
const GZIP = '\x1f\x8b';
/** SVG begins with a tag. A byte order mark or white space may stand before it. */
const TAG = /^(?:\xef\xbb\xbf)?\s*</u;
/** Bytes that tell the kind. */
const HEAD_BYTES = 512;

/** The kind of a picture by its first bytes. */
export function pictureKind(bytes: Uint8Array): PictureKind {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  if (RASTERS.some((magic) => head.startsWith(magic)) || isBmp(bytes, head)) return 'raster';
  if (head.startsWith(EMF.first) && head.startsWith(EMF.signature, EMF.at)) return 'emf';
  if (WMFS.some((magic) => head.startsWith(magic))) return 'wmf';
  if (head.startsWith(GZIP)) return 'packed';
  return TAG.test(head) ? 'drawing' : 'unknown';
}

/** Whether bytes are a device-independent bitmap without the header of a file. */
export function isDib(bytes: Uint8Array): boolean {
  if (bytes.length < Math.max(...DIB_HEADERS)) return false;
  return DIB_HEADERS.has(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true));
}

function isBmp(bytes: Uint8Array, head: string): boolean {
  return (
    head.startsWith('BM') &&
    head.startsWith('\0\0\0\0', 6) &&
    bytes[2] !== MET_BYTE &&
    isDib(bytes.subarray(BMP_HEADER_BYTES))
  );
}
