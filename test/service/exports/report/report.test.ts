/** The report of a comparison: its cover, its list of changes, and that it is the same each time. */
import { expect, it } from 'vitest';
import type { Uncompared } from '../../../../shared/change/uncompared.ts';
import { bothSides } from '../../../../shared/formats.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { UNDECIDED, type ArtifactTask, type ExportOptions } from '../../../../service/exports/artifact.ts';
import { changedStretches } from '../../../../service/exports/pages/changed-stretches.ts';
import { makeArtifact } from '../../../../service/exports/make-artifact.ts';
import { compareFiles } from '../../../../service/pipeline/compare/compare-files.ts';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';
import { docx, r, wp } from '../../../builders/docx.ts';
import { remarked } from '../../../builders/remarked-docx.ts';

const ORIGINAL =
  '# Lease\n\nThe fee is **30** euro.\n\n## Term\n\nOne year.\n\nNotice is given in writing.\n\n## End\n\nSame.\n';
const REVISED =
  '# Lease\n\nThe fee is **14** euro.\n\n## Term\n\nIt ends in May.\n\nCosts <are> shared.\n\nNotice is given in writing.\n\n## End\n\nSame.\n';
const SHA = { original: 'a'.repeat(64), revised: 'b'.repeat(64) };
const side = (sha256: string) => ({ sha256, count: 1 });
const PICTURES: Uncompared = {
  differs: true,
  items: [{ kind: 'picture', where: 'after “Site”', original: side('1'), revised: side('2'), differs: true }],
};

const { html } = compareText({ original: ORIGINAL, revised: REVISED, format: 'markdown', mode: 'word' });
const task: ArtifactTask = {
  type: 'report_html',
  format: 'markdown',
  fallback: false,
  digests: { original: '', revised: '', fileSha256: SHA },
  outcome: { sameness: 'different', uncompared: PICTURES, warnings: [{ code: 'x', message: 'charts are left out.' }] },
  options: UNDECIDED,
  title: 'Lease v1 – Lease v2',
  html,
  original: new Uint8Array(),
  revised: new Uint8Array(),
  author: 'diffsvc',
  date: '2026-03-04T05:06:07Z',
};
const made = async (options: Partial<ExportOptions> = {}): Promise<string> =>
  new TextDecoder().decode((await makeArtifact({ ...task, options: { ...UNDECIDED, ...options } })).bytes);
/** The text of each cell of the list of changes. */
const rowsOf = (page: string): string[][] =>
  [...page.slice(page.indexOf('<tbody>'), page.indexOf('</tbody>')).matchAll(/<tr>(.*?)<\/tr>/gsu)].map(([, row]) =>
    [...row!.matchAll(/<td[^>]*>(.*?)<\/td>/gsu)].map(([, cell]) =>
      cell!
        .replaceAll(/<[^>]*>/gu, ' ')
        .replaceAll(/\s+/gu, ' ')
        .trim(),
    ),
  );

it('names both files with their digests, the date, the counts and what was not compared', async () => {
  const page = await made({ names: { original: 'Lease <v1>.md', revised: 'Lease v2.md' }, reviewer: 'Ada' });
  for (const text of [
    'Lease &lt;v1&gt;.md',
    'Lease v2.md',
    SHA.original,
    SHA.revised,
    '4 Mar 2026',
    '05:06 UTC',
    'Ada',
    '<h2>4 changes</h2>',
    'Picture after “Site” differs.',
    'Charts are left out.',
    'Legend',
  ])
    expect(page).toContain(text);
  expect(page).toContain("default-src 'none'");
  expect(page).not.toContain('<script');
});

it('names who decided, if it was not the reviewer', async () => {
  const decidedBy = [
    { changeId: 'chg_000001', name: 'Bob <b>' },
    { changeId: 'chg_000002', name: 'Bob' },
  ];
  const page = await made({ accept: ['chg_000001'], reject: ['chg_000003'], reviewer: 'Ada', decidedBy });
  expect(rowsOf(page).map((cells) => cells.at(-1))).toEqual([
    'Accepted by Bob &lt;b&gt;',
    'Undecided',
    'Rejected',
    'Undecided',
  ]);
});

it('lists each change with its place, texts, decision and notes', async () => {
  const page = await made({
    accept: ['chg_000001'],
    reject: ['chg_000003'],
    notes: [{ changeId: 'chg_000002', messages: [{ author: 'Ada', at: '2026-03-04T06:00:00Z', text: 'Why <two>?' }] }],
    passages: [{ quote: 'in writing', messages: [{ author: '', at: null, text: 'By post?' }] }],
  });
  const rows = rowsOf(page);
  expect(rows.map(([number]) => number)).toEqual(['1', '2', '3', '4']);
  expect(rows[0]![1]).toBe('Lease Replacement The fee is 30 14 euro. Amounts and currencies 30 euro → 14 euro');
  expect(rows[1]![1]).toContain('Ada, 4 Mar 2026, 06:00 UTC Why &lt;two&gt;?');
  expect(rows.map(([, , decision]) => decision)).toEqual(['Accepted', 'Undecided', 'Rejected', 'Undecided']);
  expect(page).toContain('By post?');
  expect(page).toContain('in writing');
  // The redline shows every change, whatever was decided.
  expect(page).toContain(html);
});

