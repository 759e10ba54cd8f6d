/**
 * Collects the resources of a desktop package beside the shell, in dist/desktop/resources:
 *
 *     service/   the service as JavaScript in the tree of its sources, the built pages, the packages that it needs
 *     node/      the Node that it runs on
 *
 * Node's own type stripping keeps every other character in its place. So the packaged code is the tested code, line for
 * line. Run on Node 24; the package is for the machine that it runs on.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '../hash-sources.mjs';
import { ROOT, fetchNode, orExit } from '../setup.mjs';
import { packagesOf } from '../package/packages-of.mjs';

/** Folder of the resources, absolute. */
export const RESOURCES = join(ROOT, 'dist', 'desktop', 'resources');
const SERVICE = join(RESOURCES, 'service');

/** Stands for the package that pdf.js would draw with. It is a folder of the project, so no package of the lockfile. */
const NO_CANVAS = join(ROOT, 'scripts', 'package', 'no-canvas');

/** Packages that build the pages, or are built into them. The service does without them at run time. */
const LEFT_OUT = [
  ...['@sveltejs/vite-plugin-svelte', '@fontsource-variable/inter', '@fontsource-variable/source-serif-4'],
  ...['@internationalized/date', '@lucide/svelte', 'bits-ui', 'idb', 'rolldown', 'svelte', 'vite'],
];
/** Files that no program reads: types, maps, other builds of the same package, sources of compiled files. */
const NOT_READ = [
  /\.(d\.[cm]?ts|[cm]?ts|map|tsbuildinfo|md|markdown|flow)$/i,
  /\/(test|tests|__tests__|benchmark|benchmarks|examples|\.github|docs)\//,
  /^node_modules\/better-sqlite3\/(deps|src|binding\.gyp)/,
  /^node_modules\/pdfjs-dist\/(?!package\.json|LICENSE|cmaps\/|standard_fonts\/|legacy\/build\/pdf(\.worker)?\.mjs)/,
  /^node_modules\/docx\/dist\/(?!index\.mjs)/,
  /^node_modules\/@types\//,
];

/** Collects the resources anew. */
export function stagePackage() {
  rmSync(RESOURCES, { recursive: true, force: true });
  for (const folder of ['service', 'shared']) copySources(folder);
  cpSync(join(ROOT, 'dist', 'renderer'), join(SERVICE, 'dist', 'renderer'), { recursive: true });
  cpSync(join(ROOT, 'renderer', 'styles'), join(SERVICE, 'renderer', 'styles'), { recursive: true });
  const { name, version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  writeFileSync(join(SERVICE, 'package.json'), `${JSON.stringify({ name, version, license, type: 'module' })}\n`);
  for (const path of packagesOf(LEFT_OUT)) copyPackage(path);
  cpSync(NO_CANVAS, join(SERVICE, 'node_modules', '@napi-rs', 'canvas'), { recursive: true });
  mkdirSync(join(RESOURCES, 'node'), { recursive: true });
  // The machine's own Node may need libraries that other machines lack.
  const node = fetchNode();
  cpSync(node, join(RESOURCES, 'node', basename(node)));
}

/** @param {string} folder */
function copySources(folder) {
  for (const path of filesBelow(join(ROOT, folder))) {
    if (/\.d\.ts$|tsconfig\.json$|\.md$/.test(path)) continue;
    const target = join(SERVICE, relative(ROOT, path));
    mkdirSync(dirname(target), { recursive: true });
    if (path.endsWith('.ts')) writeFileSync(target.replace(/\.ts$/, '.js'), asJavaScript(readFileSync(path, 'utf8')));
    else cpSync(path, target);
  }
}

/**
 * The module without types. Quoted relative paths of other modules, imported or started, get the ending of JavaScript.
 *
 * @param {string} source
 */
function asJavaScript(source) {
  return stripTypeScriptTypes(source).replace(/(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g, '$1$2.js$1');
}

/** @param {string} path of a package, without the packages in it, which have paths of their own */
function copyPackage(path) {
  for (const file of filesBelow(join(ROOT, path))) {
    const name = relative(ROOT, file).replaceAll('\\', '/');
    if (name.slice(path.length).includes('/node_modules/') || NOT_READ.some((pattern) => pattern.test(name))) continue;
    if (name.endsWith('.node') && !name.endsWith(`/${process.platform}-${process.arch}.node`)) continue;
    const target = join(SERVICE, name);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await orExit(stagePackage);
