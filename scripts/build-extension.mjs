/**
 * Builds the browser extension: for each browser a folder that can be loaded as it is, and a package. The same sources
 * give the same bytes. Does nothing when the sources are those of last time.
 *
 *     npm run extension
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow, hashSources } from './hash-sources.mjs';
import { NODE, ROOT, installPackages, orExit } from './setup.mjs';

const SOURCES = [
  ...['extension', 'renderer/components', 'renderer/review', 'renderer/styles', 'renderer/app/messages.ts', 'shared'],
  ...['scripts/build-extension.mjs', 'scripts/pack-extension.mjs', 'svelte.config.js', 'tsconfig.base.json'],
  ...['package.json', 'package-lock.json'],
];
const OUT = join(ROOT, 'dist', 'extension');
const PARTS = join(OUT, 'parts');
const STAMP = join(OUT, '.sources-hash');
const CONFIGS = ['vite.config.ts', 'vite.content.config.ts'];

/** Builds when needed. Throws when the build fails. */
export function buildExtension() {
  const hash = hashSources(SOURCES);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === hash) return;
  console.error('diffsvc: building the browser extension …');
  rmSync(OUT, { recursive: true, force: true });
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  for (const config of CONFIGS) {
    const path = join(ROOT, 'extension', config);
    run([vite, 'build', '--config', path, '--logLevel', 'warn']);
  }
  for (const path of filesBelow(join(ROOT, 'extension', 'icons'))) {
    copyInto(join(PARTS, 'icons'), relative(join(ROOT, 'extension', 'icons'), path), path);
  }
  // Manifests are TypeScript: the project's own Node reads that, the one that runs us perhaps not.
  run([join(ROOT, 'scripts', 'pack-extension.mjs'), PARTS, OUT]);
  rmSync(PARTS, { recursive: true, force: true });
  writeFileSync(STAMP, `${hash}\n`);
}

/** @param {string[]} args */
function run(args) {
  // A test runner's NODE_ENV would make this a build for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const result = spawnSync(NODE, args, { cwd: ROOT, env, stdio: ['ignore', 2, 2] });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error('the extension could not be built; the lines above say why');
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
    buildExtension();
    console.error(`diffsvc: ${relative(process.cwd(), OUT)}: a folder and a zip for chromium and firefox`);
  });
}
