import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { docx, wp } from '../../builders/docx.ts';
import { runDiffsvc } from './run-diffsvc.ts';

const LAUNCHER = fileURLToPath(new URL('../../../bin/diffsvc.js', import.meta.url));

/** An option of Node that runs this code first. */
const first = (code: string): string => `--import=data:text/javascript,${encodeURIComponent(code)}`;
const OLDER = first('Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.9.0" } })');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diffsvc-launcher-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the launcher', () => {
  it('keeps compiled code for the next call, in a folder of this user', () => {
    const env = { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: folder };
    expect(runDiffsvc(['--help'], { cwd: folder, env }).code).toBe(0);
    expect(readdirSync(join(folder, 'diffsvc'))).not.toEqual([]);
    expect(runDiffsvc(['--help'], { cwd: folder, env })).toMatchObject({ code: 0, stderr: '' });
  });

  it('keeps it where the reader wants it', () => {
    const kept = join(folder, 'compiled');
    expect(runDiffsvc(['--help'], { cwd: folder, env: { NODE_COMPILE_CACHE: kept } }).code).toBe(0);
    expect(readdirSync(kept)).not.toEqual([]);
  });

  it('reads documents in a checkout whose packages are elsewhere', () => {
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    for (const name of ['bin', 'service', 'shared', join('renderer', 'styles'), 'package.json'])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const fee of ['5', '6']) writeFileSync(join(folder, `${fee}.docx`), docx(wp(`The fee is ${fee}.`)));
    const program = join(folder, 'bin', 'diffsvc.js');
    expect(runDiffsvc(['compare', '5.docx', '6.docx', '--stat'], { cwd: folder, program })).toMatchObject({
      code: 1,
      stderr: '',
    });
  });

  it('says its version', () => {
    expect(runDiffsvc(['--version'], { cwd: folder })).toEqual({
      code: 0,
      stdout: `${packageJson.version}\n`,
      stderr: '',
    });
  });
});

describe('the exit code of trouble is 2', () => {
  it('after a fault that nobody caught, which is one line', () => {
    // The fault comes as soon as somebody listens, while the command is still loaded.
    const NODE_OPTIONS = first(`process.on('newListener', (name) => {
      if (name === 'uncaughtException') setTimeout(() => { throw new Error('a fault'); });
    });`);
    const { code, stderr } = runDiffsvc(['text', '-'], { cwd: folder, env: { NODE_OPTIONS } });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^diffsvc: internal error: Error: a fault at [^\n]*\n$/);
  });

  it.each(['constructor', 'comparee', '__proto__'])('for %s, which is no command', (name) => {
    const { code, stderr } = runDiffsvc([name], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^diffsvc: unknown command '[^\n]*\n$/);
  });

  /** A published package as far as the launcher goes. */
  function published(program: string, options: string): { status: number | null; stderr: string } {
    for (const name of ['bin', 'service']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'package.json'), '{"type":"module","version":"1.2.3"}');
    cpSync(LAUNCHER, join(folder, 'bin', 'diffsvc.js'));
    if (program !== '') writeFileSync(join(folder, 'service', 'main.js'), program);
    const env = { ...process.env, NODE_OPTIONS: options };
    return spawnSync(process.execPath, [join(folder, 'bin', 'diffsvc.js'), 'compare'], {
      encoding: 'utf8',
      env,
    });
  }

  it.each([
    ['is missing', ''],
    ['cannot be read', 'const = 1'],
    ['fails while it loads', 'throw new Error("no such thing")'],
  ])('where the program %s', (_what, program) => {
    const { status, stderr } = published(program, '');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^diffsvc: cannot start: [^\n]*\n$/);
  });

  it('but the command of a checkout runs with the Node of its set-up where the own one is too old', () => {
    mkdirSync(join(folder, 'scripts'));
    writeFileSync(join(folder, 'scripts', 'setup.mjs'), '');
    mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
    const node = join(folder, 'node_modules', '.bin', 'node');
    writeFileSync(node, '#!/bin/sh\necho "ran $2" >&2; exit 1', { mode: 0o755 });
    expect(published('', OLDER)).toMatchObject({ status: 1, stderr: 'ran compare\n' });
  });

  it('on a Node that is too old, with one sentence that says what is needed', () => {
    const { status, stderr } = published('', OLDER);
    expect(status).toBe(2);
    expect(stderr).toBe(
      `diffsvc: needs Node 24 or later, and this is ${process.version}: install it from https://nodejs.org\n`,
    );
  });
});
