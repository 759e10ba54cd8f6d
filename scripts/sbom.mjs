/**
 * `npm run sbom`: writes dist/sbom.cdx.json, the software bill of materials of what ships (CycloneDX 1.5), and checks the
 * licence of each package. Exit code 1 when a licence is unknown, or does not permit to ship the package with ours.
 * The same lockfile gives the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILDERS, packagesOf } from './package/packages-of.mjs';
import { ROOT, installPackages, orExit } from './setup.mjs';

/** Licences that permit to ship a package inside a product under the MIT licence (SPDX identifiers). */
const PERMITTED = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'OFL-1.1'],
  ...['PSF-2.0', 'Unlicense', 'Zlib'],
]);
/** Packages whose manifest names no licence, with the licence of the text that they ship. */
const BY_TEXT = new Map([
  ['duck', 'BSD-2-Clause'],
  ['svelte-toolbelt', 'MIT'],
]);

/** @typedef {{ license?: { id?: string, name?: string }, expression?: string }} License */
/** @typedef {{ name: string, version: string, 'bom-ref': string, licenses?: License[] }} Component */

/** Whether an SPDX expression permits shipping: each licence of an AND, one licence of an OR. */
export function isPermitted(/** @type {string} */ expression) {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((all) => all.split(' OR ').some((id) => PERMITTED.has(id.trim())));
}

/** The bill of materials: the component of the project, and the components of its packages with their licences. */
export function billOfMaterials() {
  const shipped = new Set(
    [...packagesOf(BUILDERS)].map((path) => {
      const { name, version } = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'));
      return `${name}@${version}`;
    }),
  );
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const text = execFileSync(npm, options, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const { serialNumber: _serial, metadata, components, dependencies, ...bill } = JSON.parse(text);
  const { timestamp: _time, ...facts } = metadata;
  // npm takes the name of the folder.
  facts.component.name = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).name;
  /** @type {Component[]} */
  const own = components
    .filter((/** @type {Component} */ { name, version }) => shipped.delete(`${name}@${version}`))
    .map((/** @type {Component} */ component) => {
      const known = BY_TEXT.get(component.name);
      return component.licenses !== undefined || known === undefined
        ? component
        : { ...component, licenses: [{ license: { id: known } }] };
    });
  if (shipped.size > 0) throw new Error(`npm sbom does not know ${[...shipped].join(', ')}`);
  const refs = new Set([facts.component['bom-ref'], ...own.map((component) => component['bom-ref'])]);
  return {
    ...bill,
    metadata: facts,
    components: own,
    dependencies: dependencies
      .filter((/** @type {{ ref: string }} */ { ref }) => refs.has(ref))
      .map((/** @type {{ ref: string, dependsOn: string[] }} */ { ref, dependsOn }) => ({
        ref,
        dependsOn: dependsOn.filter((each) => refs.has(each)),
      })),
  };
}

/** Packages of a bill that must not ship, each with its licence. */
export function refusedLicences(/** @type {{ components: Component[] }} */ { components }) {
  return components.flatMap(({ name, version, licenses = [] }) => {
    const [first] = licenses;
    const expression = first?.expression ?? first?.license?.id ?? first?.license?.name ?? 'no licence';
    return isPermitted(expression) ? [] : [`${name} ${version}: ${expression}`];
  });
}

if (import.meta.main ?? process.argv[1] === join(ROOT, 'scripts', 'sbom.mjs')) {
  await orExit(() => {
    installPackages();
    const bill = billOfMaterials();
    const refused = refusedLicences(bill);
    if (refused.length > 0) throw new Error(`these packages must not ship:\n  ${refused.join('\n  ')}`);
    mkdirSync(join(ROOT, 'dist'), { recursive: true });
    writeFileSync(join(ROOT, 'dist', 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
    console.log(`dist/sbom.cdx.json: ${bill.components.length} packages, every licence permits shipping`);
  });
}
