// Which lines at page edges are running headers and footers.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PageLayout } from '../../../../../service/formats/pdf/layout/layout.ts';
import { stripHeadersAndFooters } from '../../../../../service/formats/pdf/across-sides/headers-footers.ts';
import { corpusRoot } from '../../../../oracle/input-pairs.ts';
import { comparePdfs, toldChanges } from '../compare-pdfs.ts';
import { page } from '../compose.ts';
import { set, setLines } from '../pages.ts';

const BODY = ['words that go on to the end of the line', 'and further words of the same sentence', 'until it ends.'];

/** A line at a height of the page. */
interface Edge {
  readonly text: string;
  readonly y: number;
  readonly size?: number;
}

/** Pages with these lines at their edges, and text between. */
const pages = (count: number, edges: (page: number) => readonly Edge[], from = 140): PageLayout[] =>
  Array.from({ length: count }, (_, at) =>
    page(
      [
        ...edges(at + 1).flatMap(({ text, y, size = 10 }) => set(text, 50, y, { size })),
        ...setLines([...BODY, `Part ${'abcdefgh'[at]!} begins here.`, ...BODY], 50, from),
      ],
      at + 1,
    ),
  );
const removed = (...sides: PageLayout[][]): string[][] =>
  stripHeadersAndFooters(sides).map((side) => side.removed.map(({ text }) => text));

describe('a document of one page', () => {
  test.each([
    ['a line of text size at the top', { text: 'Subject: your order of 3 May', y: 50 }],
    ['small print at the foot', { text: 'Registered in Bern', y: 800, size: 7 }],
    ['a sum at the foot', { text: 'Total 500', y: 800 }],
    ['a large line', { text: 'Invoice', y: 50, size: 18 }],
  ])('has no running header: %s stays', (_, edge) => {
    expect(removed(pages(1, () => [edge]))).toEqual([[]]);
    expect(
      removed(
        pages(1, () => [edge]),
        pages(1, () => [edge]),
      ),
    ).toEqual([[], []]);
  });

  test('loses the header that two pages of the other side repeat, and its page number', () => {
    const draft = (): readonly Edge[] => [{ text: 'Draft of May', y: 50 }];
    expect(removed(pages(1, draft), pages(2, draft))).toEqual([['Draft of May'], ['Draft of May', 'Draft of May']]);
    expect(removed(pages(1, () => [{ text: '1', y: 800 }]))).toEqual([['1']]);
  });
});

describe('two documents of one page', () => {
  /** A header of two parts over lines whose right edge is at 245 pt. */
  const headed = (left: string, right: string, rightEdge = 245): PageLayout[] => [
    page([
      ...set(left, 50, 50),
      ...set(right, rightEdge - 5 * right.length, 50),
      ...setLines([...BODY, ...BODY], 50, 100),
    ]),
  ];
  const head = ['Draft Bylaws'];

  test('lose a header that both have, with a part at each edge of the text', () => {
    expect(removed(headed('Draft', 'Bylaws'), headed('Draft', 'Bylaws'))).toEqual([head, head]);
  });

  test.each([
    ['differs', headed('Draft', 'Bylaws'), headed('Draft', 'Statute')],
    ['ends inside the text', headed('Draft', 'Bylaws', 180), headed('Draft', 'Bylaws', 180)],
    ['begins inside the text', headed('     Draft', 'Bylaws'), headed('     Draft', 'Bylaws')],
  ])('keep a first row that %s', (_, original, revised) => {
    expect(removed(original, revised)).toEqual([[], []]);
  });

  test('keep a first row close to the text', () => {
    const close = page([...set('Draft', 50, 88), ...set('Bylaws', 215, 88), ...setLines([...BODY, ...BODY], 50, 100)]);
    expect(removed([close], [close])).toEqual([[], []]);
  });
});

describe('a document of several pages', () => {
  test('has a header in large type of two lines', () => {
    const edges = (): readonly Edge[] => [
      { text: 'The Bylaws of', y: 50, size: 20 },
      { text: 'the Institute', y: 74, size: 20 },
    ];
    expect(removed(pages(4, edges))).toEqual([[1, 2, 3, 4].flatMap(() => ['The Bylaws of', 'the Institute'])]);
  });

  test('has other headers on odd than on even pages', () => {
    const edges = (at: number): readonly Edge[] => [{ text: at % 2 ? 'Supply agreement' : 'Draft of May', y: 50 }];
    expect(removed(pages(6, edges))[0]).toHaveLength(6);
  });

  test('keeps text that every second page begins with', () => {
    const edges = (at: number): readonly Edge[] => (at % 2 ? [{ text: BODY[0]!, y: 104 }] : []);
    expect(removed(pages(6, edges, 116))).toEqual([[]]);
  });

  test.each([
    ['items that count lines, not pages', (at: number) => `Short line number ${45 * at} of the list.`],
    ['sums', (at: number) => `Total ${at * at * 100}`],
  ])('keeps lines that differ in a number: %s', (_, textOf) => {
    expect(removed(pages(4, (at) => [{ text: textOf(at), y: 50 }]))).toEqual([[]]);
  });

  test.each([
    ['Page 3', (at: number) => `Page ${at}`],
    ['117', (at: number) => String(116 + at)],
    ['2 of 4', (at: number) => `${at} of 4`],
  ])('has page numbers: %s', (_, textOf) => {
    expect(removed(pages(4, (at) => [{ text: textOf(at), y: 800 }]))[0]).toHaveLength(4);
  });
});

describe.each([
  ['letter-one-line-then-gap', ['three → four']],
  ['lo-one-line-then-text-added', ['→ The contract ends on 31 May 2026.']],
  ['footnote-short-paragraphs', ['→ A new short line stands here.']],
])('the reported %s', (name, expected) => {
  const folder = join(corpusRoot() ?? '', 'reports', name);
  test.skipIf(!existsSync(folder))('has its change alone', async () => {
    const [original, revised] = ['original.pdf', 'revised.pdf'].map((file) => readFileSync(join(folder, file)));
    const { changes, listed } = await comparePdfs(original!, revised!);
    expect(toldChanges(changes)).toEqual(expected);
    expect(listed).toEqual([]);
  });
});

const large = join(corpusRoot() ?? '', 'reports', 'header-in-large-type');
test.skipIf(!existsSync(large))('the reported header in large type is no heading', async () => {
  const [original, revised] = ['original.pdf', 'revised.pdf'].map((file) => readFileSync(join(large, file)));
  const { changes, listed } = await comparePdfs(original!, revised!);
  expect(toldChanges(changes)).toEqual(['number → no.']);
  expect(listed.join(' ')).toContain('Bylaws');
});
