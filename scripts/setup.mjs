/**
 * Brings a fresh clone into the state in which it can run: the packages of the lockfile, and for the tests the
 * programs of the system. Uses Node's own modules only and runs on Node 20, before anything is installed.
 *
 *     node scripts/setup.mjs [--tests]
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root, absolute. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The Node 24 of the npm package `node`. Everything but the set-up runs on it. */
export const NODE = join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const LOCKFILE = join(ROOT, 'package-lock.json');
const STAMP = join(ROOT, 'node_modules', '.diffsvc-setup');

/** What the tests need of the system: how to find it, and the Debian packages that bring it. */
const SYSTEM_NEEDS = [
  { what: 'Chromium', isThere: () => findProgram('chromium') !== null, packages: ['chromium'] },
  { what: 'Firefox', isThere: () => findProgram('firefox-esr') !== null, packages: ['firefox-esr'] },
  {
    what: 'fonts',
    isThere: () => existsSync('/usr/share/fonts/truetype/liberation') && existsSync('/usr/share/fonts/truetype/noto'),
    packages: ['fonts-liberation', 'fonts-noto-core'],
  },
  { what: 'libfaketime', isThere: () => findFaketime() !== null, packages: ['libfaketime'] },
  { what: 'poppler', isThere: () => findProgram('pdftotext') !== null, packages: ['poppler-utils'] },
  {
    what: 'LibreOffice',
    isThere: () => findProgram('soffice') !== null,
    packages: ['libreoffice-writer-nogui', 'libreoffice-math-nogui', 'python3-uno'],
  },
  { what: 'a virtual screen', isThere: () => findProgram('Xvfb') !== null, packages: ['xvfb'] },
];

/**
 * Installs the packages of the lockfile unless `node_modules` holds them already. Throws when npm fails.
 */
export function installPackages() {
  const wanted = createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === wanted && existsSync(NODE)) return;
  if (!matchesLockfile()) {
    console.error('diffsvc: installing packages (npm ci), a minute or two …');
    // Install scripts stay off, whatever npm's version thinks of "allowScripts": only `node` needs its own, which
    // fetches the binary for this platform; better-sqlite3 would be compiled although its tarball has it built.
    runNpm(['ci', '--ignore-scripts', '--loglevel=error', '--no-fund', '--no-audit']);
    runNpm(['rebuild', 'node', '--loglevel=error', '--foreground-scripts=false']);
  }
  if (!existsSync(NODE))
    throw new Error('npm installed the packages without Node 24: run `npm rebuild node` and look at its output');
  writeFileSync(STAMP, `${wanted}\n`);
}

/**
 * Makes sure that the programs the tests drive are there. As root on a Debian-like system it installs them; otherwise it
 * says what to install. With CI=true a missing program throws, elsewhere the tests that need it are skipped and say so.
 */
export function installSystemPackages() {
  const missing = SYSTEM_NEEDS.filter((need) => !need.isThere());
  if (missing.length === 0) return;
  const names = missing.flatMap((need) => need.packages);
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.error(`diffsvc: installing ${names.join(', ')} (apt-get) …`);
    const options = ['-o', 'DPkg::Lock::Timeout=900', '-qq'];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    // A list that cannot be refreshed may still be good enough to install from.
    run('apt-get', [...options, 'update'], { env, mayFail: true });
    run('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...names], { env, mayFail: true });
  }
  const still = SYSTEM_NEEDS.filter((need) => !need.isThere());
  if (still.length === 0) return;
  const advice = `sudo apt-get install --no-install-recommends ${still.flatMap((need) => need.packages).join(' ')}`;
  const message = `the tests need ${still.map((need) => need.what).join(' and ')}: on Debian or Ubuntu run \`${advice}\``;
  if (process.env['CI'] === 'true') throw new Error(message);
  console.error(`diffsvc: ${message}; until then the tests that need it do not run, and say so`);
}

/**
 * Whether npm itself put every package of the lockfile into `node_modules`, as far as its own record tells. So an
 * `npm ci` or `npm install` by hand is not done again.
 */
function matchesLockfile() {
  const record = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(record) || !existsSync(NODE)) return false;
  const there = JSON.parse(readFileSync(record, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(LOCKFILE, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      (path in there ? there[path].version === entry.version : entry.optional === true || entry.peer === true),
  );
}

/** @param {string[]} args */
function runNpm(args) {
  // npm tells its scripts where it lies; run that one.
  const npm = process.env['npm_execpath'];
  if (npm?.endsWith('.js')) run(nodeThatStays(), [npm, ...args]);
  else run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
}

/**
 * A Node that `npm ci` does not delete. In an npm script it is the one of `node_modules` that runs us, from the second time
 * on; npm itself tells its own in `npm_node_execpath`, and when that is the same one, another is found on the `PATH`.
 */
function nodeThatStays() {
  const told = [process.execPath, process.env['npm_node_execpath']].find((path) => path && !isReplaced(path));
  return told ?? findProgram('node', isReplaced) ?? 'node';
}

/** @param {string} path */
function isReplaced(path) {
  return path.startsWith(join(ROOT, 'node_modules'));
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, mayFail?: boolean }} [options]
 */
function run(command, args, { env = process.env, mayFail = false } = {}) {
  // Standard output belongs to the service and the test reports; the installers speak on standard error.
  const result = spawnSync(command, args, { cwd: ROOT, env, stdio: ['ignore', 2, 2] });
  if (mayFail) return;
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`\`${command} ${args.join(' ')}\` failed (exit ${String(result.status)})`);
}

/** The library that shows a process another time; null when it is not installed. Linux only. */
export function findFaketime() {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  const files = folders.map((folder) => join('/usr/lib', folder, 'faketime', 'libfaketime.so.1'));
  return files.find((file) => existsSync(file)) ?? null;
}

/**
 * The first program of that name on the `PATH`, absolute; null when there is none.
 *
 * @param {string} name
 * @param {(folder: string) => boolean} [leftOut] Folders that do not count.
 */
function findProgram(name, leftOut = () => false) {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (folder !== '' && !leftOut(folder) && existsSync(path) && statSync(path).isFile()) return path;
  }
  return null;
}

/**
 * Runs a step of the set-up for a command: a failure is one line on standard error and exit code 1.
 *
 * @param {() => void | Promise<void>} step
 */
export async function orExit(step) {
  try {
    await step();
  } catch (error) {
    console.error(`diffsvc: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await orExit(() => {
    installPackages();
    if (process.argv.includes('--tests')) installSystemPackages();
  });
}
