/**
 * Prepares a fresh clone: installs the packages of the lockfile, and for the tests the programs of the system. Imports
 * only Node's own modules and runs on Node 20, because nothing is installed yet.
 *
 *     node scripts/setup.mjs [--tests]
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root, absolute. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NODE_NAME = process.platform === 'win32' ? 'node.exe' : 'node';
/**
 * The Node that everything but the set-up runs on. It is a link to the machine's own Node. Where that Node is too old,
 * it is a link to the Node of the npm package `node`.
 */
export const NODE = join(ROOT, 'node_modules', '.bin', NODE_NAME);
const NODE_NEEDED = 24;
/** The npm package `node` has a lockfile of its own, because most machines need none. */
const NODE_FOLDER = join('scripts', 'node');

const LOCKFILE = join(ROOT, 'package-lock.json');
/** Holds the lockfile's hash and which packages were installed: `all` or `start`. */
const STAMP = join(ROOT, 'node_modules', '.diffsvc-setup');
const QUIET = ['--loglevel=error', '--no-fund', '--no-audit'];

/** Tests of pages, of conversions, and of what the service starts for them. */
const PAGE_TESTS = [
  ...['test/cluster', 'test/documentation', 'test/e2e', 'test/electron'],
  ...['cli', 'confined-files', 'durability', 'exports', 'http', 'jobs', 'pages', 'published-package', 'witness'].map(
    (name) => `test/service/${name}`,
  ),
  'test/service/workers',
];

/**
 * System programs and files that the tests need: how to find each, the Debian packages that contain it, and the starts of
 * the paths of the tests that use it.
 */
const SYSTEM_NEEDS = [
  {
    what: 'Chromium',
    tests: PAGE_TESTS,
    isThere: () => findProgram('chromium') !== null,
    packages: ['chromium'],
  },
  {
    what: 'the headless shell of Chromium',
    tests: ['test/e2e'],
    isThere: () => findProgram('chromium-headless-shell') !== null,
    packages: ['chromium-headless-shell'],
    // Chromium shows the same pages, in twice the time. Some systems have no such package.
    isSpare: true,
  },
  {
    what: 'Firefox',
    tests: ['test/e2e/extension-firefox'],
    isThere: () => findProgram('firefox-esr') !== null,
    packages: ['firefox-esr'],
  },
  {
    what: 'fonts',
    tests: PAGE_TESTS,
    isThere: () => existsSync('/usr/share/fonts/truetype/liberation') && existsSync('/usr/share/fonts/truetype/noto'),
    packages: ['fonts-liberation', 'fonts-noto-core'],
  },
  {
    what: 'libfaketime',
    tests: ['test/cluster', 'test/service/durability'],
    isThere: () => findFaketime() !== null,
    packages: ['libfaketime'],
  },
  {
    what: 'poppler',
    tests: PAGE_TESTS,
    isThere: () => findProgram('pdftotext') !== null,
    packages: ['poppler-utils'],
  },
  {
    what: 'LibreOffice',
    tests: PAGE_TESTS,
    isThere: () => findProgram('soffice') !== null,
    packages: ['libreoffice-writer-nogui', 'libreoffice-math-nogui', 'python3-uno'],
  },
  {
    what: 'a virtual screen',
    tests: ['test/e2e', 'test/electron'],
    isThere: () => findProgram('Xvfb') !== null,
    packages: ['xvfb'],
  },
];

/**
 * What the tests at these paths need of the system. No path, or one that is no folder or file below `test`, means all
 * tests.
 *
 * @param {readonly string[]} paths
 */
export function systemNeedsOf(paths) {
  const areKnown = paths.length > 0 && paths.every((path) => path.startsWith('test/'));
  if (!areKnown) return SYSTEM_NEEDS;
  return SYSTEM_NEEDS.filter(({ tests }) =>
    tests.some((start) => paths.some((path) => path.startsWith(start) || start.startsWith(path))),
  );
}

/**
 * Installs the packages of the lockfile unless `node_modules` holds them already. Throws when npm fails.
 *
 * @param {{ development?: boolean }} [options] `development: false` leaves "devDependencies" out: `npm start` needs only
 *   the service's packages and those that build its pages.
 */
