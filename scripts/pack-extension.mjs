/**
 * Makes the folder and the zip of each browser out of the built parts. Run by build-extension.mjs on Node 24:
 *
 *     node scripts/pack-extension.mjs PARTS OUT
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { zipSync } from 'fflate';
import { BROWSERS, manifestFor } from '../extension/manifest/manifest.ts';
import { filesBelow } from './hash-sources.mjs';

/**
 * The time of every file in a zip: the first that the format has (APPNOTE 4.4.6). It has no zone, so that this local
 * time is the same bytes everywhere.
 */
const ZIP_TIME = new Date(1980, 0, 1);
/** The number of the system that wrote the zip, and the mode of unpacked files: all may read them. */
const UNIX = 3;
const FILE_MODE = 0o100644 << 16;

const [parts = '', out = ''] = process.argv.slice(2);
const packageJson = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'));

for (const browser of BROWSERS) {
  const manifest = `${JSON.stringify(manifestFor(browser, packageJson.version), null, 2)}\n`;
  /** @type {Record<string, Uint8Array>} */
  const files = { 'manifest.json': new TextEncoder().encode(manifest) };
  for (const path of filesBelow(parts)) files[relative(parts, path).replaceAll('\\', '/')] = readFileSync(path);

  for (const [name, content] of Object.entries(files)) {
    const path = join(out, browser, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  const options = { mtime: ZIP_TIME, os: UNIX, attrs: FILE_MODE, level: /** @type {const} */ (9) };
  writeFileSync(join(out, `diffsvc-${browser}-${packageJson.version}.zip`), zipSync(files, options));
}
