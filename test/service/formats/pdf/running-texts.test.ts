/** Running headers, footers, watermarks and line numbers: listed, or compared where a comparison includes them. */
import { bothSides } from '../../../../shared/formats.ts';
import { describe, expect, test } from 'vitest';
import type { Include } from '../../../../shared/api/include.ts';
import { describeDifferences } from '../../../../shared/change/describe-uncompared.ts';
import { storyLabel, storyOf } from '../../../../shared/document/story.ts';
import { textOf } from '../../../../shared/document/model.ts';
import { signPageNumbers, type EdgeText } from '../../../../service/formats/pdf/across-sides/page-numbers.ts';
import { layoutPage } from '../../../../service/formats/pdf/layout/page-layout.ts';
import { composeReadings, type PdfReading } from '../../../../service/formats/pdf/read-pdf.ts';
import { compareFiles, type FileComparison } from '../../../../service/pipeline/compare/compare-files.ts';
import { verifyFragment } from '../../../../service/pipeline/verify-result.ts';
import { plainPdf, showText } from '../../../builders/plain-pdf.ts';
import { faultsOf } from '../normal-form.ts';
import { extracted, layoutOf, pageOf, set, setLines } from './pages.ts';

interface Edges {
  readonly header?: (page: number) => string;
  readonly footer?: (page: number) => string;
  readonly pages?: number;
}
const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];
const wordOf = (at: number): string => WORDS[Math.floor(at) % WORDS.length]!;

/** A PDF of the same text on `pages` pages. */
function pdf({ header, footer, pages = 3 }: Edges): Uint8Array {
  const lines = Array.from(
    { length: 60 },
    (_, at) => `The ${wordOf(at)} ${wordOf(at / 5)} clause of part ${wordOf(at / 25)} ends.`,
  );
  const perPage = lines.length / pages;
  return plainPdf(
    Array.from({ length: pages }, (_, at) => ({
      content: [
        ...(header ? [showText(header(at + 1), 72, 810, 9)] : []),
        ...(footer ? [showText(footer(at + 1), 72, 25, 9)] : []),
        ...lines.slice(at * perPage, (at + 1) * perPage).map((line, row) => showText(line, 72, 740 - 20 * row)),
      ].join('\n'),
    })),
  );
}
const compare = (
  original: Uint8Array,
  revised: Uint8Array,
  include: readonly Include[] = [],
): Promise<FileComparison> =>
  compareFiles({ formats: bothSides('pdf'), original, revised, mode: 'word', attributeMode: 'semantic', include });
const differences = async (original: Uint8Array, revised: Uint8Array, include?: readonly Include[]) => {
  const { summary, uncompared } = await compare(original, revised, include);
  return { changes: summary.changeCount, listed: uncompared ? describeDifferences(uncompared) : [] };
};

describe('two PDFs that differ only in a running text', () => {
  const draft = (version: number): Uint8Array =>
    pdf({ header: () => `Draft ${version}`, footer: (page) => `Supply agreement, page ${page} of 3` });

  test('are not called the same', async () => {
    expect(await differences(draft(1), draft(2))).toEqual({
      changes: 0,
      listed: ['3 headers from page 1 on: “Draft 1” became “Draft 2”.'],
    });
    expect((await compare(draft(1), draft(2))).sameness).toBe('no_differences_in_compared_content');
  });

  test('have a change where headers are included', async () => {
    const comparison = await compare(draft(1), draft(2), ['headers', 'footers']);
    expect(comparison.summary.changeCount).toBe(1);
    expect(comparison.uncompared).toBeUndefined();
    expect(comparison.html).toContain('<section class="story pageheader">');
    expect(comparison.html).toContain('Supply agreement, page # of #');
    const findings = await verifyFragment(
      { formats: bothSides('pdf'), original: draft(1), revised: draft(2) },
      comparison.html,
    );
    expect(findings.filter(({ holds }) => !holds)).toEqual([]);
  });

  test('list what is not included', async () => {
    const { changes, listed } = await differences(draft(1), draft(2), ['footers']);
    expect([changes, listed.length]).toEqual([0, 1]);
  });

  test('differ by a header on one side only, and by one on fewer pages', async () => {
    const some = pdf({ header: (page) => (page === 3 ? 'Annex' : 'Confidential') });
    const all = pdf({ header: () => 'Confidential' });
    expect((await differences(all, pdf({}))).listed).toEqual([
      '3 headers from page 1 on (Confidential) are only in the original document.',
    ]);
    expect((await differences(all, some)).listed.join()).toMatch(/Confidential/);
    const included = await differences(all, pdf({}), ['headers']);
    expect(included).toEqual({ changes: 1, listed: [] });
  });
});

