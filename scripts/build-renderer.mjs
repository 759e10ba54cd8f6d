/**
 * Builds the browser pages into dist/renderer. Does nothing when the sources have not changed.
 *
 *     node scripts/build-renderer.mjs
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashSources } from './hash-sources.mjs';
import { ROOT, orExit, runBuild } from './setup.mjs';

const SOURCES = ['renderer', 'shared', 'svelte.config.js', 'tsconfig.base.json', 'package-lock.json'];
const OUTPUT = join(ROOT, 'dist', 'renderer');
const CONFIGS = ['.', 'docs', 'viewer', 'embed', 'review-file', 'offline', 'offline/worker'].map((folder) =>
  join(ROOT, 'renderer', folder, 'vite.config.ts'),
);
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
const STAMP = join(OUTPUT, '.sources-hash');

/** Builds when needed. Throws when the build fails. */
export function buildRenderer() {
  const hash = hashSources(SOURCES);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === hash) return;
  console.error('diffsvc: building the browser page …');
  rmSync(OUTPUT, { recursive: true, force: true });
  for (const config of CONFIGS) {
    runBuild([VITE, 'build', '--config', config, '--logLevel', 'warn'], 'the browser page could not be built');
  }
  writeFileSync(STAMP, `${hash}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await orExit(buildRenderer);
