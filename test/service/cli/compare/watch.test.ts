/** `diffsvc compare --watch`, in a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runDiffsvc } from '../run-diffsvc.ts';

const LAUNCHER = fileURLToPath(new URL('../../../../bin/diffsvc.js', import.meta.url));

let cwd: string;
let child: ChildProcess;
let said = '';

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'diffsvc-watch-'));
  writeFileSync(join(cwd, 'old.md'), 'one two three');
  writeFileSync(join(cwd, 'new.md'), 'one two 3');
  child = spawn(process.execPath, [LAUNCHER, 'compare', 'old.md', 'new.md', '--watch'], { cwd });
  said = '';
  child.stdout!.on('data', (bytes: Buffer) => (said += bytes.toString()));
  child.stderr!.on('data', (bytes: Buffer) => (said += bytes.toString()));
});
afterEach(async () => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  rmSync(cwd, { recursive: true, force: true });
});

/** Waits until the command has said a text, after what it said before. */
async function hears(text: string): Promise<void> {
  await expect.poll(() => said).toContain(text);
  said = said.slice(said.indexOf(text) + text.length);
}

test('compares again after a change, also after a replaced and a broken file', async () => {
  await hears('Waiting for a change.');
  writeFileSync(join(cwd, 'new.md'), 'one two four');
  await hears('{+four+}');
  await hears('Waiting for a change.');
  writeFileSync(join(cwd, 'draft.md'), 'one two five');
  renameSync(join(cwd, 'draft.md'), join(cwd, 'new.md'));
  await hears('{+five+}');
  await hears('Waiting for a change.');
  writeFileSync(join(cwd, 'new.md'), Buffer.from([0xff, 0x00]));
  await hears('diffsvc: new.md is not valid UTF-8');
  writeFileSync(join(cwd, 'new.md'), 'one two six');
  await hears('{+six+}');
});

test('standard input cannot be watched', () => {
  expect(runDiffsvc(['compare', '-', 'new.md', '--watch'], { cwd, input: 'x' })).toMatchObject({
    code: 2,
    stderr: 'diffsvc: standard input cannot be watched; put it into a file\n',
  });
});
