import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isBuiltin } from 'node:module';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemNeedsOf } from '../../scripts/setup.mjs';
import packageJson from '../../package.json' with { type: 'json' };

const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url));

/** Stand-in for npm: notes its arguments, and creates what `npm ci` would. */
const FAKE_NPM = `
const fs = require('node:fs');
const args = process.argv.slice(2);
fs.appendFileSync('calls', [args[0], ...args.filter((arg) => arg === '--omit=dev')].join(' ') + '\\n');
if (process.env.FAKE_NPM_EXIT) process.exit(Number(process.env.FAKE_NPM_EXIT));
if (args[0] === 'ci') {
  fs.rmSync('node_modules', { recursive: true, force: true });
  fs.mkdirSync('node_modules', { recursive: true });
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
  const omitsDev = args.includes('--omit=dev');
  const installed = Object.entries(packages).filter(([, { dev }]) => !(omitsDev && dev));
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(installed) }));
}
if (args[0] === 'rebuild') {
  fs.mkdirSync('node_modules/node/bin', { recursive: true });
  fs.copyFileSync(process.execPath, 'node_modules/node/bin/node');
}
`;

/** Makes a Node say that it is of an older version. */
const OLDER = `--import=data:text/javascript,${encodeURIComponent(
  'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.9.0" } })',
)}`;

interface SetUp {
  readonly status: number | null;
  readonly calls: string[];
  readonly stderr: string;
}

