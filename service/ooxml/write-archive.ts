/** Writes the ZIP archive of a package. The same parts give the same bytes: entries carry no time. */
import { crc32 } from 'node:zlib';
import { deflateSync } from 'fflate';
import { ARCHIVE_MAX_RATIO } from '../../shared/limits.ts';
import { extensionOf } from './content-types.ts';
import { DEFLATED, STORED, writeZip, type PackedContent } from './write-zip.ts';

/** Already compressed: deflating them again costs time and saves nothing. */
const COMPRESSED: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'docx', 'xlsx', 'pptx', 'zip']);

/** A part to write. `packed`: its bytes as they lay in the archive that they were read from. */
export interface ArchivePart {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly packed?: PackedContent | undefined;
}

/**
 * The archive of parts in the given order. What was packed well is not packed again. What repeats itself so much that the archive
 * would expand beyond the limit of those that are read is not packed, largest first.
 */
export function writeArchive(parts: readonly ArchivePart[]): Uint8Array {
  const contents = parts.map(({ name, bytes, packed }) => {
    const isCompressed = COMPRESSED.has(extensionOf(name));
    return packed !== undefined && isWellPacked(packed, isCompressed) ? packed : pack(bytes, isCompressed);
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
 * Whether content can stay as it lies. What takes more room than it unpacks to is packed anew: entries of a forged archive may
 * share the same bytes, and a copy would have them as often as there are entries.
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
