/**
 * `npm run audit`: exit code 1 if a package that ships has a known weakness that is high or critical. The registry says
 * so. Where it does not answer, a list in this repository does, which knows less.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILDERS, packagesOf } from './package/packages-of.mjs';
import { ROOT, installPackages, orExit } from './setup.mjs';

const SERIOUS = ['high', 'critical'];
const LIST = new URL('package/known-weaknesses.json', import.meta.url);

/** @typedef {{ package: string, from: string, below: string, severity: string, id: string }} Weakness */

/**
 * The serious weaknesses in the answer of `npm audit --json`, as lines; null if the registry gave none.
 *
 * @param {string} answer
 */
export function registrySays(answer) {
  /** @type {{ vulnerabilities?: Record<string, { severity: string, range: string }> } | null} */
  let report;
  try {
    report = JSON.parse(answer);
  } catch {
    return null;
  }
  if (report?.vulnerabilities === undefined) return null;
  return Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => SERIOUS.includes(severity))
    .map(([name, { severity, range }]) => `${name} ${range}: ${severity}`);
}

/**
 * The serious weaknesses of a list that packages have, as lines.
 *
 * @param {readonly { name: string, version: string }[]} packages
 * @param {readonly Weakness[]} weaknesses
 */
export function listSays(packages, weaknesses) {
  return packages.flatMap(({ name, version }) =>
    weaknesses
      .filter((each) => each.package === name && SERIOUS.includes(each.severity))
      .filter(({ from, below }) => compared(version, from) >= 0 && compared(version, below) < 0)
      .map(({ id, severity }) => `${name} ${version}: ${id}, ${severity}`),
  );
}

/** Below 0 if the first version is older, by its three numbers. */
function compared(/** @type {string} */ one, /** @type {string} */ other) {
  const [first, second] = [one, other].map((version) =>
    version
      .replace(/[-+].*/s, '')
      .split('.')
      .map(Number),
  );
  for (let at = 0; at < 3; at += 1) {
    const difference = (first?.[at] ?? 0) - (second?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The packages that ship, with their versions. */
export function shippedPackages() {
  return [...packagesOf(BUILDERS)].map((path) => {
    const { name, version } = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'));
    return { name, version };
  });
}

/** The list of this repository: where it is from, and its weaknesses. */
export function knownWeaknesses() {
  return /** @type {{ source: string, weaknesses: Weakness[] }} */ (JSON.parse(readFileSync(LIST, 'utf8')));
}

if (import.meta.main ?? process.argv[1] === join(ROOT, 'scripts', 'audit.mjs')) {
  await orExit(() => {
    installPackages();
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const { stdout } = spawnSync(npm, ['audit', '--omit=dev', '--json'], { cwd: ROOT, encoding: 'utf8' });
    const packages = shippedPackages();
    const said = registrySays(stdout);
    const { source, weaknesses } = knownWeaknesses();
    const found = said ?? listSays(packages, weaknesses);
    if (said === null) console.log(`The registry does not say what is weak. Asked instead: ${source}`);
    if (found.length > 0) throw new Error(`these packages have known weaknesses:\n  ${found.join('\n  ')}`);
    console.log(`${packages.length} packages that ship: no known weakness that is high or critical`);
  });
}
