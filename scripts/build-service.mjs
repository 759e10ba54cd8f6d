/**
 * Builds the service and the command line into dist/service, as bundles. Each program, thread and process is one file.
 * Their shared code is in files beside them. Writes the manifest of the published package to dist/package.json. Does
 * nothing when the sources have not changed.
 *
 *     node scripts/build-service.mjs
 *
 * The sources name their own files by `new URL('./other.ts', import.meta.url)`, and files of packages by
 * `createRequire(import.meta.url).resolve('package/file')`. The build finds both, and makes them work from dist/service.
 */
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashSources } from './hash-sources.mjs';
import { ROOT, orExit, runBuild } from './setup.mjs';

/** Folder of the bundles, absolute. */
export const SERVICE = join(ROOT, 'dist', 'service');
const SOURCES = [
  ...['service', 'shared', 'scripts/build-service.mjs', 'scripts/package', 'bin'],
  ...['package.json', 'package-lock.json', 'README.md', 'docs'],
];
const STAMP = join(SERVICE, '.sources-hash');

/** Builds when needed. Throws when the build fails. */
export function buildService() {
  const now = new Date();
  const hash = hashSources(SOURCES);
  if (isBuiltFrom(hash)) {
    // The launcher compares times. A checkout writes files anew that are the same as before.
    utimesSync(STAMP, now, now);
    return;
  }
  console.error('diffsvc: building the service …');
  rmSync(SERVICE, { recursive: true, force: true });
  runBuild([join(ROOT, 'scripts', 'package', 'bundle-service.mjs')], 'the service could not be built');
  writeFileSync(STAMP, `${hash}\n`);
}

/** Whether dist/service is built from the present sources. */
export function isServiceBuilt() {
  return isBuiltFrom(hashSources(SOURCES));
}

/** @param {string} hash */
function isBuiltFrom(hash) {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === hash;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await orExit(buildService);
