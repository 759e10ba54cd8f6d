import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './setup.mjs';

/**
 * SHA-256 over names and contents of all files below these paths of the project, in the order of their names. A missing
 * path counts as empty.
 *
 * @param {readonly string[]} sources
 */
export function hashSources(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesBelow(join(ROOT, source))) {
      const content = readFileSync(file);
      hash.update(`${relative(ROOT, file).replaceAll('\\', '/')}\0${String(content.length)}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

/**
 * All files below a path, in the order of their names.
 *
 * @param {string} path
 * @returns {string[]}
 */
export function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}