it('names the clause of each change, also where headings have no heading style', async () => {
  const draft = (fee: string) =>
    ['Terms', 'Fees', 'Costs']
      .map((title) => `<p><strong>${title}</strong></p><ol><li>Same.</li><li>${fee}</li></ol>`)
      .join('');
  const compared = compareText({ original: draft('Thirty.'), revised: draft('Forty.'), format: 'html', mode: 'word' });
  const { bytes } = await makeArtifact({ ...task, format: 'html', html: compared.html });
  expect(rowsOf(new TextDecoder().decode(bytes)).map(([, change]) => change!.split(' Replacement')[0])).toEqual([
    'Terms › 2.',
    'Fees › 2.',
    'Costs › 2.',
  ]);
});

it('is the same for the same input and decisions, and another for another date', async () => {
  const options = { accept: ['chg_000001'], date: '2026-01-01T00:00:00Z' };
  expect(await made(options)).toBe(await made(options));
  expect(await made({ ...options, date: '2026-01-02T00:00:00Z' })).not.toBe(await made(options));
});

it('leaves out what is far from a change, says how much, and keeps the headings before it', () => {
  const texts = Array.from({ length: 12 }, (_, at) => (at % 6 === 0 ? `# Part ${at}` : `Clause ${at} stays.`));
  const changed = texts.map((text, at) => (at === 9 ? 'Clause 9 goes.' : text));
  const compared = compareText({
    original: texts.join('\n\n'),
    revised: changed.join('\n\n'),
    format: 'markdown',
    mode: 'word',
  });
  const blocks = scanFragment(compared.html);
  const parts = changedStretches(blocks);
  const words = parts.map((part) =>
    typeof part === 'number'
      ? part
      : part.map((block) => (block.kind === 'text' ? block.runs.map(({ text }) => text).join('') : '')),
  );
  expect(words).toEqual([
    6,
    ['Part 6'],
    1,
    ['Clause 8 stays.', expect.stringContaining('Clause 9'), 'Clause 10 stays.'],
    1,
  ]);
  const counted = parts.reduce<number>((sum, part) => sum + (typeof part === 'number' ? part : part.length), 0);
  expect(counted).toBe(blocks.length);
});

it('says what matters first: flags, repeated changes, references, and what a returned file does not mark', async () => {
  const clauses = (fee: string, seller: string, number: (at: number) => string): string =>
    [
      `${number(2)}. Fee. The ${seller} gets ${fee} euro. See Section 3.`,
      `${number(3)}. Term. The ${seller} gives notice.`,
      `${number(4)}. End. The ${seller} leaves. The Seller stays.`,
    ].join('\n\n');
  const texts = compareText({
    original: clauses('30', 'Seller', String),
    revised: `2. New. A wholly new clause stands here.\n\n${clauses('14', 'Vendor', (at) => String(at + 1))}`,
    format: 'txt',
    mode: 'word',
  });
  const page = new TextDecoder().decode((await makeArtifact({ ...task, format: 'txt', html: texts.html })).bytes);
  expect(page).toContain('<b>Amounts');
  expect(page).toMatch(/“seller” became “vendor” in 3 places\. 1 place still has the old words:/u);
  expect(page).toContain('Section 3 (Term. The');
  expect(page).not.toContain('Changed without being marked');

  const mark = '<w:ins w:id="1" w:author="Bob" w:date="2026-01-02T03:04:05Z"><w:r><w:t>soon</w:t></w:r></w:ins>';
  const [original, revised] = [docx(wp(r('Pay ten euro '))), docx(wp(r('Pay two euro ') + mark))];
  const formats = { original: 'docx', revised: 'docx' } as const;
  const options = { mode: 'auto', attributeMode: 'semantic' } as const;
  const files = await compareFiles({ formats, original, revised, ...options });
  const returned = new TextDecoder().decode(
    (await makeArtifact({ ...task, format: 'docx', html: files.html, original, revised })).bytes,
  );
  expect(returned).toContain('Changed without being marked');
  expect(returned).toContain('The revised document marks changes itself: 1 by Bob.');
  expect(returned).toContain('“ten” became “two”.');
  expect(returned).toContain('Marked by Bob, 2 Jan 2026');
});

it('lists a new comment as one row at its place, and names a footnote', async () => {
  const note = (text: string) => ({ footnotes: `<w:footnote w:id="1">${wp(text)}</w:footnote>` });
  const sign = '<w:r><w:footnoteReference w:id="1"/></w:r>';
  const clauses = ['# Fees', 'Pay [1:within 30 days].', '# Term', 'It ends.', '# End'];
  const [original, revised] = [
    remarked(clauses, [], { ...note('See above.') }, sign),
    remarked(clauses, [{ id: 1, text: 'Too long.' }], { ...note('See below.') }, sign),
  ];
  const compared = await compareFiles({
    formats: bothSides('docx'),
    ...{ original, revised, mode: 'auto', attributeMode: 'semantic', include: ['comments'] },
  });
  const { bytes } = await makeArtifact({ ...task, format: 'docx', html: compared.html, original, revised });
  expect(rowsOf(new TextDecoder().decode(bytes)).map(([, text]) => text)).toEqual([
    'End › Footnote 1 Replacement See above below .',
    'Fees Comment by M. B. added Too long.',
  ]);
});