describe('a running text that one page lacks', () => {
  const onAllBut = (page: number, pages = 3): Uint8Array =>
    pdf({ header: (at) => (at === page ? '' : 'Confidential'), pages });

  test('is told with its pages', async () => {
    expect(await differences(onAllBut(0), onAllBut(1))).toEqual({
      changes: 0,
      listed: ['3 headers from page 2 on: “Confidential, on pages 1–3” became “Confidential, on pages 2–3”.'],
    });
  });

  test('is told where another page lacks it', async () => {
    expect((await differences(onAllBut(2), onAllBut(3))).listed).toEqual([
      '2 headers from page 1 on: “Confidential, on pages 1, 3” became “Confidential, on pages 1–2”.',
    ]);
    expect((await differences(onAllBut(2), onAllBut(2))).listed).toEqual([]);
  });

  test('is told where the text has more pages', async () => {
    expect((await differences(onAllBut(0), onAllBut(2, 4))).listed).toEqual([
      'Header from page 1 on: “Confidential” became “Confidential, not on page 2”.',
    ]);
    expect((await differences(onAllBut(1), onAllBut(1, 4))).listed).toEqual([]);
  });

  test('is told where the comparison includes it', async () => {
    expect((await differences(onAllBut(0), onAllBut(1), ['headers'])).listed).toEqual([
      '3 headers from page 2 on: “Confidential, on pages 1–3” became “Confidential, on pages 2–3”.',
    ]);
  });
});

test('a text that is set on more pages has no difference in its running texts', async () => {
  const set = (pages: number): Uint8Array =>
    pdf({ header: () => 'Confidential', footer: (page) => `Page ${page} of ${pages}`, pages });
  const both = await differences(set(2), set(3));
  expect(both.listed).toEqual([]);
  expect((await differences(set(2), set(3), ['headers', 'footers'])).changes).toBe(both.changes);
});

describe('page numbers', () => {
  const onPages = (...texts: readonly string[]): EdgeText[] => texts.map((text, at) => ({ page: at + 1, text }));
  const signed = (...sides: readonly (readonly string[])[]): string[][] =>
    signPageNumbers(
      sides.map((side) => onPages(...side)),
      sides.map(({ length }) => length),
    );
  test.each([
    [['7', '8', '9'], '#'],
    [['iii', 'iv', 'v'], '#'],
    [['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3'], 'Page # of #'],
    [['2024-01-03 p. 1', '2024-01-03 p. 2', '2024-01-03 p. 3'], '2024-01-03 p. #'],
    [['Draft 2', 'Draft 2', 'Draft 2'], 'Draft 2'],
    [['Page 3 of 9', 'Page 4 of 9', 'Page 5 of 9'], 'Page # of 9'],
  ])('of %j become signs', (texts, expected) => {
    expect([...new Set(signed(texts)[0])]).toEqual([expected]);
  });
  test('on one page are decided with the other side', () => {
    expect(signed(['Page 1'], ['Page 1', 'Page 2'])).toEqual([['Page #'], ['Page #', 'Page #']]);
    expect(signed(['Draft 1'], ['Draft 2'])).toEqual([['Draft 1'], ['Draft 2']]);
    expect(signed(['Draft 1'], ['Draft 2', 'Draft 2'])).toEqual([['Draft 1'], ['Draft 2', 'Draft 2']]);
    expect(signed(['Page 1'])).toEqual([['Page #']]);
  });
});

