/**
 * Builds the browser extension: for each browser a folder to load and a package. Equal
 * sources make equal bytes. Does nothing when the sources have not changed.
 *
 *     npm run build:extension [-- FOLDER]
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow, hashSources } from './hash-sources.mjs';
import { ROOT, installPackages, orExit, runBuild } from './setup.mjs';

const SOURCES = [
  ...['extension', 'renderer', 'shared', 'scripts/build-extension.mjs', 'scripts/pack-extension.mjs'],
  ...['svelte.config.js', 'tsconfig.base.json', 'package.json', 'package-lock.json'],
];
const OUT = join(ROOT, 'dist', 'extension');
const ICONS = join(ROOT, 'extension', 'icons');
const FAILURE = 'the extension could not be built';
const CONFIGS = ['vite.config.ts', 'vite.content.config.ts'];

/** Builds into a folder when needed; what an earlier build left there goes. Throws when the build fails. */
export function buildExtension(out = OUT) {
  const stamp = join(out, '.sources-hash');
  const hash = hashSources(SOURCES);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === hash) return;
  if (existsSync(out) && !existsSync(stamp) && readdirSync(out).length > 0) {
    throw new Error(`${out} holds other files than a build of the extension: name an empty or a new folder`);
  }
  console.error('diffsvc: building the browser extension …');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  // From the start: a build that was broken off is known as one of ours.
  writeFileSync(stamp, '');
  const parts = join(out, 'parts');
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  for (const config of CONFIGS) {
    const path = join(ROOT, 'extension', config);
    runBuild([vite, 'build', '--config', path, '--outDir', parts, '--logLevel', 'warn'], FAILURE);
  }
  for (const path of filesBelow(ICONS)) copyInto(join(parts, 'icons'), relative(ICONS, path), path);
  // Manifests are TypeScript: the project's own Node reads that, the one that runs us perhaps not.
  runBuild([join(ROOT, 'scripts', 'pack-extension.mjs'), parts, out], FAILURE);
  rmSync(parts, { recursive: true, force: true });
  writeFileSync(stamp, `${hash}\n`);
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {string} from
 */
function copyInto(folder, name, from) {
  const to = join(folder, name);
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await orExit(() => {
    installPackages();
    const out = process.argv[2] === undefined ? OUT : resolve(process.argv[2]);
    buildExtension(out);
    console.error(`diffsvc: ${relative(process.cwd(), out)}: a folder and a zip for chromium and firefox`);
  });
}
