/**
 * Builds the browser pages into dist/renderer, unless what they are made of is what they were made of last time.
 *
 *     node scripts/build-renderer.mjs
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashSources } from './hash-sources.mjs';
import { NODE, ROOT, orExit } from './setup.mjs';

const SOURCES = ['renderer', 'shared', 'svelte.config.js', 'tsconfig.base.json', 'package-lock.json'];
/** The pages first: their build empties the folder that the others go into. */
const CONFIGS = ['.', 'embed', 'review-file'].map((folder) => join(ROOT, 'renderer', folder, 'vite.config.ts'));
const STAMP = join(ROOT, 'dist', 'renderer', '.sources-hash');

/** Builds when needed. Throws when the build fails. */
export function buildRenderer() {
  const hash = hashSources(SOURCES);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === hash) return;
  console.error('diffsvc: building the browser page …');
  rmSync(STAMP, { force: true });
  for (const config of CONFIGS) build(config);
  mkdirSync(dirname(STAMP), { recursive: true });
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
