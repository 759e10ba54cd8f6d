import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ParentShell } from '../../service/parent-shell.ts';

/** It starts the built program where that is newer than the sources, and the sources otherwise. */
const LAUNCHER = fileURLToPath(new URL('../../bin/diffsvc.js', import.meta.url));
const CODE = randomBytes(32).toString('base64url');

describe('the line of the desktop shell', () => {
  it('is the code, however it is cut', async () => {
    const input = new PassThrough();
    const greeting = ParentShell.greet(input);
    for (const character of `${CODE}\r\n`) input.write(character);
    expect((await greeting).linkCode).toBe(CODE);
  });

  it.each([
    ['no code', 'hello\n', /43 letters/],
    ['no end', 'x'.repeat(200), /43 letters/],
    ['nothing', '', /nothing came within 0.05 seconds/],
  ])('is refused: %s', async (_, line, message) => {
    const input = new PassThrough();
    if (line !== '') input.write(line);
    await expect(ParentShell.greet(input, 50)).rejects.toThrow(message);
  });

  it('is refused when the input ends before it', async () => {
    const input = new PassThrough();
    const greeting = ParentShell.greet(input);
    input.end();
    await expect(greeting).rejects.toThrow(/it ended/);
  });

  it('is the last thing that is kept: what follows is read and dropped', async () => {
    const input = new PassThrough({ highWaterMark: 16 });
    input.write(`${CODE}\n`);
    const shell = await ParentShell.greet(input);
    for (let count = 0; count < 100; count++) input.write('more and more');
    input.end();
    expect(await shell.ended).toBe('the shell ended');
  });
});

describe('a service that the desktop shell started', () => {
  let dataDir: string;
  let child: ChildProcessWithoutNullStreams;
  let stdout: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'diffsvc-shell-'));
    const env = { PATH: process.env.PATH, DIFFSVC_PORT: '0', DIFFSVC_DATA_DIR: dataDir, DIFFSVC_LOG_LEVEL: 'error' };
    child = spawn(process.execPath, [LAUNCHER, 'serve', '--by-shell'], { env });
    stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  });
  afterEach(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function listening(): Promise<string> {
    while (!stdout.endsWith('\n')) await once(child.stdout, 'data');
    return new URL(/^listening (\S+)\n$/.exec(stdout)![1]!).origin;
  }

  it('takes its code once, says no other, and ends with it', async () => {
    child.stdin.write(`${CODE}\n`);
    const origin = await listening();
    const open = (code: string): Promise<Response> =>
      fetch(`${origin}/v1/sessions`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      });
    expect((await open(CODE.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))).status).toBe(401);
    expect((await open(CODE)).status).toBe(201);
    expect((await open(CODE)).status).toBe(401);
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('ends when told, with the shell still there', async () => {
    child.stdin.write(`${CODE}\n`);
    await listening();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('does not start without a code, and says why', async () => {
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(stderr).toMatch(/^diffsvc: --by-shell waits for the code/);
  });
});
