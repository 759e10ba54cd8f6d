/** Writes the ZIP archive of a package. The same parts give the same bytes: entries carry no time. */
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { extensionOf } from './content-types.ts';

/** First day that a ZIP entry can name. */
const NO_TIME = new Date(1980, 0, 1);

/** Already compressed: deflating them again costs time and saves nothing. */
const COMPRESSED: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'docx', 'xlsx', 'pptx', 'zip']);

/** The archive of parts in the given order. */
export async function writeArchive(
  parts: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): Promise<Uint8Array> {
  const archive = new ZipFile();
  for (const { name, bytes } of parts) {
    const compress = !COMPRESSED.has(extensionOf(name));
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    archive.addBuffer(content, name, { mtime: NO_TIME, forceDosTimestamp: true, compress });
  }
  archive.end();
  return await buffer(archive.outputStream);
}
