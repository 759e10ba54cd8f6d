/**
 * Builds the desktop shell into dist/desktop/app: main and preload, one file each, and the manifest that Electron
 * starts from. Does nothing when the sources have not changed.
 *
 *     node scripts/desktop/build-shell.mjs
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashSources } from '../hash-sources.mjs';
import { NODE, ROOT, orExit } from '../setup.mjs';

/** Folder of the built shell, absolute. */
export const SHELL = join(ROOT, 'dist', 'desktop', 'app');
const SOURCES = ['electron', 'shared', 'scripts/desktop/build-shell.mjs', 'package.json', 'package-lock.json'];
const STAMP = join(ROOT, 'dist', 'desktop', '.shell-hash');

/** Builds when needed. Throws when the build fails. */
export function buildShell() {
  const hash = hashSources(SOURCES);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === hash) return;
  console.error('diffsvc: building the desktop shell …');
  rmSync(STAMP, { force: true });
  rmSync(SHELL, { recursive: true, force: true });
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  for (const part of ['main', 'preload']) {
    const config = join(ROOT, 'electron', 'vite.config.ts');
    // A test runner's NODE_ENV would make this a build for development.
    const env = { ...process.env, NODE_ENV: 'production' };
    const args = [vite, 'build', '--config', config, '--mode', part, '--logLevel', 'warn'];
    const result = spawnSync(NODE, args, { cwd: ROOT, env, stdio: ['ignore', 2, 2] });
    if (result.error) throw result.error;
    if (result.status !== 0) throw new Error('the desktop shell could not be built; the lines above say why');
  }
  const { name, version, description, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const manifest = { name, productName: name, version, description, license, main: 'main.cjs' };
  mkdirSync(SHELL, { recursive: true });
  writeFileSync(join(SHELL, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(STAMP, `${hash}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await orExit(buildShell);
