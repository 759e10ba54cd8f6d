/** Changed page numbers of a table of contents are one line of the word diff, unless a reader asks for them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, r } from '../../../builders/docx.ts';
import { runDiffsvc } from '../run-diffsvc.ts';

const STYLES = '<w:style w:type="paragraph" w:styleId="T1"><w:name w:val="toc 1"/></w:style>';
const entry = (title: string, page: number): string =>
  `<w:p><w:pPr><w:pStyle w:val="T1"/></w:pPr>${r(title)}<w:r><w:tab/></w:r>${r(String(page))}</w:p>`;
const lease = (pages: readonly number[], days: string): Uint8Array =>
  docx(
    entry('Scope', pages[0]!) +
      entry('Payment', pages[1]!) +
      entry('Notice', pages[2]!) +
      `<w:p>${r(`The notice is ${days} days.`)}</w:p>`,
    { styles: STYLES },
  );

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'contents-'));
  writeFileSync(join(cwd, 'old.docx'), lease([3, 5, 9], 'thirty'));
  writeFileSync(join(cwd, 'new.docx'), lease([4, 7, 12], 'sixty'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const compare = (...options: string[]): string =>
  runDiffsvc(['compare', 'old.docx', 'new.docx', '--context', '0', ...options], { cwd }).stdout;

test('they are counted in one line', () => {
  expect(compare()).toBe(
    '… 3 unchanged …\n\nThe notice is [-thirty-]{+sixty+} days.\n\n4 changes: 4 replacements\n' +
      '3 of them are page numbers of a table of contents; --contents prints them.\n',
  );
});

test('they are printed where a reader asks for them', () => {
  expect(compare('--contents')).toBe(
    'Scope [-3-]{+4+}\n\nPayment [-5-]{+7+}\n\nNotice [-9-]{+12+}\n\nThe notice is [-thirty-]{+sixty+} days.\n\n' +
      '4 changes: 4 replacements\n3 of them are page numbers of a table of contents.\n',
  );
});
