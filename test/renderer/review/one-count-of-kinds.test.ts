/** One pair of files with a unit of each kind: every surface that a person reads says the same number of changes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changesCsv } from '../../../renderer/app/comparison/changes-table.ts';
import { Recents } from '../../../renderer/app/recents/recents.svelte.ts';
import type { Finished } from '../../../renderer/app/comparison/run-comparison.ts';
import { ReviewSession } from '../../../renderer/review/review-session.svelte.ts';
import { stateMessage } from '../../../renderer/review/review-messages.ts';
import type { Finished as ComparedFiles } from '../../../service/cli/compare/compare-pair.ts';
import type { ComparisonView } from '../../../service/cli/compare/compare-options.ts';
import type { FolderRow } from '../../../service/cli/compare/folders/compare-folders.ts';
import { folderIndex, reportFolders } from '../../../service/cli/compare/folders/report-folders.ts';
import { NOTHING_MORE, report } from '../../../service/cli/compare/report-comparison.ts';
import { reportOf } from '../../../service/exports/report/report.ts';
import { compareFiles, type FileComparison } from '../../../service/pipeline/compare/compare-files.ts';
import { describeCounts, namedCounts } from '../../../service/pipeline/words/describe-counts.ts';
import { DEFAULT_SETTINGS } from '../../../shared/api/settings.ts';
import { unitCountsOf } from '../../../shared/change/unit-counts.ts';
import { bothSides } from '../../../shared/formats.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { docx, picture, r, wp } from '../../builders/docx.ts';
import { runDiffsvc } from '../../service/cli/run-diffsvc.ts';

const MOVED = 'The tenant keeps the garden, the fence and both gates in good order at all times.';
const KEPT = ['Rent', 'Repairs', 'Notices', 'Costs', 'Law'].map(
  (name) => `${name} are settled in a clause of their own.`,
);
const NUMBERING = ['bullet', 'decimal']
  .map(
    (format, at) =>
      `<w:abstractNum w:abstractNumId="${at + 1}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${at === 0 ? '•' : '%1.'}"/></w:lvl></w:abstractNum>`,
  )
  .concat([1, 2].map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`))
  .join('');
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A side: a replacement, a move, a comment with a reply, a note, a restyled list and a replaced picture. */
function side(isRevised: boolean): Uint8Array {
  const list = isRevised ? 2 : 1;
  const items = ['Keys', 'Meters', 'Manuals'].map((item) =>
    wp(`${item} are handed over.`, `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`),
  );
  // A reply is about the same words.
  const around = (ids: readonly number[], part: (id: number) => string): string => ids.map(part).join('');
  const pay = isRevised
    ? around([1, 2], (id) => `<w:commentRangeStart w:id="${id}"/>`) +
      r('Pay within thirty days.') +
      around([1, 2], (id) => `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`)
    : r('Pay within thirty days.');
  const noted = r('Interest is due.') + (isRevised ? '<w:r><w:footnoteReference w:id="1"/></w:r>' : '');
  const body = [
    ...(isRevised ? [] : [wp(MOVED)]),
    ...KEPT.slice(0, 2).map((text) => wp(text)),
    wp(pay),
    wp(`The fee is ${isRevised ? 'twelve' : 'ten'} euro.`),
    ...items,
    wp(KEPT[2]),
    wp(picture('p1', 914_400, 914_400, 'Plan')),
    wp(noted),
    ...KEPT.slice(3).map((text) => wp(text)),
    ...(isRevised ? [wp(MOVED)] : []),
  ];
  const remark = (id: number, text: string) =>
    `<w:comment w:id="${id}" w:author="M. B." w:date="2026-03-01T10:00:00Z"><w:p w14:paraId="0000000${id}">${r(text)}</w:p></w:comment>`;
  return docx(body.join(''), {
    numbering: NUMBERING,
    images: { p1: new Uint8Array([...PNG, isRevised ? 2 : 1]) },
    ...(isRevised && {
      footnotes: `<w:footnote w:id="1">${wp('At two percent.')}</w:footnote>`,
      comments: remark(1, 'Is thirty right?') + remark(2, 'Yes, as agreed.'),
      commentsExtended:
        '<w15:commentEx w15:paraId="00000001" w15:done="0"/><w15:commentEx w15:paraId="00000002" w15:paraIdParent="00000001" w15:done="0"/>',
    }),
  });
}

const [ORIGINAL, REVISED] = [side(false), side(true)];
/** What a person counts. */
const TOTAL = 6;
/** The words and the picture in another one's place are replaced in their paragraphs. */
const SENTENCE = '6 changes: 2 replacements, 1 move, 1 comment, 1 note, 1 restyled list';
let cwd: string;
let comparison: FileComparison;

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'diffsvc-one-count-'));
  writeFileSync(join(cwd, 'old.docx'), ORIGINAL);
  writeFileSync(join(cwd, 'new.docx'), REVISED);
  comparison = await compareFiles({
    ...{ formats: bothSides('docx'), original: ORIGINAL, revised: REVISED, mode: 'auto', attributeMode: 'semantic' },
    ...{ include: ['headers', 'footers', 'comments', 'pictures'], complexity: 'extended' },
  });
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

