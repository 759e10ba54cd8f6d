/** Bundles the service and the command line. `build-service.mjs` runs it on the project's own Node. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from '../setup.mjs';
import { NOT_BUNDLED, writeManifest } from './manifest.mjs';
import { ownFiles } from './own-files.mjs';

const DIST = join(ROOT, 'dist');

/** What reading needs of pdf.js beside its program. */
const PDFJS_PATHS = ['package.json', 'LICENSE', 'cmaps', 'standard_fonts', 'legacy/build/pdf.worker.mjs'];
const PDFJS_PROGRAM = 'legacy/build/pdf.mjs';
/** pdf.js asks for a package that draws, and complains without it. The service reads, and draws nothing. */
const DRAWING = {
  asked: 'canvas = require("@napi-rs/canvas");',
  given: 'canvas = { DOMMatrix: class {}, Path2D: class {} };',
};

const files = ownFiles(ROOT);
const bundle = await rolldown({
  input: { main: join(ROOT, 'service', 'cli', 'main.ts') },
  platform: 'node',
  external: NOT_BUNDLED,
  plugins: [files.plugin],
});
await bundle.write({
  dir: join(DIST, 'service'),
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'part-[hash].js',
  // Names stay, so that a stack trace can be read.
  minify: { mangle: false, compress: false, codegen: true },
});
await bundle.close();

const vendor = join(DIST, 'vendor');
rmSync(vendor, { recursive: true, force: true });
for (const [place, path] of files.named) place.startsWith('pdfjs-dist/') || put(join(vendor, place), path);
const pdfjs = join(ROOT, 'node_modules', 'pdfjs-dist');
for (const path of PDFJS_PATHS) put(join(vendor, 'pdfjs-dist', path), join(pdfjs, path));
const program = readFileSync(join(pdfjs, PDFJS_PROGRAM), 'utf8');
if (!program.includes(DRAWING.asked)) throw new Error('pdf.js no longer asks for its drawing package as it did');
writeFileSync(join(vendor, 'pdfjs-dist', PDFJS_PROGRAM), program.replace(DRAWING.asked, DRAWING.given));

put(join(DIST, 'styles'), join(ROOT, 'renderer', 'styles'));
put(join(DIST, 'bin', 'diffsvc.js'), join(ROOT, 'bin', 'diffsvc.js'));
writeManifest();

/**
 * @param {string} to
 * @param {string} from a file or a folder
 */
function put(to, from) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}