export function installPackages({ development = true } = {}) {
  installLocked(development);
  linkNode();
}

/** @param {boolean} development */
function installLocked(development) {
  const hash = createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex');
  const sufficient = development ? [`${hash} all`] : [`${hash} all`, `${hash} start`];
  if (existsSync(STAMP) && sufficient.includes(readFileSync(STAMP, 'utf8').trim())) return;
  let installed = development ? 'all' : 'start';
  if (matchesLockfile({ development: true })) installed = 'all';
  else if (development || !matchesLockfile({ development: false })) {
    console.error('diffsvc: installing packages (npm ci), a minute or two …');
    // Install scripts stay off, whatever npm's version thinks of "allowScripts": better-sqlite3 would be compiled
    // although its tarball has it built.
    runNpm(['ci', ...(development ? [] : ['--omit=dev']), '--ignore-scripts', ...QUIET]);
  }
  writeFileSync(STAMP, `${hash} ${installed}\n`);
}

/** Makes `NODE` if it is missing, or leads nowhere. `npm ci` deletes it. */
function linkNode() {
  if (existsSync(NODE)) return;
  const isNewEnough = Number(process.versions.node.split('.')[0]) >= NODE_NEEDED;
  // `npm ci` may have deleted the program that runs us.
  const node = isNewEnough && existsSync(process.execPath) ? process.execPath : fetchNode();
  mkdirSync(dirname(NODE), { recursive: true });
  rmSync(NODE, { force: true });
  if (process.platform === 'win32') copyFileSync(node, NODE);
  else symlinkSync(node, NODE);
}

/**
 * Installs the npm package `node` unless it is there. Returns the path of its program, which works on every machine of
 * this platform. Throws when npm fails.
 */
export function fetchNode() {
  const node = join(ROOT, NODE_FOLDER, 'node_modules', 'node', 'bin', NODE_NAME);
  installPackagesIn(NODE_FOLDER);
  if (existsSync(node)) return node;
  // Its install script fetches the program for this platform.
  runNpm(['rebuild', 'node', '--loglevel=error', '--foreground-scripts=false'], join(ROOT, NODE_FOLDER));
  // The headers for compiling add-ons are a third of it, and nothing here compiles any.
  const platform = join(ROOT, NODE_FOLDER, 'node_modules', 'node', 'node_modules');
  for (const name of existsSync(platform) ? readdirSync(platform) : []) {
    if (!name.startsWith('.')) rmSync(join(platform, name, 'include'), { recursive: true, force: true });
  }
  if (existsSync(node)) return node;
  throw new Error(`npm installed no Node 24: run \`npm rebuild node\` in ${NODE_FOLDER} and look at its output`);
}

/**
 * Installs the packages of the lockfile in another folder of the project, unless they are there already. Runs no install
 * scripts. Throws when npm fails.
 *
 * @param {string} folder relative to the project's root
 */
