/**
 * Writes a ZIP container around packed entries. fflate deflates all input, so it cannot do this. Sections refer to
 * PKWARE's APPNOTE.TXT 6.3.10. There is no time, comment or ZIP64, so the same entries give the same bytes.
 */

/** Compression methods that OPC allows (4.4.5; ECMA-376 part 2, annex B). */
export const STORED = 0;
export const DEFLATED = 8;

/** Packed content. */
export interface PackedContent {
  readonly method: typeof STORED | typeof DEFLATED;
  /** The packed bytes. */
  readonly bytes: Uint8Array;
  /** Checksum and length of the unpacked bytes. */
  readonly crc32: number;
  readonly sizeBytes: number;
}

/** An entry to write. Its name has forward slashes. */
export interface PackedEntry {
  readonly name: string;
  readonly content: PackedContent;
}

const LOCAL_HEADER = { signature: 0x04034b50, sizeBytes: 30 };
const DIRECTORY_HEADER = { signature: 0x02014b50, sizeBytes: 46 };
const END_OF_DIRECTORY = { signature: 0x06054b50, sizeBytes: 22 };

/** Version 2.0 unpacks deflated entries (4.4.3.2). */
const VERSION_NEEDED = 20;
/** Bit 11 of the flags: the name is UTF-8 (4.4.4). The headers contain the sizes, so bit 3 is clear. */
const UTF8_NAME = 1 << 11;
/** 1 January 1980, the earliest possible date of an entry (4.4.6). */
const FIRST_DAY = (1 << 5) | 1;

/** Maximum number of entries without ZIP64 (4.4.21), and the maximum length of a name (4.4.10). */
const COUNT_MAX = 0xffff;
/** Maximum number of bytes before the end of the directory (4.4.24). */
const SIZE_MAX = 0xffffffff;

/**
 * The container of the entries in the given order.
 *
 * @throws RangeError if the entries exceed a container without ZIP64
 */
export function writeZip(entries: readonly PackedEntry[]): Uint8Array {
  const named = entries.map(({ name, content }) => ({ name: Buffer.from(name, 'utf8'), content }));
  let directoryStart = 0;
  let directoryBytes = 0;
  for (const { name, content } of named) {
    if (name.byteLength > COUNT_MAX)
      throw new RangeError(`a name of ${name.byteLength} bytes is over the ${COUNT_MAX} of ZIP`);
    directoryStart += LOCAL_HEADER.sizeBytes + name.byteLength + content.bytes.byteLength;
    directoryBytes += DIRECTORY_HEADER.sizeBytes + name.byteLength;
  }
  if (entries.length > COUNT_MAX || directoryStart + directoryBytes > SIZE_MAX)
    throw new RangeError(
      `${entries.length} entries of ${directoryStart} bytes are over the limits of ZIP without ZIP64`,
    );

  const zip = Buffer.alloc(directoryStart + directoryBytes + END_OF_DIRECTORY.sizeBytes);
  let at = 0;
  let directoryAt = directoryStart;
  for (const { name, content } of named) {
    const start = at;
    // Local file header (4.3.7), then name and content.
    zip.writeUInt32LE(LOCAL_HEADER.signature, at);
    writeDescription(zip, at + 4, name, content);
    at += LOCAL_HEADER.sizeBytes;
    at += name.copy(zip, at);
    zip.set(content.bytes, at);
    at += content.bytes.byteLength;
    // The entry's header in the directory (4.3.12), then the name again.
    zip.writeUInt32LE(DIRECTORY_HEADER.signature, directoryAt);
    zip.writeUInt16LE(VERSION_NEEDED, directoryAt + 4);
    writeDescription(zip, directoryAt + 6, name, content);
    zip.writeUInt32LE(start, directoryAt + 42);
    directoryAt += DIRECTORY_HEADER.sizeBytes;
    directoryAt += name.copy(zip, directoryAt);
  }
  // End of central directory record (4.3.16).
  zip.writeUInt32LE(END_OF_DIRECTORY.signature, directoryAt);
  zip.writeUInt16LE(entries.length, directoryAt + 8);
  zip.writeUInt16LE(entries.length, directoryAt + 10);
  zip.writeUInt32LE(directoryBytes, directoryAt + 12);
  zip.writeUInt32LE(directoryStart, directoryAt + 16);
  return zip;
}

/** Writes the fields that both headers of an entry share, from the version needed to the length of the name. */
function writeDescription(
  zip: Buffer,
  at: number,
  name: Buffer,
  { method, bytes, crc32, sizeBytes }: PackedContent,
): void {
  zip.writeUInt16LE(VERSION_NEEDED, at);
  zip.writeUInt16LE(name.every((byte) => byte < 0x80) ? 0 : UTF8_NAME, at + 2);
  zip.writeUInt16LE(method, at + 4);
  zip.writeUInt16LE(FIRST_DAY, at + 8);
  zip.writeUInt32LE(crc32, at + 10);
  zip.writeUInt32LE(bytes.byteLength, at + 14);
  zip.writeUInt32LE(sizeBytes, at + 18);
  zip.writeUInt16LE(name.byteLength, at + 22);
}
