/** Writes the ZIP archive of a package. The same parts give the same bytes: entries carry no time. */
import { crc32 } from 'node:zlib';
import { deflateSync } from 'fflate';
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

/** The archive of parts in the given order. What was packed well is not packed again. */
export function writeArchive(parts: readonly ArchivePart[]): Uint8Array {
  return writeZip(
    parts.map(({ name, bytes, packed }) => {
      const isCompressed = COMPRESSED.has(extensionOf(name));
      if (packed !== undefined && isWellPacked(packed, isCompressed)) return { name, content: packed };
      return { name, content: pack(bytes, isCompressed) };
    }),
  );
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
