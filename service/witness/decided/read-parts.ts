/** The parts of a package, by a ZIP reader that nothing else of the service uses. */
import JSZip from 'jszip';

/** A part of a package. Names of parts in a nested package follow the name of that package and an exclamation mark. */
export interface Part {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Maximum depth of packages in packages. Word shows one level. */
const DEPTH_MAX = 3;
/** Most bytes of all parts together. The readers of documents stop earlier. */
const SIZE_MAX = 1024 * 1024 * 1024;

/** The file itself is no archive, or holds more than can be read. */
export class UnreadablePackage extends Error {}

/** All parts, with the parts of nested packages. @throws UnreadablePackage */
export async function readParts(bytes: Uint8Array): Promise<Part[]> {
  const parts: Part[] = [];
  await addParts(bytes, '', 0, parts, { left: SIZE_MAX });
  return parts;
}

async function addParts(
  bytes: Uint8Array,
  prefix: string,
  depth: number,
  parts: Part[],
  size: { left: number },
): Promise<void> {
  let archive: JSZip;
  try {
    archive = await JSZip.loadAsync(bytes, { checkCRC32: true });
  } catch (fault) {
    // A part that begins like an archive may be anything.
    if (depth > 0) return;
    throw new UnreadablePackage('it is not a readable ZIP archive', { cause: fault });
  }
  for (const entry of Object.values(archive.files)) {
    if (entry.dir) continue;
    const content = await entry.async('uint8array');
    size.left -= content.byteLength;
    if (size.left < 0) throw new UnreadablePackage('its parts are larger than 1 GB');
    const name = prefix + entry.name;
    parts.push({ name, bytes: content });
    if (depth < DEPTH_MAX && isArchive(content)) await addParts(content, `${name}!`, depth + 1, parts, size);
  }
}

/** The signature of a local file header (APPNOTE 4.3.7). */
function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}
