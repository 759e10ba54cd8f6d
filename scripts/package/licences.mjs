/**
 * Writes dist/THIRD-PARTY-LICENSES.txt: the licence texts of all packages that may be in the bundles. Packages that only
 * build them are left out.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup.mjs';
import { BUILDERS, packagesOf } from './packages-of.mjs';

const TEXT = /^(licen[cs]e|copying|notice)/i;

const parts = [...packagesOf(BUILDERS)].sort().map((path) => {
  const folder = join(ROOT, path);
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => TEXT.test(file) && !file.endsWith('.js'))
    .sort();
  const text = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  return `${name} ${version} (${String(license)})\n\n${text === '' ? 'The package has no licence text of its own.' : text}\n`;
});
const head = 'diffsvc contains these packages, or parts of them.\n';
writeFileSync(join(ROOT, 'dist', 'THIRD-PARTY-LICENSES.txt'), [head, ...parts].join(`\n${'-'.repeat(78)}\n\n`));
