/** `diffsvc undisclosed`: its exit codes, its lists and its JSON. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { docx, r, wp } from '../../../builders/docx.ts';
import { tracked } from '../../../builders/tracked-docx.ts';
import { callDiffsvc, runDiffsvc, type Outcome } from '../run-diffsvc.ts';

const letter = (fee: string, end = 'May'): Uint8Array =>
  docx(wp(r(`The fee is ${fee} euro.`)) + wp(r(`The lease ends in ${end}.`)));
const SENT = letter('5');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diffsvc-undisclosed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Calls the command with a file that was sent and one that came back. */
async function undisclosed(
  sent: string | Uint8Array,
  returned: string | Uint8Array,
  ...options: string[]
): Promise<Outcome> {
  writeFileSync(join(folder, 'sent.docx'), sent);
  writeFileSync(join(folder, 'returned.docx'), returned);
  return await callDiffsvc(['undisclosed', 'sent.docx', 'returned.docx', ...options], { cwd: folder });
}

/** The sent letter with a declared change, made from a letter that may differ from it without a mark. */
async function returned(before: Uint8Array, after: Uint8Array): Promise<Uint8Array> {
  return (await tracked(before, after, { author: 'Berta', at: new Date('2026-01-31T00:00:00Z') })).bytes;
}

it('exits with 0 for the same file, and when every change is a tracked revision', async () => {
  expect(await undisclosed(SENT, SENT)).toEqual({
    code: 0,
    stdout: 'Every change is declared by a tracked revision.\n',
    stderr: '',
  });
  const { code, stdout } = await undisclosed(SENT, await returned(SENT, letter('6')));
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Every change is declared by a tracked revision\.\nBerta declared \d revisions?\.\n$/u);
});

it('exits with 1 and names what changed without a mark, beside what was declared', async () => {
  const file = await returned(letter('5', 'June'), letter('6', 'June'));
  const { code, stdout, stderr } = await undisclosed(SENT, file);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toMatch(/“?May”?.*“?June”?/u);
  expect(stdout).not.toMatch(/“5”|“6”/u);
  expect(stdout).toContain('1 change is not declared by any tracked revision.\nBerta declared ');
});

it('prints the list as JSON, with the same exit codes', async () => {
  const file = await returned(letter('5', 'June'), letter('6', 'June'));
  const found = await undisclosed(SENT, file, '--json');
  expect(found.code).toBe(1);
  expect(JSON.parse(found.stdout)).toMatchObject({
    differs: true,
    items: [{ sentence: expect.stringContaining('June') }],
    declared: [{ author: 'Berta' }],
  });
  const none = await undisclosed(SENT, SENT, '--json');
  expect(none.code).toBe(0);
  expect(JSON.parse(none.stdout)).toMatchObject({ differs: false, items: [], declared: [] });
});

it('begins a comparison with what a returned file did not track, and says so where it tracked everything', async () => {
  const compared = async (file: Uint8Array, ...options: string[]): Promise<Outcome> => {
    writeFileSync(join(folder, 'sent.docx'), SENT);
    writeFileSync(join(folder, 'returned.docx'), file);
    return await callDiffsvc(['compare', 'sent.docx', 'returned.docx', ...options], { cwd: folder });
  };
  const untracked = await returned(letter('5', 'June'), letter('6', 'June'));
  const { code, stdout } = await compared(untracked);
  expect(code).toBe(1);
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    '1 edit is not tracked: “May” → “June”.',
    '',
    expect.stringContaining('The fee is [-5-]{+6+} euro.'),
  ]);
  const all = await compared(await returned(SENT, letter('6')));
  expect(all.stdout).toMatch(/^Every difference is tracked: \d revisions? by Berta\.\n\n/u);
  const silent = await compared(letter('6'));
  expect(silent.stdout).toMatch(/^The fee is /u);

  const answer: unknown = JSON.parse((await compared(untracked, '--json')).stdout);
  expect(answer).toMatchObject({
    undisclosed: { differs: true, items: [{ sentence: '“May” became “June”.' }], declared: [{ author: 'Berta' }] },
  });
});

it('prints control characters of a file as words, so that no terminal obeys them', async () => {
  const { code, stdout } = await undisclosed(SENT, letter('5', 'June\u009b31m'));
  expect(code).toBe(1);
  expect(stdout).not.toMatch(/\u009b/u);
});

it.each([
  ['text', 'plain text', /^diffsvc: returned\.docx is no DOCX; only a DOCX has tracked revisions/u],
  ['an archive that is cut off', SENT.subarray(0, 300), /^diffsvc: .*The file is cut off/u],
  ['an empty file', '', /^diffsvc: returned\.docx/u],
])('exits with 2 and one line for %s', async (_, bad, message) => {
  const { code, stdout, stderr } = await undisclosed(SENT, bad);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

it('exits with 2 for a missing file, a missing argument and an unknown option', () => {
  writeFileSync(join(folder, 'sent.docx'), SENT);
  for (const args of [['sent.docx', 'none.docx'], ['sent.docx'], ['sent.docx', 'sent.docx', '--yaml']]) {
    const { code, stdout, stderr } = runDiffsvc(['undisclosed', ...args], { cwd: folder });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^diffsvc: .*\n$/u);
  }
});
