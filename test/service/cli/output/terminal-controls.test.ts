/** No command lets a document, a file name or a name in the database drive the terminal. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runDiffsvc } from '../run-diffsvc.ts';

/** A title of the window, a colour in both codings, a new line and a control of the writing direction. */
const EVIL = '\u001B]0;owned\u0007\u001B[31m\u009B31m\r\nrow\u202E';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diffsvc-controls-'));
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  writeFileSync(join(folder, `old${EVIL}.html`), `<p>5 ${EVIL}</p><img alt="a${EVIL}" src="a.png">`);
  writeFileSync(join(folder, `new${EVIL}.html`), `<p>6 ${EVIL}</p><img alt="b${EVIL}" src="b.png">`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runDiffsvc(args, { cwd: folder, env: { DIFFSVC_DATA_DIR: join(folder, 'data') } });
const [OLD, NEW, ABSENT] = [`old${EVIL}.html`, `new${EVIL}.html`, `absent${EVIL}`];

/** The line ends are ours; everything else that a terminal obeys came from outside. */
function expectHarmless({ stdout, stderr }: { stdout: string; stderr: string }): void {
  expect(stdout + stderr).not.toMatch(/[^\P{Cc}\t\n]|[\u202A-\u202E\u2066-\u2069]/u);
  expect(stdout + stderr).not.toMatch(/^row/mu);
}

describe.skipIf(process.platform === 'win32')('names and texts with terminal controls', () => {
  test.each([
    [['compare', OLD, NEW, '--context', '0']],
    [['compare', OLD, NEW, '--signals']],
    [['compare', OLD, NEW, '--stat']],
    [['compare', OLD, NEW, '--brief']],
    [['compare', ABSENT, NEW]],
    [['compare', OLD, NEW, '--ignore', EVIL]],
    [['compare', OLD, NEW, '--select', `p${EVIL}[`]],
    [['compare', OLD, NEW, `--no-such${EVIL}`]],
    [['compare', OLD, NEW, '--rules', ABSENT]],
    [['compare', OLD, NEW, '-o', join(ABSENT, 'out.html')]],
    [['verify', OLD, NEW]],
    [['verify', OLD, NEW, OLD]],
    [['resolve', OLD]],
    [['undisclosed', OLD, NEW]],
    [['doctor', '--data-dir', ABSENT]],
    [['backup', '--data-dir', ABSENT, 'copy']],
    [['restore', OLD, '--data-dir', 'elsewhere']],
    [[`no-such${EVIL}`]],
  ])('%j', (args) => {
    const outcome = run(...args);
    expect(outcome.stdout + outcome.stderr).not.toBe('');
    // The redline keeps the lines of the document.
    const isRedline = args[0] === 'compare' && outcome.code === 1;
    expectHarmless(isRedline ? { ...outcome, stdout: outcome.stdout.replaceAll(/^row/gmu, '') } : outcome);
  });

  test.each([
    [['compare', OLD, NEW, '--json']],
    [['undisclosed', OLD, NEW, '--json']],
    [['verify', OLD, NEW, '--json']],
  ])('%j is JSON with all of it, escaped', (args) => {
    const outcome = run(...args);
    expectHarmless(outcome);
    if (outcome.stdout !== '') expect(JSON.stringify(JSON.parse(outcome.stdout))).toContain('\u009B');
    else expect(outcome.code).toBe(2);
  });

  test('a text in a pipe is what the file says, for other programs', () => {
    writeFileSync(join(folder, 'text.txt'), 'a\u009B31m\u202E');
    expect(run('text', 'text.txt').stdout.trimEnd()).toBe('a\u009B31m\u202E');
  });

  test('keys and accounts', () => {
    expect(run('accounts', 'create', '--plan', 'basic', '--name', `account${EVIL}`).code).toBe(0);
    expect(run('keys', 'create', '--name', `key${EVIL}`).code).toBe(0);
    for (const of of ['accounts', 'keys']) {
      const outcome = run(of, 'list');
      expect(outcome.stdout).toContain('owned');
      expectHarmless(outcome);
      const json = run(of, 'list', '--json');
      expectHarmless(json);
      expect((JSON.parse(json.stdout) as { name: string }[]).some(({ name }) => name.includes(EVIL))).toBe(true);
    }
  });
});
