/**
 * Builds the desktop shell into dist/desktop/app: main and preload, one file each, the icon of its window, and the
 * manifest that Electron starts from. Draws the icons of the packages. Does nothing when the sources have not changed.
 *
 *     node scripts/desktop/build-shell.mjs
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashSources } from '../hash-sources.mjs';
import { ROOT, orExit, runBuild } from '../setup.mjs';

/** Folder of the built shell, absolute. */
export const SHELL = join(ROOT, 'dist', 'desktop', 'app');
/** The icon of a window, among those that `draw-icons.mjs` draws. */
const WINDOW_ICON = join(ROOT, 'dist', 'desktop', 'icons', 'linux', '256x256.png');
const SOURCES = [
  ...['electron', 'shared', 'renderer/styles/icon.svg', 'scripts/desktop/build-shell.mjs'],
  ...['scripts/desktop/draw-icons.mjs', 'package.json', 'package-lock.json'],
];
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
    const args = [vite, 'build', '--config', config, '--mode', part, '--logLevel', 'warn'];
    runBuild(args, 'the desktop shell could not be built');
  }
  const { name, version, description, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const manifest = { name, productName: name, version, description, license, main: 'main.cjs' };
  mkdirSync(SHELL, { recursive: true });
  // A process of its own: its packages may not have been there when this file was loaded.
  runBuild([join(ROOT, 'scripts', 'desktop', 'draw-icons.mjs')], 'the icons could not be drawn');
  copyFileSync(WINDOW_ICON, join(SHELL, 'icon.png'));
  writeFileSync(join(SHELL, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(STAMP, `${hash}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await orExit(buildShell);