export function installPackagesIn(folder) {
  const cwd = join(ROOT, folder);
  const stamp = join(cwd, 'node_modules', '.diffsvc-setup');
  const hash = createHash('sha256')
    .update(readFileSync(join(cwd, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === hash) return;
  console.error(`diffsvc: installing the packages of ${folder} (npm ci) …`);
  runNpm(['ci', '--ignore-scripts', ...QUIET], cwd);
  writeFileSync(stamp, `${hash}\n`);
}

/**
 * Installs the programs that the tests drive, as root on a Debian-like system; elsewhere prints what to install. A program
 * that is still missing throws when CI=true. Otherwise the tests that need it are skipped and say so. The tests can do
 * without a spare one.
 *
 * @param {readonly string[]} [paths] Of the tests that run, as `systemNeedsOf` takes them.
 */
export function installSystemPackages(paths = []) {
  const missing = systemNeedsOf(paths).filter((need) => !need.isThere());
  if (missing.length === 0) return;
  console.error(`diffsvc: the tests need ${missing.map((need) => need.what).join(', ')}, which this machine lacks`);
  /** @param {(typeof SYSTEM_NEEDS)[number]} need */
  const isSpare = (need) => need.isSpare === true;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    // A package that a system does not know would keep it from installing the others.
    installWithApt(missing.filter((need) => !isSpare(need)).flatMap((need) => need.packages));
    installWithApt(missing.filter(isSpare).flatMap((need) => need.packages));
  }
  const still = missing.filter((need) => !isSpare(need) && !need.isThere());
  if (still.length === 0) return;
  const advice = `sudo apt-get install --no-install-recommends ${still.flatMap((need) => need.packages).join(' ')}`;
  const message = `the tests need ${still.map((need) => need.what).join(' and ')}: on Debian or Ubuntu run \`${advice}\``;
  if (process.env['CI'] === 'true') throw new Error(message);
  console.error(`diffsvc: ${message}; until then the tests that need it do not run, and say so`);
}

/** @param {readonly string[]} names */
function installWithApt(names) {
  if (names.length === 0) return;
  console.error(`diffsvc: installing these packages of the system with apt-get: ${names.join(', ')} …`);
  const options = ['-o', 'DPkg::Lock::Timeout=900', '-qq'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // An old package list may still be good enough to install from.
  run('apt-get', [...options, 'update'], { env, mayFail: true });
  run('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...names], { env, mayFail: true });
}

/**
 * Whether npm's own record in `node_modules` lists every package of the lockfile. So an `npm ci` or `npm install` by hand
 * is not done again.
 *
 * @param {{ development: boolean }} options `false`: packages of "devDependencies" may be missing.
 */
function matchesLockfile({ development }) {
  const record = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const there = JSON.parse(readFileSync(record, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(LOCKFILE, 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    if (path in there) return there[path].version === entry.version;
    return (
      entry.optional === true || entry.peer === true || (!development && (entry.dev ?? entry.devOptional) === true)
    );
  });
}

/**
 * @param {string[]} args
 * @param {string} [cwd]
 */
function runNpm(args, cwd = ROOT) {
  // npm passes its own path to its scripts; run that one.
  const npm = process.env['npm_execpath'];
  if (npm?.endsWith('.js')) run(nodeThatStays(), [npm, ...args], { cwd });
  else run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd });
}

/**
 * A Node that `npm ci` does not delete. From the second run, an npm script runs on `NODE`, whose link or program `npm
 * ci` replaces. npm names its own Node in `npm_node_execpath`. When both are the same, the `PATH` has another.
 */
function nodeThatStays() {
  const other = [process.execPath, process.env['npm_node_execpath']].find((path) => path && !isReplaced(path));
  return other ?? findProgram('node', isReplaced) ?? 'node';
}

/** @param {string} path */
function isReplaced(path) {
  return path.startsWith(join(ROOT, 'node_modules')) || path.startsWith(join(ROOT, NODE_FOLDER));
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, mayFail?: boolean }} [options]
 */
function run(command, args, { cwd = ROOT, env = process.env, mayFail = false } = {}) {
  // Standard output belongs to the service and the test reports; the installers speak on standard error.
  const result = spawnSync(command, args, { cwd, env, stdio: ['ignore', 2, 2] });
  if (mayFail) return;
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`\`${command} ${args.join(' ')}\` failed (exit ${String(result.status)})`);
}

/**
 * Runs a build step of the project on its Node. Throws with `failure` when it fails; its own output says why.
 *
 * @param {string[]} args
 * @param {string} failure
 */
export function runBuild(args, failure) {
  // A test runner's NODE_ENV would make this a build for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const result = spawnSync(NODE, args, { cwd: ROOT, env, stdio: ['ignore', 2, 2] });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`${failure}; the lines above say why`);
}

/** Path of the library that shifts the clock of a process; null when it is not installed. Linux only. */
export function findFaketime() {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  const files = folders.map((folder) => join('/usr/lib', folder, 'faketime', 'libfaketime.so.1'));
  return files.find((file) => existsSync(file)) ?? null;
}

/**
 * The first program of that name on the `PATH`, absolute; null when there is none.
 *
 * @param {string} name
 * @param {(folder: string) => boolean} [leftOut] Folders to skip.
 */
function findProgram(name, leftOut = () => false) {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (folder !== '' && !leftOut(folder) && existsSync(path) && statSync(path).isFile()) return path;
  }
  return null;
}

/**
 * Runs one step of a command. A failure prints one line on standard error and exits with code 1.
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
