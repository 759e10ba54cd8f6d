// Footnotes move to the end of the document.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Glyph } from '../../../../../service/formats/pdf/paint/glyph.ts';
import type { PageLayout } from '../../../../../service/formats/pdf/layout/layout.ts';
import { corpusRoot } from '../../../../oracle/input-pairs.ts';
import { comparePdfs, toldChanges } from '../compare-pdfs.ts';
import { html, page } from '../compose.ts';
import { set, setLines } from '../pages.ts';

const FULL = 'words that go on to the end of the line here';

/** A note with its raised number. */
const note = (number: string, text: string, y: number): Glyph[] => [
  ...set(number, 50, y - 3, { size: 5 }),
  ...set(text, 50 + 2.5 * number.length, y, { size: 8 }),
];

describe('footnotes', () => {
  const pages = (...notes: Glyph[][]): PageLayout[] => [
    page([...setLines([FULL, FULL, FULL, FULL], 50, 640), ...notes.flat()]),
    page([...setLines([FULL, FULL, 'and end.'], 50, 100), ...note('3', 'Of the second page.', 780)], 2),
  ];

  test('follow the text, so that a sentence continues over the page break', () => {
    const [text] = html(pages(note('1', 'As amended.', 770), note('2', 'As said.', 782)));
    expect(text).toBe(
      `<p>${Array.from({ length: 6 }, () => FULL).join(' ')} and end.</p>` +
        '<p><sup>1</sup>As amended.</p><p><sup>2</sup>As said.</p><p><sup>3</sup>Of the second page.</p>',
    );
  });

  test('that did not fit on their page follow its other footnotes, from the top of the next page', () => {
    const first = page([...setLines([FULL, FULL, 'end.'], 50, 640), ...note('1', 'As amended.', 780)]);
    const [text] = html([first, page(note('2', 'As said.', 60), 2)]);
    expect(text).toContain('<sup>1</sup>As amended.</p><p><sup>2</sup>As said.</p>');
  });

  test('that go on below the text of the next page are one paragraph', () => {
    const lines = [
      'As amended by the act of the wet and very cold spring',
      'which some of the later acts have amended once again by',
    ];
    const first = page([...setLines([FULL, FULL, FULL, FULL], 50, 640), ...note('1', lines[0]!, 782)]);
    const rest = setLines([lines[1]!, 'mistake.'], 50, 756, { size: 8 });
    const last = [...setLines([FULL, 'and end.'], 50, 640), ...rest];
    const expected =
      `<p>${Array.from({ length: 5 }, () => FULL).join(' ')} and end.</p>` +
      `<p><sup>1</sup>${lines.join(' ')} mistake.</p>`;
    expect(html([first, page(last, 2)])).toEqual([expected]);
    const [text] = html([first, page([...last, ...note('2', 'As said.', 782)], 2)]);
    expect(text).toBe(`${expected}<p><sup>2</sup>As said.</p>`);
  });

  test('that ended leave the small print of the next page where it is', () => {
    const first = page([...setLines([FULL, FULL, 'end.'], 50, 640), ...note('1', 'As amended.', 782)]);
    const next = page(
      [...setLines([FULL, 'and more.'], 50, 640), ...set('printed in the spring', 50, 780, { size: 8 })],
      2,
    );
    expect(html([first, next])[0]).toMatch(/printed in the spring<\/p><p><sup>1<\/sup>As amended\.<\/p>$/);
  });

  test('are small and begin with a raised number; other small print stays', () => {
    const [text] = html(pages(set('Small print without a number', 50, 770, { size: 8 })));
    expect(text!.indexOf('Small print')).toBeLessThan(text!.indexOf('and end.'));
  });
});

