/**
 * Commands that work on whole DOCX files leave all of it to confined processes. A hook reports the modules that the command itself
 * loads. Confined processes have no environment, so the hook does not reach them.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { docx, r, wp } from '../../builders/docx.ts';
import { tracked } from '../../builders/tracked-docx.ts';
import { runDiffsvc, SOURCES } from './run-diffsvc.ts';

/** Loads of modules that open archives and parse their XML, on standard error. */
const HOOK = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { writeSync } from 'node:fs';
  registerHooks({
    resolve(name, context, next) {
      const found = next(name, context);
      if (/ooxml\\/(?:read-archive|parse-xml)\\.ts$/.test(found.url)) writeSync(2, 'loaded ' + found.url + '\\n');
      return found;
    },
  });
`)}`;

const letter = (fee: string, end: string): Uint8Array =>
  docx(wp(r(`The fee is ${fee} euro.`)) + wp(r('It is paid at once.')) + wp(r(`The lease ends in ${end}.`)));

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'diffsvc-confinement-'));
  const [base, theirs] = [letter('5', 'May'), letter('5', 'June')];
  const { bytes } = await tracked(base, theirs, { author: 'A', at: new Date('2026-01-31T00:00:00Z') });
  const files = { base, theirs, ours: letter('6', 'May'), tracked: bytes };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, `${name}.docx`), bytes);
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  [0, ['git', 'merge', '--marker-size', '7', '--path', 'a.docx', 'base.docx', 'ours.docx', 'theirs.docx']],
  [1, ['undisclosed', 'base.docx', 'theirs.docx']],
  [0, ['accept', 'tracked.docx', '-o', 'accepted.docx']],
  [0, ['reject', 'tracked.docx', '-o', 'rejected.docx']],
])('exit code %i of a confined %o', (exit, args) => {
  // The bundle has other names for its modules.
  const { code, stderr } = runDiffsvc(args, { cwd: folder, env: { NODE_OPTIONS: HOOK }, program: SOURCES });
  expect(stderr).not.toContain('loaded ');
  expect(code, stderr).toBe(exit);
});

it('the hook reports what a command loads', () => {
  const hook = `${HOOK} --import=${new URL('../../../service/ooxml/parse-xml.ts', import.meta.url).href}`;
  const { stderr } = runDiffsvc(['--version'], { cwd: folder, env: { NODE_OPTIONS: hook } });
  expect(stderr).toContain('ooxml/parse-xml.ts');
});
