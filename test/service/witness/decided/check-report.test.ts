/** The last check of reports and of review files, which say what was decided about each change. */
import { expect, test } from 'vitest';
import type { ArtifactTask } from '../../../../service/exports/artifact.ts';
import { makeArtifact } from '../../../../service/exports/make-artifact.ts';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';
import { checkReport } from '../../../../service/witness/decided/check-report.ts';
import { checkReviewFile } from '../../../../service/witness/decided/check-review-file.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';

const { html } = compareText({
  original: 'The fee is due.\n\nIt is 30.',
  revised: 'The rent is due.\n\nIt is 14.',
  format: 'markdown',
  mode: 'word',
});
const blocks = scanFragment(html);
const DECISIONS = { accept: ['chg_000001'], reject: ['chg_000002'] };
const OTHERS = { accept: ['chg_000002'], reject: ['chg_000001'] };

async function fileOf(type: ArtifactTask['type'], options: ArtifactTask['options']): Promise<string> {
  const { bytes } = await makeArtifact({
    ...{ type, options, html, format: 'markdown', fallback: false, digests: null, title: 'Lease' },
    ...{ original: new Uint8Array(), revised: new Uint8Array(), author: 'x', date: '2025-03-01T12:00:00Z' },
  });
  return new TextDecoder().decode(bytes);
}

const EXACT = { exact: true, places: [] };

test('a report says of each change what was decided', async () => {
  expect(await checkReport(await fileOf('report_html', DECISIONS), blocks, DECISIONS)).toEqual(EXACT);
  const { exact, places } = await checkReport(await fileOf('report_html', OTHERS), blocks, DECISIONS);
  expect(exact).toBe(false);
  expect(places.map(({ changeId, message }) => [changeId, message])).toEqual([
    ['chg_000001', 'Row 1 of the report says “rejected”, and you accepted it.'],
    ['chg_000002', 'Row 2 of the report says “accepted”, and you rejected it.'],
  ]);
});

test('the rows and the figures of a report are counted again', async () => {
  const page = await fileOf('report_html', DECISIONS);
  const miscounted = page.replace('Accepted</th><td>1<', 'Accepted</th><td>2<');
  const shortened = page.replace(/<tr><td>2<\/td>.*?<\/tr>\n/su, '');
  const messagesOf = async (file: string): Promise<string[]> =>
    (await checkReport(file, blocks, DECISIONS)).places.map(({ message }) => message);
  expect(await messagesOf(miscounted)).toEqual(['The report counts 2 accepted changes, and you have 1.']);
  expect(await messagesOf(shortened)).toEqual(['Changes in the list of the report: 1. Changes of the comparison: 2.']);
  expect(await messagesOf('no page')).toEqual([
    'Changes in the list of the report: 0. Changes of the comparison: 2.',
    'The report could not be read: its figures are not where they are written.',
  ]);
});

test('a review file holds the decisions and the redline', async () => {
  const check = (file: string) => checkReviewFile(file, html, blocks, DECISIONS);
  expect(await check(await fileOf('review_html', DECISIONS))).toEqual(EXACT);
  const { exact, places } = await check(await fileOf('review_html', OTHERS));
  expect(exact).toBe(false);
  expect(places.map(({ changeId, message }) => [changeId, message])).toEqual([
    ['chg_000001', 'The review file rejects change 1, and you accepted it.'],
    ['chg_000002', 'The review file accepts change 2, and you rejected it.'],
  ]);
  const other = (await fileOf('review_html', DECISIONS)).replace('is due', 'was due');
  expect((await check(other)).places.map(({ message }) => message)).toEqual(['The review file holds another redline.']);
});