describe('small footnotes with a number on the line, as LibreOffice prints them', () => {
  const referring = (mark: string, note: string): PageLayout[] => [
    page([
      ...set('The goods', 50, 640),
      ...set(mark, 95, 637, { size: 5 }),
      ...set('are words that go on to the end', 103, 640),
      ...setLines([FULL, FULL], 50, 652),
      ...set(note, 50, 780, { size: 8 }),
    ]),
    page([...setLines([FULL, FULL, 'and end.'], 50, 100)], 2),
  ];

  test.each([
    ['1', '1 As amended in the spring.'],
    ['12', '12 As amended in the spring.'],
    ['†', '† As amended in the spring.'],
  ])('follow the text if it refers to them: %s', (mark, note) => {
    const [text] = html(referring(mark, note));
    expect(text).toContain(`here words that go on`);
    expect(text!.endsWith(`and end.</p><p>${note}</p>`)).toBe(true);
  });

  test('are paragraphs of their own', () => {
    const glyphs = [
      ...setLines([FULL, FULL], 50, 640),
      ...[1, 2, 3].flatMap((number) => set(String(number), 270 + 10 * number, 637, { size: 5 })),
      ...setLines(['1 Of the first act and of', '2 Of the second act and', '3 Of the last act.'], 50, 756, { size: 8 }),
    ];
    expect(html([page(glyphs)])[0]).toMatch(
      /<p>1 Of the first act and of<\/p><p>2 Of the second act and<\/p><p>3 Of the last act\.<\/p>$/,
    );
  });

  test.each([
    ['another number', '2', '1 As amended in the spring.'],
    ['a word that begins like a number', '1', '1st of May is a holiday.'],
  ])('are text if the page refers to %s', (_, mark, note) => {
    expect(html(referring(mark, note))[0]).not.toMatch(/(?:spring|holiday)\.<\/p>$/);
  });
});

describe('footnotes of the size of the text', () => {
  /** Text that refers to a note, and the note at the foot of the page. */
  const referring = (mark: string, noteMark: string, size: number): PageLayout[] => [
    page([
      ...set('The goods', 50, 640),
      ...set(mark, 95, 637, { size: 5 }),
      ...set('are words that go on to the end', 103, 640),
      ...setLines([FULL, FULL], 50, 652),
      ...set(noteMark, 50, 777, { size: 5 }),
      ...set('As amended in the spring.', 53, 780, { size }),
    ]),
    page([...setLines([FULL, FULL, 'and end.'], 50, 100)], 2),
  ];

  test.each([10, 9.5, 9])('follow the text if it refers to them, at %s pt', (size) => {
    const [text] = html(referring('1', '1', size));
    expect(text).toMatch(/here words that go on .* and end\.<\/p><p><sup>1<\/sup>As amended in the spring\.<\/p>$/);
  });

  test('are text if nothing refers to them', () => {
    const [text] = html(referring('2', '1', 10));
    expect(text).not.toMatch(/<sup>1<\/sup>As amended in the spring\.<\/p>$/);
  });
});

describe.each([
  ['five-footnotes-paragraph-inserted', 'A new paragraph was put in here.'],
  ['same-size-notes-five-notes-paragraph-inserted', 'The repair closes the animal'],
])('the reported %s', (name, inserted) => {
  const folder = join(corpusRoot() ?? '', 'reports', name);
  test.skipIf(!existsSync(folder))('has the inserted paragraph alone', async () => {
    const [original, revised] = ['original.pdf', 'revised.pdf'].map((file) => readFileSync(join(folder, file)));
    const { changes } = await comparePdfs(original!, revised!);
    expect(toldChanges(changes)).toEqual([expect.stringContaining(inserted)]);
  });
});

describe('indented text', () => {
  test('is not a series of first lines', () => {
    const item = (y: number): Glyph[] => [
      ...set('AB the meaning of the term that is set as AB', 50, y),
      ...set('goes on at a place.', 75, y + 12),
    ];
    const deep = FULL.slice(0, 39);
    const glyphs = [
      ...[0, 1, 2, 3].flatMap((index) => item(100 + 32 * index)),
      ...setLines([deep, deep, deep, 'end.'], 75, 240),
    ];
    expect(html([page(glyphs)])[0]).toContain(`<p>${[deep, deep, deep].join(' ')} end.</p>`);
  });
});
