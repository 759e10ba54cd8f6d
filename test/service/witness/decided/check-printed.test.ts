/** The last check of printed redlines and reports, on paper that Chromium printed. */
import { describe, expect, test } from 'vitest';
import type { ArtifactTask } from '../../../../service/exports/artifact.ts';
import { makeArtifact } from '../../../../service/exports/make-artifact.ts';
import { ChromiumPrinter } from '../../../../service/pages/chromium-printer.ts';
import { findPrograms } from '../../../../service/pages/programs.ts';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';
import { checkDecidedPdf } from '../../../../service/witness/decided/check-decided-pdf.ts';
import { checkPrintedReport } from '../../../../service/witness/decided/check-report.ts';
import { checked } from '../../../../service/workers/last-check.ts';
import type { LastCheck } from '../../../../shared/api/last-check.ts';
import { changeIdsOf } from '../../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';

const programs = findPrograms(process.env);
const wide = (word: string): string =>
  ['| Part | ' + 'Quantity in pieces | '.repeat(9), '|---|' + '---|'.repeat(9), `| ${word} | ` + '1,250 | '.repeat(9)]
    .map((line) => line.trim())
    .join('\n');
const { html } = compareText({
  original: `# Payment\n\nThe tenant pays within thirty days, that is 30.\n\n${wide('Bolt')}\n\n# Law\n\nThe law of Utah applies.`,
  revised: `# Payment\n\nThe tenant pays within sixty days, that is 60.\n\n${wide('Screw')}\n\n# Law\n\nThe law of Ohio applies.`,
  format: 'markdown',
  mode: 'word',
});
const ids = changeIdsOf(scanFragment(html));
const accept = ids.filter((_, at) => at % 2 === 0);
const reject = ids.filter((_, at) => at % 2 === 1);

const taskOf = (type: ArtifactTask['type'], options: ArtifactTask['options']): ArtifactTask => ({
  ...{ type, options, html, format: 'markdown', fallback: false, digests: null, title: 'Lease' },
  ...{ original: new Uint8Array(), revised: new Uint8Array(), author: 'x', date: '2025-03-01T12:00:00Z' },
});

const blocks = scanFragment(html);
const EXACT = { exact: true, places: [] };
const { signal } = new AbortController();
const printed = (page: string): Promise<Uint8Array> => new ChromiumPrinter(programs).print(page, signal);
const pageOf = async (task: ArtifactTask): Promise<string> =>
  new TextDecoder().decode((await makeArtifact(task)).bytes);
const messagesOf = ({ places }: LastCheck): string[] => places.map(({ message }) => message);

/** Prints the redline of one task, and checks the paper against the decisions of another. */
async function checkedRedline(made: ArtifactTask['options'], ordered: ArtifactTask['options']): Promise<LastCheck> {
  const bytes = await printed(await pageOf(taskOf('redline_pdf', made)));
  return await checkDecidedPdf({
    bytes,
    blocks,
    decisions: ordered,
    onlyChanges: ordered.onlyChanges === true,
    hasSummary: true,
  });
}

describe.skipIf(programs.browser === null)('the last check of paper', () => {
  test('a redline with every decision, with some, and without what is far from changes', async () => {
    expect(ids.length).toBeGreaterThanOrEqual(4);
    for (const options of [
      { accept, reject },
      { accept, reject: [] },
      { accept, reject: [], onlyChanges: true },
    ])
      expect(await checkedRedline(options, options), JSON.stringify(options)).toEqual(EXACT);
  });

  test('names what is on paper against a decision', async () => {
    const check = await checkedRedline({ accept: [], reject: 'all' }, { accept: 'all', reject: [] });
    expect(messagesOf(check)).toEqual(
      expect.arrayContaining([
        '“sixty” in Payment is missing in the file although you accepted it.',
        '“thirty” in Payment stands in the file although you accepted its deletion.',
        '“60.” in Payment is missing in the file although you accepted it.',
        '“30.” in Payment stands in the file although you accepted its deletion.',
        '“Ohio” in Law is missing in the file although you accepted it.',
        '“Utah” in Law stands in the file although you accepted its deletion.',
      ]),
    );
  });

  test('a report: its rows, and each of its words', async () => {
    const page = await pageOf(taskOf('report_pdf', { accept, reject }));
    const bytes = await printed(page);
    expect(await checkPrintedReport({ bytes, page, blocks, decisions: { accept, reject } })).toEqual(EXACT);
    const others = await checkPrintedReport({ bytes, page, blocks, decisions: { accept: reject, reject: accept } });
    expect(messagesOf(others)).toContain('Row 1 of the report says “accepted”, and you rejected it.');
    const cut = await printed(page.replace('The law of', 'The rule of'));
    expect(messagesOf(await checkPrintedReport({ bytes: cut, page, blocks, decisions: { accept, reject } }))).toEqual([
      '“law” is missing in the file, and no decision removes it.',
    ]);
  });

  test('is made in a process of its own', async () => {
    const task = taskOf('redline_pdf', { accept, reject });
    const artifact = await makeArtifact(task);
    const page = new TextDecoder().decode(artifact.bytes);
    const { report } = await checked({ ...artifact, bytes: await printed(page) }, page, task, signal);
    expect(report.check).toEqual(EXACT);
  });
});
