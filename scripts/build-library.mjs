/**
 * Builds the libraries `diffsvc/client` and `diffsvc/engine` with their types. It collects the licence texts of the
 * packages in them. Does nothing when the sources have not changed.
 *
 *     node scripts/build-library.mjs
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashSources } from './hash-sources.mjs';
import { ROOT, orExit, runBuild } from './setup.mjs';

const SOURCES = ['service', 'shared', 'scripts/build-library.mjs', 'scripts/package', 'package-lock.json'];
const STAMP = join(ROOT, 'dist', 'library', '.sources-hash');

/** Builds when needed. Throws when the build fails. */
export function buildLibrary() {
  const hash = hashSources(SOURCES);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === hash) return;
  console.error('diffsvc: building the libraries …');
  runBuild([join(ROOT, 'scripts', 'package', 'bundle-library.mjs')], 'the libraries could not be built');
  runBuild([join(ROOT, 'scripts', 'package', 'licences.mjs')], 'the licence texts could not be collected');
  writeFileSync(STAMP, `${hash}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await orExit(buildLibrary);
