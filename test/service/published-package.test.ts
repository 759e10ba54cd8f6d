/** The package as people get it: packed, installed into an empty folder, called with an empty home. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { filesBelow } from '../../scripts/hash-sources.mjs';
import { docx, wp } from '../builders/docx.ts';
import { pdf } from '../builders/pdf.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PYTHON = join(ROOT, 'clients', 'python');
const FEES = { original: docx(wp('The fee is due.')), revised: docx(wp('The rent is due.')) };

/** By language: the program that runs it, the start of a comment, and the name of the file. */
const LANGUAGES = {
  js: [process.execPath, '//', 'example.js'],
  ts: [process.execPath, '//', 'example.ts'],
  python: ['python3', '#', 'example.py'],
} as const;
interface Example {
  readonly language: keyof typeof LANGUAGES;
  readonly source: string;
}

let folder: string;
let app: string;
/** Nothing of the checkout and of this user. The same Node. */
let environment: Record<string, string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diffsvc-published-'));
  app = join(folder, 'app');
  const home = join(folder, 'home');
  for (const path of [app, home]) mkdirSync(path);
  environment = { HOME: home, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, TMPDIR: folder };
  for (const name of ['service', 'library']) run(process.execPath, [join(ROOT, 'scripts', `build-${name}.mjs`)], ROOT);
  // npm itself runs as this user, whose settings reach the registry.
  run('npm', ['pack', './dist', '--pack-destination', folder], ROOT);
  writeFileSync(join(app, 'package.json'), '{"private":true,"type":"module"}');
  const tarball = join(folder, `diffsvc-${packageJson.version}.tgz`);
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=1', tarball], app);
  for (const [name, bytes] of Object.entries(FEES)) writeFileSync(join(app, `${name}.docx`), bytes);
  for (const [name, side] of Object.entries({ old: 'original', new: 'revised' } as const))
    writeFileSync(join(app, `${name}.docx`), FEES[side]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 180_000 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}${stdout}`);
}

/** Calls the installed command as a shell would. */
function diffsvc(...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const result = spawnSync(join(app, 'node_modules', '.bin', 'diffsvc'), args, {
    cwd: app,
    env: environment,
    encoding: 'utf8',
  });
  return { code: result.status, stdout: result.stdout, stderr: result.stderr };
}

describe.skipIf(process.platform === 'win32')('the published package', () => {
  it('holds what is built, with its licences, and nothing else', () => {
    const installed = join(app, 'node_modules', 'diffsvc');
    // Only a whole build has the extension.
    const top = readdirSync(installed).filter((name) => name !== 'extension');
    expect(top.sort()).toEqual([
      ...['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES.txt', 'bin', 'docs', 'library', 'man', 'package.json'],
      ...['renderer', 'service', 'styles', 'types', 'vendor'],
    ]);
    const files = filesBelow(installed);
    expect(files.filter((file) => /(?<!\.d)\.ts$|\.map$|\.sources-hash$/.test(file))).toEqual([]);
    expect(files.some((file) => file.endsWith('index.html'))).toBe(true);
    const licences = readFileSync(join(installed, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['fastify', 'pdfjs-dist', 'docx', 'svelte', 'mammoth']) expect(licences).toContain(`\n${name} `);
    expect(readdirSync(join(app, 'node_modules'))).not.toContain('node');
  });

  it('has the book and the manual page, which man shows without a warning', () => {
    const installed = join(app, 'node_modules', 'diffsvc');
    const book = readdirSync(join(installed, 'docs')).filter((name) => name.endsWith('.md'));
    expect(book).toEqual(readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md')));
    for (const [, page] of readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/\]\((docs\/[^)#]+)\)/gu))
      expect(existsSync(join(installed, page!)), page).toBe(true);
    const prefix = join(folder, 'prefix');
    const options = ['--global', '--prefix', prefix, '--prefer-offline', '--no-audit', '--no-fund'];
    run('npm', ['install', ...options, join(folder, `diffsvc-${packageJson.version}.tgz`)], app);
    const pages = join(prefix, 'share', 'man');
    expect(existsSync(join(pages, 'man1', 'diffsvc.1'))).toBe(true);
    const { error, stdout, stderr } = spawnSync('man', ['--warnings', '-M', pages, 'diffsvc'], {
      env: { ...environment, LC_ALL: 'C.UTF-8', MANWIDTH: '80', MANPAGER: 'cat' },
      encoding: 'utf8',
    });
    // Not every machine has man.
    if (error !== undefined) return;
    expect(stderr).toBe('');
    expect(stdout).toContain('diffsvc - compare two documents on your own machine');
  });

  it('has a manifest of its own, with the facts of the project and only what is not bundled', () => {
    const manifest = JSON.parse(readFileSync(join(app, 'node_modules', 'diffsvc', 'package.json'), 'utf8'));
    const { name, version, license, engines, dependencies } = packageJson;
    expect(manifest).toMatchObject({ name, version, license, engines });
    expect(packageJson.private).toBe(true);
    expect(manifest).not.toHaveProperty('private');
    expect(manifest.dependencies).toEqual({
      'better-sqlite3': dependencies['better-sqlite3'],
      typebox: dependencies['typebox'],
    });
  });

  it('says its version and its commands', () => {
    expect(diffsvc('--version')).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' });
    expect(diffsvc('--help')).toMatchObject({ code: 0, stderr: '' });
  });

  it('compares two DOCX into a tracked one, and takes it apart again', () => {
    expect(diffsvc('compare', 'original.docx', 'revised.docx', '-o', 'tracked.docx')).toMatchObject({
      code: 1,
      stderr: '',
    });
    const verified = diffsvc('verify', 'original.docx', 'revised.docx', 'tracked.docx', '--witness');
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(verified.stdout).toContain('every law holds');
    expect(verified.stdout).toContain('read again by mammoth');
    expect(diffsvc('accept', 'tracked.docx', '-o', 'accepted.docx').code).toBe(0);
    expect(diffsvc('text', 'accepted.docx').stdout).toBe('The rent is due.\n');
  });

  it('reads PDF without a word about packages that it lacks, and writes a review page', () => {
    writeFileSync(join(app, 'lease.pdf'), pdf(['The fee is due.'], { shiftJis: true }));
    const read = diffsvc('text', 'lease.pdf');
    expect(read).toMatchObject({ code: 0, stderr: '' });
    expect(read.stdout).toContain('The fee is due.');
    writeFileSync(join(app, 'old.md'), 'The fee is 5.');
    writeFileSync(join(app, 'new.md'), 'The fee is 6.');
    expect(diffsvc('compare', 'old.md', 'new.md', '-o', 'review.html')).toMatchObject({ code: 1, stderr: '' });
    expect(existsSync(join(app, 'review.html'))).toBe(true);
  });

  it('has types with which a program compiles', () => {
    const source = `import { compareHtml, type HtmlComparison } from 'diffsvc/engine';
