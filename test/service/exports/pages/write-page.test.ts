/** The printed page says whether the documents are the same, and what was not compared. */
import { expect, it } from 'vitest';
import { writePage } from '../../../../service/exports/pages/write-page.ts';
import type { Uncompared } from '../../../../shared/change/uncompared.ts';

const FRAGMENT = '<div class="diffsvc"><p>One.</p></div>';
const side = (sha256: string) => ({ sha256, count: 1 });
const pictures = (differs: boolean): Uncompared => ({
  differs,
  items: [
    { kind: 'picture', where: 'after “<See>”', original: side('a'), revised: side(differs ? 'b' : 'a'), differs },
  ],
});

it.each([
  ['a change', { sameness: 'different' }, '<p>1 change</p>'],
  ['equal files', { sameness: 'same_file' }, '<p>Both files are the same, byte for byte.</p>'],
  [
    'a picture that differs',
    { sameness: 'no_differences_in_compared_content', uncompared: pictures(true) },
    '<p>Not compared, and different:</p>\n<ul><li>Picture after “&lt;See&gt;” differs.</li></ul>',
  ],
  [
    'an equal picture',
    { sameness: 'no_differences', uncompared: pictures(false) },
    '<p>No differences.</p>\n<p>Not compared, and equal: 1 picture.</p>',
  ],
  [
    'files with remarks',
    { sameness: 'no_differences', warnings: [{ code: 'x', message: 'charts <b> are left out.', side: 'revised' }] },
    '<p>No differences.</p>\n<ul><li>Revised document: Charts &lt;b&gt; are left out.</li></ul>',
  ],
  ['a comparison of an earlier version', {}, '<p>1 change</p>'],
] as const)('the page of %s', async (_name, outcome, expected) => {
  expect(await writePage('Title', FRAGMENT, '1 change', outcome)).toContain(expected);
});
