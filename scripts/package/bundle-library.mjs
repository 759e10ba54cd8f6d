/** Bundles the two libraries, `diffsvc/client` and `diffsvc/engine`, and writes their types. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { filesBelow } from '../hash-sources.mjs';
import { ROOT, runBuild } from '../setup.mjs';

const LIBRARY = join(ROOT, 'dist', 'library');
const TYPES = join(ROOT, 'dist', 'types');
/** Files that ask something of Node, and the one that the library has instead. */
const OF_NODE = ['formats/bytes.ts', 'sha256.ts'].map((path) => join(ROOT, 'service', path));
const PLAIN = join(ROOT, 'service', 'library', 'plain-bytes.ts');

rmSync(LIBRARY, { recursive: true, force: true });
for (const [name, input] of [
  ['client', join(ROOT, 'shared', 'client', 'main.ts')],
  ['engine', join(ROOT, 'service', 'library', 'engine.ts')],
]) {
  const bundle = await rolldown({
    input: /** @type {string} */ (input),
    platform: 'browser',
    // Whatever a bundler warns of would be a module of Node, or something else that a browser does not have.
    onLog(level, log) {
      if (level === 'warn') throw new Error(`the library ${name}: ${log.message}`);
    },
    plugins: [
      {
        name: 'without-node',
        resolveId(id, importer) {
          if (importer === undefined || !id.startsWith('.')) return null;
          return OF_NODE.includes(resolve(importer, '..', id)) ? PLAIN : null;
        },
      },
    ],
  });
  await bundle.write({
    file: join(LIBRARY, `${name}.js`),
    format: 'esm',
    codeSplitting: false,
    minify: { mangle: false, compress: false, codegen: true },
  });
  await bundle.close();
}

rmSync(TYPES, { recursive: true, force: true });
mkdirSync(TYPES, { recursive: true });
const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
runBuild([compiler, '-p', join(ROOT, 'scripts', 'package', 'tsconfig.types.json')], 'the types could not be written');
// The sources import by the names of sources; a package has none.
for (const path of filesBelow(TYPES)) {
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(/((?:from|import\()\s*['"]\.{1,2}\/[^'"]*)\.ts(['"])/g, '$1.js$2'),
  );
}