import { ServiceClient, type Job } from 'diffsvc/client';
const comparison: HtmlComparison = compareHtml('a', 'b');
export const count: number = comparison.summary.changeCount;
export const job: Job['status'] = 'queued';
export const client = new ServiceClient<AbortSignal>({ origin: '', fetch });
// @ts-expect-error the mode is no number
compareHtml('a', 'b', { mode: 1 });
`;
    writeFileSync(join(app, 'program.ts'), source);
    writeFileSync(join(app, 'example.ts'), sourceOf(examplesOf('http.md', 'ts')));
    const compiler = join(ROOT, 'node_modules', 'typescript-native', 'bin', 'tsc');
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2024,dom'];
    const node = ['--typeRoots', join(ROOT, 'node_modules', '@types'), '--types', 'node'];
    run(process.execPath, [compiler, ...options, ...node, 'program.ts', 'example.ts'], app);
  });

  describe('with its service', () => {
    let service: ChildProcess;
    let origin: string;
    let key: string;

    beforeAll(async () => {
      service = spawn(join(app, 'node_modules', '.bin', 'diffsvc'), ['serve', '--port', '0'], {
        cwd: app,
        env: { ...environment, DIFFSVC_LOG_LEVEL: 'error' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      origin = new URL(await listening(service)).origin;
      key = diffsvc('keys', 'create', '--name', 'test').stdout.trim();
    });
    afterAll(async () => {
      service.kill('SIGTERM');
      if (service.exitCode === null) await once(service, 'exit');
      expect(service.exitCode).toBe(0);
    });

    it('serves the pages, the styles and the description', async () => {
      for (const path of ['/', '/docs', '/styles/v1/diffsvc.css', '/scripts/v1/diffsvc.js', '/v1/openapi.json']) {
        expect((await fetch(origin + path)).status, path).toBe(200);
      }
    });

    it('runs every example of docs/libraries.md, with the output that it says', () => {
      const examples = examplesOf('libraries.md', 'js', 'python');
      expect(examples).toHaveLength(4);
      for (const example of examples) runExample(example);
    });

    it.each(['ts', 'python'] as const)(
      'runs the examples of docs/http.md in %s, with the output that they say',
      (language) => {
        const examples = examplesOf('http.md', language);
        expect(examples.length).toBeGreaterThan(6);
        runExample({ language, source: sourceOf(examples) });
      },
    );

    /** Runs a program. Its lines that are comments say what it writes. */
    function runExample({ language, source }: Example): void {
      const [program, mark, file] = LANGUAGES[language];
      writeFileSync(join(app, file), source);
      const { stdout, stderr } = spawnSync(program, [file], {
        cwd: app,
        env: { ...environment, DIFFSVC_ORIGIN: origin, DIFFSVC_KEY: key, PYTHONPATH: PYTHON },
        encoding: 'utf8',
      });
      const expected = source
        .split('\n')
        .filter((line) => line.startsWith(`${mark} `))
        .map((line) => line.slice(mark.length + 1));
      expect(stderr).toBe('');
      expect(stdout.trimEnd().split('\n')).toEqual(expected);
    }

    it('passes the tests of the Python client', () => {
      const env = {
        ...environment,
        DIFFSVC_ORIGIN: origin,
        DIFFSVC_KEY: key,
        DIFFSVC_FILES: app,
        PYTHONDONTWRITEBYTECODE: '1',
      };
      const { status, stderr } = spawnSync('python3', ['-m', 'unittest', 'test_diffsvc'], {
        cwd: PYTHON,
        env,
        encoding: 'utf8',
      });
      expect(status, stderr).toBe(0);
      expect(stderr).toMatch(/^Ran 8 tests/mu);
    });
  });
});

/** The examples of a page of the documentation in some languages, in their order. */
function examplesOf(page: string, ...languages: Example['language'][]): Example[] {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gmsu)].flatMap(([, name, source]) =>
    languages.flatMap((language) => (language === name ? [{ language, source: source! }] : [])),
  );
}

const sourceOf = (examples: readonly Example[]): string => examples.map(({ source }) => source).join('\n');

async function listening(service: ChildProcess): Promise<string> {
  return await new Promise((resolve, reject) => {
    createInterface(service.stdout!).on('line', (line) => {
      const address = /^listening (\S+)$/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
    service.once('exit', (code) => reject(new Error(`the service ended with ${String(code)}`)));
  });
}
