/** Closes links to files in the streams of a DOC in place: linked pictures, and metafiles with files in their comments. */

/** Forms of a picture that is a file of its own: BMP, and TIFF ([MS-DOC] 2.9.158). */
const FILE_FORMS: ReadonlySet<number> = new Set([94, 98, 99]);
/** The form of a shape. */
const SHAPE_FORM = 100;
const FORM_AT = 6;
/** The property of characters that states where their picture is ([MS-DOC] 2.6.1, sprmCPicLocation). */
const PICTURE_PLACE = Buffer.from([0x03, 0x6a]);

/** Types of records with properties of shapes ([MS-ODRAW] 2.2.9 to 2.2.11). */
const PROPERTY_TABLES: ReadonlySet<number> = new Set([0xf00b, 0xf121, 0xf122]);
/** Flags of the pictures of a shape, of its fill and of its line, which say whether a picture is linked. */
const LINK_FLAGS: ReadonlySet<number> = new Set([0x0106, 0x0188, 0x01c8]);
const PROPERTY_BYTES = 6;
const RECORD_HEADER_BYTES = 8;
/** The number of a property, without its two flags. */
const PROPERTY = 0x3fff;

/** The begin of a WMF ([MS-WMF] 2.3.2.2). */
const WMF = Buffer.from([1, 0, 9, 0]);
const WMF_HEADER_BYTES = 18;
const [WMF_ESCAPE, WMF_NOTHING] = [0x0626, 0x0105];

/** Makes pictures that are files of their own into shapes without a picture. `streams` name their places in `data`. */
export function closeLinkedPictures(data: Buffer, streams: readonly Buffer[]): void {
  for (const stream of streams) {
    for (let at = stream.indexOf(PICTURE_PLACE); at >= 0; at = stream.indexOf(PICTURE_PLACE, at + 1)) {
      if (at + 6 > stream.length) break;
      const place = stream.readUInt32LE(at + 2) + FORM_AT;
      if (place + 2 <= data.length && FILE_FORMS.has(data.readUInt16LE(place))) data.writeUInt16LE(SHAPE_FORM, place);
    }
  }
}

/** Makes linked pictures of shapes into embedded ones, which they are not. */
export function closeShapes(stream: Buffer): void {
  for (let at = 0; at + RECORD_HEADER_BYTES <= stream.length; at += 1) {
    if (stream[at + 3] !== 0xf0 && stream[at + 3] !== 0xf1) continue;
    if (!PROPERTY_TABLES.has(stream.readUInt16LE(at + 2))) continue;
    const count = stream.readUInt16LE(at) >> 4;
    const end = at + RECORD_HEADER_BYTES + count * PROPERTY_BYTES;
    if (end > stream.length || count * PROPERTY_BYTES > stream.readUInt32LE(at + 4)) continue;
    for (let each = at + RECORD_HEADER_BYTES; each < end; each += PROPERTY_BYTES)
      if (LINK_FLAGS.has(stream.readUInt16LE(each) & PROPERTY)) stream.writeUInt32LE(0, each + 2);
  }
}

/** Makes the comments of metafiles into records that do nothing. */
export function closeMetafiles(stream: Buffer): void {
  for (let start = stream.indexOf(WMF); start >= 0; start = stream.indexOf(WMF, start + 1)) {
    let at = start + WMF_HEADER_BYTES;
    while (at + 6 <= stream.length) {
      const size = stream.readUInt32LE(at) * 2;
      if (size < 6 || size > stream.length - at) break;
      if (stream.readUInt16LE(at + 4) === WMF_ESCAPE) stream.writeUInt16LE(WMF_NOTHING, at + 4);
      at += size;
    }
  }
}