describe('the set-up', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'diffsvc-setup-'));
    cpSync(SCRIPTS, join(root, 'scripts'), {
      recursive: true,
      filter: (path) => basename(path) !== 'node_modules',
    });
    writeFileSync(join(root, 'npm.js'), FAKE_NPM);
    lock({ a: '1.0.0' });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function lock(versions: Record<string, string>): void {
    const packages = Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]);
    const development = { 'node_modules/only-for-tests': { version: '1.0.0', dev: true } };
    writeFileSync(
      join(root, 'package-lock.json'),
      JSON.stringify({ packages: { ...Object.fromEntries(packages), ...development } }),
    );
  }

  /** Runs the script on the Node at `node` and returns the npm commands that this run called. */
  function setUp(env: Record<string, string> = {}, node = process.execPath): SetUp {
    return run([join(root, 'scripts', 'setup.mjs')], env, node);
  }

  /** Runs only the set-up of `npm start`. */
  function setUpForStart(): SetUp {
    const module = pathToFileURL(join(root, 'scripts', 'setup.mjs')).href;
    return run(['-e', `import('${module}').then((setup) => setup.installPackages({ development: false }))`]);
  }

  function run(args: string[], env: Record<string, string> = {}, node = process.execPath): SetUp {
    rmSync(join(root, 'calls'), { force: true });
    const result = spawnSync(node, args, {
      env: { ...process.env, npm_execpath: join(root, 'npm.js'), ...env },
      encoding: 'utf8',
    });
    const calls = existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : [];
    return { status: result.status, calls, stderr: result.stderr };
  }

  test('installs on a fresh clone, and not again', () => {
    expect(setUp()).toMatchObject({ status: 0, calls: ['ci'] });
    expect(setUp()).toEqual({ status: 0, calls: [], stderr: '' });
  });

  test('installs again when the lockfile changed', () => {
    setUp();
    lock({ a: '1.0.1' });
    expect(setUp()).toMatchObject({ status: 0, calls: ['ci'] });
  });

  test('of npm start leaves the packages of development out, and the set-up of the tests adds them', () => {
    expect(setUpForStart()).toMatchObject({ status: 0, calls: ['ci --omit=dev'] });
    expect(setUpForStart()).toEqual({ status: 0, calls: [], stderr: '' });
    expect(setUp()).toMatchObject({ status: 0, calls: ['ci'] });
    expect(setUpForStart()).toEqual({ status: 0, calls: [], stderr: '' });
  });

  test.each([
    ['as npm tells it', { npm_node_execpath: process.execPath }],
    ['as the PATH tells it', { npm_node_execpath: '' }],
  ])('run by the Node that npm ci deletes, goes on with another, %s', (_name, env) => {
    setUp();
    const node = join(root, 'node_modules', '.bin', 'node');
    rmSync(node);
    copyFileSync(process.execPath, node);
    chmodSync(node, 0o755);
    lock({ a: '1.0.1' });
    const path = `${dirname(node)}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
    expect(setUp({ ...env, PATH: path }, node)).toMatchObject({ status: 0, calls: ['ci'] });
  });

  test('links the Node of the machine where it is new enough, and brings one where it is not', () => {
    const node = join(root, 'node_modules', '.bin', 'node');
    setUp();
    expect(realpathSync(node)).toBe(realpathSync(process.execPath));
    expect(existsSync(join(root, 'scripts', 'node', 'node_modules'))).toBe(false);
    lock({ a: '1.0.1' });
    expect(setUp({ NODE_OPTIONS: OLDER })).toMatchObject({ status: 0, calls: ['ci'] });
    const brought = join(root, 'scripts', 'node', 'node_modules', 'node', 'bin', 'node');
    expect(realpathSync(node)).toBe(realpathSync(brought));
    expect(readFileSync(join(root, 'scripts', 'node', 'calls'), 'utf8')).toBe('ci\nrebuild\n');
    lock({ a: '1.0.2' });
    expect(setUp({ NODE_OPTIONS: OLDER })).toMatchObject({ status: 0, calls: ['ci'] });
    expect(readFileSync(join(root, 'scripts', 'node', 'calls'), 'utf8')).toBe('ci\nrebuild\n');
    expect(realpathSync(node)).toBe(realpathSync(brought));
  });

  test('makes the link anew when it leads nowhere', () => {
    setUp();
    const node = join(root, 'node_modules', '.bin', 'node');
    rmSync(node);
    symlinkSync(join(root, 'gone'), node);
    expect(setUp()).toEqual({ status: 0, calls: [], stderr: '' });
    expect(realpathSync(node)).toBe(realpathSync(process.execPath));
  });

  test('of another folder installs its packages once', () => {
    const folder = join(root, 'lab');
    mkdirSync(folder);
    copyFileSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
    const module = pathToFileURL(join(root, 'scripts', 'setup.mjs')).href;
    for (let turn = 0; turn < 2; turn += 1) {
      expect(run(['-e', `import('${module}').then((setup) => setup.installPackagesIn('lab'))`]).status).toBe(0);
    }
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe('ci\n');
    expect(existsSync(join(root, 'node_modules'))).toBe(false);
  });

  test('takes over what npm ci by hand installed', () => {
    setUp();
    rmSync(join(root, 'node_modules', '.diffsvc-setup'));
    expect(setUp()).toMatchObject({ status: 0, calls: [] });
  });

  test('a failure of npm is one line and exit code 1, and the next run tries again', () => {
    const failed = setUp({ FAKE_NPM_EXIT: '7' });
    expect(failed).toMatchObject({ status: 1, calls: ['ci'] });
    expect(failed.stderr).toMatch(/diffsvc: .*ci.* failed \(exit 7\)\n$/u);
    expect(setUp()).toMatchObject({ status: 0, calls: ['ci'] });
  });
});

describe('counting tests for CI', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'diffsvc-count-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function count(report: object | null, exitCode: number): string {
    const file = join(folder, 'report.json');
    if (report) writeFileSync(file, JSON.stringify(report));
    const script = join(SCRIPTS, 'count-tests.mjs');
    return spawnSync(process.execPath, [script, file, String(exitCode)], { encoding: 'utf8' }).stdout;
  }
  const good = { status: 'passed', assertionResults: [{}] };

  test.each([
    ['all passed', { numPassedTests: 5, numFailedTests: 0, testResults: [good] }, 0, '5 0\n'],
    ['some failed', { numPassedTests: 3, numFailedTests: 2, testResults: [good] }, 1, '3 2\n'],
    [
      'a file that did not load',
      { numPassedTests: 3, numFailedTests: 0, testResults: [good, { status: 'failed', assertionResults: [] }] },
      1,
      '3 1\n',
    ],
    ['an error outside any test', { numPassedTests: 3, numFailedTests: 0, testResults: [good] }, 1, '3 1\n'],
    ['no report', null, 1, '0 1\n'],
  ])('%s', (_name, report, exitCode, expected) => {
    expect(count(report, exitCode)).toBe(expected);
  });
});

describe('the programs of the system', () => {
  const needs = (...paths: string[]): string[] => systemNeedsOf(paths).map(({ what }) => what);

  test('are those that the named tests use', () => {
    expect(needs('test/shared', 'test/service/engine/round-trip.test.ts')).toEqual([]);
    expect(needs('test/e2e/page.test.ts')).not.toContain('Firefox');
    expect(needs('test/e2e/extension-firefox.test.ts')).toContain('Firefox');
    expect(needs('test/e2e')).toContain('Firefox');
    expect(needs('test/service/durability')).toContain('libfaketime');
  });

  test('are all of them for all tests, and for a path that says too little', () => {
    expect(needs()).toHaveLength(8);
    expect(needs('test/shared', 'firefox')).toEqual(needs());
  });
});

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const IMPORT = /^(?:import|export)\s(?:[^'"]*?\sfrom\s+)?'([^']+)'/gmu;

/** The scripts of package.json that are programs of `scripts/`, by name. */
const PROGRAMS = Object.entries(packageJson.scripts).flatMap(([name, command]) => {
  const [, path] = /^node (scripts\/\S+\.mjs)/u.exec(command) ?? [];
  return path === undefined ? [] : [{ name, path }];
});

/** Every import of a package that a program loads before its first line runs, as `file: package`. */
function packagesLoaded(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  return [...readFileSync(path, 'utf8').matchAll(IMPORT)].flatMap(([, name]) => {
    if (isBuiltin(name!)) return [];
    if (name!.startsWith('.')) return packagesLoaded(join(dirname(path), name!), seen);
    return [`${relative(ROOT, path)}: ${name!}`];
  });
}

describe('a script that installs the packages loads none of them first', () => {
  test('there are scripts to look at', () => {
    expect(PROGRAMS.map(({ name }) => name)).toEqual(expect.arrayContaining(['start', 'build', 'desktop', 'dist']));
  });

  test.each(PROGRAMS)('npm run $name', ({ path }) => {
    expect(packagesLoaded(join(ROOT, path))).toEqual([]);
  });
});