test('the wire counts changes, and units beside them', () => {
  const { summary } = comparison;
  expect(summary.changeCount).toBe(comparison.page(0, 500).changes.length);
  expect(summary.changeCount).toBeGreaterThan(TOTAL);
  expect(summary.decisionUnits).toEqual({
    ...{ total: TOTAL, insertions: 0, deletions: 0, replacements: 2, formatChanges: 0, linkChanges: 0 },
    ...{ blockInsertions: 0, blockDeletions: 0, moves: 1, comments: 1, notes: 1, lists: 1, pictures: 0 },
  });
  expect(describeCounts(summary)).toBe(SENTENCE);
});

test('a comparison whose changes are units of their own has no second counts', async () => {
  const [original, revised] = [docx(wp('The fee is ten.')), docx(wp('The fee is two.'))];
  const { summary } = await compareFiles({
    ...{ formats: bothSides('docx'), original, revised, mode: 'auto', attributeMode: 'semantic' },
  });
  expect(summary.decisionUnits).toBeUndefined();
  expect(unitCountsOf(summary)).toMatchObject({ total: 1, replacements: 1, moves: 0 });
});

test('the list, the report, the table, the recent comparison and the host page say one number', () => {
  const { html, summary } = comparison;
  const blocks = scanFragment(html);
  const session = new ReviewSession({
    blocks,
    display: { layout: 'unified', theme: 'system', collapse: true },
    mayReview: true,
    memory: { load: () => null, save: () => true },
  });
  session.startReview();
  expect([session.reachable.length, session.remaining, session.decided.progress]).toEqual([
    TOTAL,
    TOTAL,
    { changes: TOTAL, decided: 0 },
  ]);
  const move = session.units.all.find(({ kind }) => kind === 'move')!;
  session.accept(move.changeIds[1]);
  expect([session.remaining, session.decided.progress.decided]).toEqual([TOTAL - 1, 1]);

  const made = reportOf({
    ...{ title: 'T', format: 'docx', fallback: false, digests: null, outcome: {}, blocks },
    ...{ decisions: { accept: move.changeIds, reject: [] }, date: '2026-01-01T00:00:00Z' },
  });
  expect([made.units.total, made.changes.length, made.counts.accepted]).toEqual([TOTAL, TOTAL, 1]);
  expect(namedCounts(made.units).map(([name, total]) => `${total} ${name}`)).toEqual(SENTENCE.slice(11).split(', '));

  const { changes } = comparison.page(0, 500);
  const table = changesCsv(changes, session.decided.record(), session.listed.places, session.units);
  expect(table.split('\r\n').filter((line) => line.startsWith('chg_'))).toHaveLength(TOTAL);

  const store = { list: () => Promise.resolve([]), put: () => Promise.resolve(), update: () => Promise.resolve() };
  const none = () => Promise.resolve(null);
  const recents = new Recents(
    { ...store, content: none, review: none, remove: () => Promise.resolve(), clear: () => Promise.resolve() },
    () => 1,
    () => 'id',
  );
  const named = (name: string) => ({ name, text: '', document: null, reference: null });
  const pair = { original: named('a.docx'), revised: named('b.docx'), format: 'auto' } as const;
  const finished = { comparisonId: null, html, summary, format: 'docx', engine: 'document', fallback: false };
  expect(recents.add(pair, finished as unknown as Finished, null).changes).toBe(TOTAL);

  const state = stateMessage(session.review, { theme: 'system', collapsed: false });
  expect([state.total, state.totalUnits, state.remainingUnits]).toEqual([summary.changeCount, TOTAL, TOTAL - 1]);
});

test('the command line says the same number', () => {
  const finished = {
    ...{ names: ['old.docx', 'new.docx'], comparison, settings: DEFAULT_SETTINGS, warnings: [] },
    ...{ summary: comparison.summary, sameness: comparison.sameness, tied: comparison.decidedTogether },
    changes: () => comparison.page(0, 500).changes,
    page: () => comparison.page(0, 500),
  } as unknown as ComparedFiles;
  const printed = (shows: ComparisonView['shows'], ignores: ComparisonView['ignores'] = new Set()): string =>
    report(finished, { shows, context: 2, color: 'never', ignores, contents: false }, NOTHING_MORE, {
      env: {},
      stdout: process.stdout,
    });
  expect(printed('redline')).toContain(SENTENCE);
  expect(printed('brief')).toContain(`${SENTENCE}.`);
  expect(printed('stat')).toMatch(/^ {2}changes +6$/mu);
  expect(printed('stat')).toMatch(/^ {2}moves +1$/mu);
  expect(printed('stat', new Set(['moves']))).toMatch(/^ {2}hidden by --ignore +1$/mu);
  expect(printed('redline', new Set(['moves']))).toContain('1 change is hidden by --ignore moves; it still counts.');

  const file = { original: 'lease.docx', revised: 'lease.docx', status: 'different', summary: comparison.summary };
  const rows = [file] as readonly FolderRow[];
  expect(reportFolders(['old', 'new'], { rows, leftOut: [] }, { shows: 'redline' })).toMatch(/^different +6 +/mu);
  expect(folderIndex(['old', 'new'], { rows, leftOut: [] })).toContain('<td class="number">6</td>');
});

test('the summary for a commit has one line for each change', () => {
  const { stdout } = runDiffsvc(['summary', 'old.docx', 'new.docx'], { cwd });
  const [first, ...lines] = stdout.trimEnd().split('\n');
  expect(first).toBe(`new.docx: ${SENTENCE}`);
  expect(lines[0]).toMatch(/^- moved “The tenant keeps the garden/u);
  expect(lines).toHaveLength(6);
  expect(lines.at(-1)).toBe('- and 1 more');
});
