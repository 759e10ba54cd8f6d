/** First bytes of pictures and objects whose formats contain no address that LibreOffice opens. */
const PLAIN: readonly (readonly [at: number, bytes: string])[] = [
  [0, '\x89PNG\r\n\x1a\n'],
  [0, '\xff\xd8\xff'],
  [0, 'GIF8'],
  [0, 'BM'],
  [0, 'II*\0'],
  [0, 'MM\0*'],
  // Metafiles of Windows and of LibreOffice itself.
  [0, '\xd7\xcd\xc6\x9a'],
  [40, ' EMF'],
  [0, 'VCLMTF'],
  // Objects of other programs, shown by their replacement picture.
  [0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
];
/** SVG begins with a tag. A byte order mark or white space may stand before it. */
const TAG = /^(?:\xef\xbb\xbf)?\s*</u;
/** Bytes that tell the kind. */
const HEAD_BYTES = 512;

/** The kind of a part by its first bytes: a plain picture or object, a drawing in XML, or another one. */
export function pictureKind(bytes: Uint8Array): 'plain' | 'drawing' | 'other' {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  if (PLAIN.some(([at, magic]) => head.startsWith(magic, at))) return 'plain';
  return TAG.test(head) ? 'drawing' : 'other';
}
