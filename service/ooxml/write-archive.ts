/** Writes the ZIP archive of a package. The same parts give the same bytes: entries carry no time. */
import { zipSync, type Zippable } from 'fflate';
import { extensionOf } from './content-types.ts';

/** First day that a ZIP entry can name. */
const NO_TIME = new Date(1980, 0, 1);

/** Already compressed: deflating them again costs time and saves nothing. */
const COMPRESSED: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'docx', 'xlsx', 'pptx', 'zip']);

/** The archive of parts in the given order. */
export function writeArchive(parts: readonly { readonly name: string; readonly bytes: Uint8Array }[]): Uint8Array {
  const entries: Zippable = {};
  for (const { name, bytes } of parts) {
    entries[name] = [bytes, { level: COMPRESSED.has(extensionOf(name)) ? 0 : 6 }];
  }
  return zipSync(entries, { mtime: NO_TIME });
}
