import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup.mjs';

/** Packages that stay packages, because they have native code for each platform. */
export const NOT_BUNDLED = ['better-sqlite3'];
/** The types of the libraries mention it. */
const OF_TYPES = ['typebox'];

/** What the package holds of dist/. The rest of dist/ is for the desktop. */
const FILES = [
  ...['bin', 'service', 'library', 'types', 'vendor', 'renderer', 'styles', 'extension', 'THIRD-PARTY-LICENSES.txt'],
  ...['docs', 'man'],
  '!**/.sources-hash',
];

/** @param {string} types @param {string} file */
const library = (types, file) => ({ types: `./types/${types}`, default: `./library/${file}` });

/** The manual page, from the folder of the package. `npm install --global` puts it where `man` looks. */
const MAN_PAGE = 'man/diffsvc.1';

/**
 * Writes dist/package.json with LICENSE, README.md, the book and the manual page beside it, so that `npm pack ./dist` makes
 * the published package. Facts and versions are those of the project's own manifest.
 */
export function writeManifest() {
  const { name, version, description, license, type, engines, dependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { diffsvc: 'bin/diffsvc.js' },
    // npm links a list alone.
    man: [MAN_PAGE],
    exports: {
      './client': library('shared/client/main.d.ts', 'client.js'),
      './engine': library('service/library/engine.d.ts', 'engine.js'),
      './package.json': './package.json',
    },
    files: FILES,
    dependencies: Object.fromEntries([...NOT_BUNDLED, ...OF_TYPES].map((each) => [each, dependencies[each]])),
  };
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(join(ROOT, 'dist', 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const file of ['LICENSE', 'README.md']) copyFileSync(join(ROOT, file), join(ROOT, 'dist', file));
  putBook();
}

/** The pages of `docs`. The manual page has a folder of its own. */
function putBook() {
  const [from, to] = [join(ROOT, 'docs'), join(ROOT, 'dist', 'docs')];
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('.1') });
  mkdirSync(join(ROOT, 'dist', 'man'), { recursive: true });
  copyFileSync(join(from, 'diffsvc.1'), join(ROOT, 'dist', MAN_PAGE));
}
