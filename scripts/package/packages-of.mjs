/** Which packages of the lockfile a part of the project needs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup.mjs';

/** What only builds the product, and is in none of its bundles. */
export const BUILDERS = ['@sveltejs/vite-plugin-svelte', 'rolldown', 'vite'];

/**
 * Paths of the packages that package.json names in "dependencies". The packages that these need follow, as far as this
 * machine has them.
 *
 * @param {readonly string[]} leftOut names of packages to leave out, with what only they need
 */
export function packagesOf(leftOut) {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  /** @type {Set<string>} */
  const found = new Set();
  // The lockfile has the project's own manifest at the empty path.
  const queue = [''];
  for (const from of queue) {
    const { dependencies, optionalDependencies } = packages[from];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = leftOut.includes(name) ? undefined : findPackage(packages, from, name);
      if (path === undefined || found.has(path) || !existsSync(join(ROOT, path))) continue;
      found.add(path);
      queue.push(path);
    }
  }
  return found;
}

/**
 * Path of the package that an import of `name` finds: the nearest `node_modules` up from the package at `from`. Undefined
 * when the lockfile has none, as for an optional package, or when it is a folder of the project.
 *
 * @param {Record<string, { readonly link?: boolean }>} packages
 * @param {string} from
 * @param {string} name
 */
function findPackage(packages, from, name) {
  const start = from.startsWith('node_modules/') ? from : '';
  for (let folder = start; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const entry = packages[path];
    if (entry !== undefined) return entry.link === true ? undefined : path;
    if (folder === '') return undefined;
  }
}
