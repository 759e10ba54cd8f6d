/**
 * Writes the ZIP archive of a package. The same parts give the same bytes, because entries have no time. `fflate` packs, as
 * its bytes do not depend on the machine. Those of Node's zlib may differ between processors and versions of Node.
 */
import { crc32 } from 'node:zlib';
import { deflateSync } from 'fflate';
import { ARCHIVE_MAX_RATIO } from './read-archive.ts';
import { extensionOf } from './content-types.ts';
import { DEFLATED, STORED, writeZip, type PackedContent } from './write-zip.ts';

/** Compressed file types. Deflating them again takes time and saves nothing. */
const COMPRESSED: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'docx', 'xlsx', 'pptx', 'zip']);
/** The media type of an OpenDocument package, which is never deflated (OpenDocument 1.3 part 2, 3.3). */
const MEDIA_TYPE_PART = 'mimetype';

/** A part to write. `packed` is its packed form in the archive that was read. */
export interface ArchivePart {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly packed?: PackedContent | undefined;
}

/**
 * The archive of the parts in the given order. Well packed parts are not packed again. The archive must stay below
 * the expansion ratio that the reader accepts. For that, the parts that shrink most are stored unpacked.
 */
export function writeArchive(parts: readonly ArchivePart[]): Uint8Array {
  const contents = parts.map((part) => {
    const { name, packed } = part;
    const isCompressed = name === MEDIA_TYPE_PART || COMPRESSED.has(extensionOf(name));
    // A large part inflates its bytes when they are looked at.
    return packed !== undefined && isWellPacked(packed, isCompressed) ? packed : pack(part.bytes, isCompressed);
  });
  const expanded = contents.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let packed = contents.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  const bySaving = [...contents.keys()].sort((x, y) => savingOf(contents[y]!) - savingOf(contents[x]!));
  for (const index of bySaving) {
    if (expanded <= packed * ARCHIVE_MAX_RATIO) break;
    packed += savingOf(contents[index]!);
    contents[index] = pack(parts[index]!.bytes, true);
  }
  return writeZip(parts.map(({ name }, index) => ({ name, content: contents[index]! })));
}

/** Bytes that packing saves. */
function savingOf({ bytes, sizeBytes }: PackedContent): number {
  return sizeBytes - bytes.byteLength;
}

/**
 * Whether packed content can be copied. Content larger than its unpacked form is packed anew. Entries of a forged
 * archive may share bytes, and a copy would repeat those bytes for each entry.
 */
function isWellPacked({ method, bytes, sizeBytes }: PackedContent, isCompressed: boolean): boolean {
  return method === DEFLATED ? bytes.byteLength < sizeBytes : isCompressed || sizeBytes === 0;
}

function pack(bytes: Uint8Array, isCompressed: boolean): PackedContent {
  return {
    method: isCompressed ? STORED : DEFLATED,
    bytes: isCompressed ? bytes : deflateSync(bytes, { level: 6 }),
    crc32: crc32(bytes),
    sizeBytes: bytes.byteLength,
  };
}
