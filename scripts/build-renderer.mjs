/**
 * Builds the browser pages into dist/renderer. Does nothing when the sources have not changed.
 *
 *     node scripts/build-renderer.mjs
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashSources } from './hash-sources.mjs';
import { NODE, ROOT, orExit } from './setup.mjs';

const SOURCES = ['renderer', 'shared', 'svelte.config.js', 'tsconfig.base.json', 'package-lock.json'];
const OUTPUT = join(ROOT, 'dist', 'renderer');
const CONFIGS = ['.', 'docs', 'viewer', 'embed', 'review-file'].map((folder) =>
  join(ROOT, 'renderer', folder, 'vite.config.ts'),
);
const STAMP = join(OUTPUT, '.sources-hash');

/** Builds when needed. Throws when the build fails. */
export function buildRenderer() {
  const hash = hashSources(SOURCES);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === hash) return;
  console.error('diffsvc: building the browser page …');
  rmSync(OUTPUT, { recursive: true, force: true });
  for (const config of CONFIGS) build(config);
  writeFileSync(STAMP, `${hash}\n`);
}

/** @param {string} config */
function build(config) {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--config', config, '--logLevel', 'warn'];
  // A test runner's NODE_ENV would make this a build for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const result = spawnSync(NODE, args, { cwd: ROOT, env, stdio: ['ignore', 2, 2] });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error('the browser page could not be built; the lines above say why');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await orExit(buildRenderer);