describe('other artifacts', () => {
  const FULL = 'words that go on to the end of the line here';
  const body = setLines([FULL, FULL, FULL, 'end.'], 50, 100);
  const block = { role: 'p' as const, mcids: [0], items: [], cell: null };
  const readingOf = (pages: ReturnType<typeof layoutOf>[], include: readonly Include[] = []): PdfReading =>
    composeReadings([extracted(...pages)], include)[0]!;

  test('that a producer marked are headers above the middle of the page, and footers below', () => {
    const tagged = layoutOf(
      [
        ...setLines([FULL, FULL], 50, 100, { mcid: 0 }),
        ...set('Acme Ltd', 50, 30, { artifact: true }),
        ...set('3', 500, 30, { artifact: true }),
        ...set('Confidential', 50, 800, { artifact: true }),
      ],
      [],
      { number: 3, tags: [block] },
    );
    expect(readingOf([tagged]).inventory).toMatchObject([
      { kind: 'header', where: 'on page 3', label: 'Acme Ltd #', count: 1 },
      { kind: 'footer', where: 'on page 3', label: 'Confidential', count: 1 },
    ]);
    const { document, inventory, pageOfBlock } = readingOf([tagged], ['headers', 'footers']);
    expect(inventory).toEqual([]);
    expect(pageOfBlock).toEqual([3, 3, 3]);
    expect(faultsOf(document.blocks)).toEqual([]);
    expect(document.blocks.slice(1).map((each) => (each.kind === 'text' ? textOf(each) : ''))).toEqual([
      'Acme Ltd #',
      'Confidential',
    ]);
  });

  test('are labelled with their page if there are several', () => {
    const page = (head: string, number: number): ReturnType<typeof layoutOf> =>
      layoutOf([...set(head, 50, 30, { artifact: true }), ...setLines([FULL], 50, 100, { mcid: 0 })], [], {
        number,
        tags: [block],
      });
    const { document } = readingOf([page('Acme', 1), page('Acme', 2), page('Beta', 3)], ['headers']);
    const labels = document.blocks.flatMap(({ path }) => {
      const story = storyOf(path);
      return story ? [storyLabel(story)] : [];
    });
    expect(labels).toEqual(['Header, page 1', 'Header, page 3']);
  });

  test('that are watermarks are listed by their words, also where headers are included', () => {
    const marked = (text: string): ReturnType<typeof layoutOf> =>
      layoutPage(
        1,
        {
          ...pageOf(body),
          frames: [
            { angle: 0, glyphs: body },
            { angle: 325, glyphs: set(text, 100, 300, { size: 80 }) },
          ],
        },
        [],
        null,
      );
    const [draft] = readingOf([marked('DRAFT')], ['headers', 'footers']).inventory;
    expect(draft).toMatchObject({ kind: 'watermark', where: 'on page 1', label: 'DRAFT', count: 1 });
    expect(readingOf([marked('FINAL')]).inventory[0]!.sha256).not.toBe(draft!.sha256);
  });

  test('that are line numbers are one item, however many lines there are, unless one is missing', () => {
    const numbered = (lines: number, missing = 0): ReturnType<typeof layoutOf> =>
      layoutOf(
        Array.from({ length: lines }, (_, at) => [
          ...(at + 1 === missing ? [] : set(String(at + 1), 40 - 5 * String(at + 1).length, 100 + 24 * at)),
          ...set(
            at === 0 ? 'First some words go on to the end' : 'then some words go on to the end',
            60,
            100 + 24 * at,
          ),
        ]).flat(),
      );
    const [long, short] = [readingOf([numbered(10)]).inventory, readingOf([numbered(8)]).inventory];
    expect(long).toMatchObject([{ kind: 'line_numbers', where: 'on page 1', count: 1 }]);
    expect(short).toEqual(long);
    expect(readingOf([numbered(10, 5)]).inventory).toMatchObject([{ kind: 'line_numbers', label: '4 to 6' }]);
  });
});
