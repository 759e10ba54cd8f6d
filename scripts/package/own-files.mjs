/**
 * A plugin of the bundler. The bundles all lie in dist/service, and the sources name files by their own places:
 *
 * - `new URL('./other.ts', import.meta.url)` is a program that runs as a thread or a process. It becomes a bundle.
 * - `new URL('../../folder/file', import.meta.url)` is another file of the project. The build has it below dist.
 * - `createRequire(import.meta.url).resolve('package/file')` is a file of a package. It is copied to dist/vendor.
 */
import { createRequire } from 'node:module';
import { basename, dirname, relative, resolve } from 'node:path';

const OWN = /new URL\(\s*'(\.{1,2}(?:\/[^']*)?)',\s*import\.meta\.url,?\s*\)/g;
const PACKAGED = /createRequire\(import\.meta\.url\)\.resolve\('([^']+)'\)/g;
/** pdf.js is loaded as it is published: it starts its own second file, and reads its data beside them. */
const PDFJS = /^pdfjs-dist\//;

/**
 * `named`: the files of packages, from the path below dist/vendor to the path on this machine.
 *
 * @param {string} root of the project
 */
export function ownFiles(root) {
  /** @type {Map<string, string>} */
  const named = new Map();
  /** @type {import('rolldown').Plugin} */
  const plugin = {
    name: 'own-files',
    resolveId(id) {
      return PDFJS.test(id) ? { id: `../vendor/${id}`, external: true } : null;
    },
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes('import.meta.url')) return null;
      let isPackaged = false;
      const placed = code
        .replace(OWN, (_, /** @type {string} */ path) => {
          const target = resolve(dirname(id), path);
          if (!target.endsWith('.ts')) return urlOf(`../${placeOf(root, target)}${path.endsWith('/') ? '/' : ''}`);
          const name = `${basename(target, '.ts')}.js`;
          this.emitFile({ type: 'chunk', id: target, fileName: name });
          return urlOf(`./${name}`);
        })
        .replace(PACKAGED, (_, /** @type {string} */ specifier) => {
          isPackaged = true;
          const place = specifier.includes('/') ? specifier : `${specifier}/${specifier}.js`;
          named.set(place, createRequire(id).resolve(specifier));
          return `pathOfPackaged(${urlOf(`../vendor/${place}`)})`;
        });
      return isPackaged ? `import { fileURLToPath as pathOfPackaged } from 'node:url';\n${placed}` : placed;
    },
  };
  return { plugin, named };
}

/** @param {string} path */
function urlOf(path) {
  return `new URL('${path}', import.meta.url)`;
}

/**
 * Where the build has a file of the project, from dist. The root itself is dist, which becomes the published package.
 *
 * @param {string} root
 * @param {string} target
 */
function placeOf(root, target) {
  return relative(root, target)
    .replaceAll('\\', '/')
    .replace(/^dist\//, '')
    .replace(/^renderer\/styles/, 'styles');
}
