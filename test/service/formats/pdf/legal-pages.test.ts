// Pages of contracts and pleadings: which parts are not the author's text, and which belong together.
import { describe, expect, test } from 'vitest';
import type { Glyph } from '../../../../service/formats/pdf/paint/glyph.ts';
import type { PageLayout } from '../../../../service/formats/pdf/layout/layout.ts';
import { layoutPage } from '../../../../service/formats/pdf/layout/page-layout.ts';
import type { TagBlock, TagCell } from '../../../../service/formats/pdf/paint/page-tags.ts';
import { html, page } from './compose.ts';
import { across, down, layoutOf, pageOf, set, setLines } from './pages.ts';

const FULL = 'words that go on to the end of the line here';
const TITLES = ['Introduction', 'Term', 'Limitation of liability'];

const tagged = (mcids: number[], more: Partial<TagBlock> = {}): TagBlock => ({
  role: 'p',
  mcids,
  items: [],
  cell: null,
  ...more,
});

/** "Term . . . . 2", with the number ending at `right`. */
function entry(title: string, number: string, y: number, right: number, step = 5, mcids = [-1, -1, -1]): Glyph[] {
  const numberX = right - 5 * number.length;
  const glyphs = set(title, 50, y, { mcid: mcids[0]! });
  for (let x = 50 + 5 * title.length + step; x + 5 <= numberX; x += step)
    glyphs.push(...set('.', x, y, { mcid: mcids[1]! }));
  return [...glyphs, ...set(number, numberX, y, { mcid: mcids[2]! })];
}

describe('leaders', () => {
  const contents = (right: number, step?: number): PageLayout =>
    page(TITLES.flatMap((title, index) => entry(title, String(index + 8), 100 + 12 * index, right, step)));
  const read = TITLES.map((title, index) => `<p>${title} ${index + 8}</p>`).join('');

  test('are read as a space, and each entry is a paragraph at any page width', () => {
    expect(html([contents(300)], [contents(500, 8)])).toEqual([read, read]);
  });

  test('stay as painted if both sides have the same, or if there is one side', () => {
    const dots = (title: string, number: string): string => '.'.repeat(50 - title.length - number.length);
    const painted = TITLES.map((title, index) => {
      const number = String(index + 8);
      return `<p>${title} ${dots(title, number)} ${number}</p>`;
    }).join('');
    expect(html([contents(300)])[0]).toMatch(/^<p>Introduction \.{30,} 8<\/p>/);
    expect(html([contents(305)], [contents(305)])).toEqual([painted, painted]);
  });

  test('of tagged entries lead to a page number', () => {
    const glyphs = [...entry('Term', '12', 100, 300, 5, [0, 1, 2]), ...entry('Fee', '9', 112, 300, 5, [3, 4, 5])];
    const tags = [tagged([0, 1, 2], { entry: true }), tagged([3, 4, 5])];
    expect(html([layoutOf(glyphs, [], { tags })])).toEqual([
      `<p data-toc="contents">Term ${'.'.repeat(43)} 12</p><p>Fee ${'.'.repeat(45)} 9</p>`,
    ]);
  });

  test('with two dots are found among longer ones', () => {
    const close = page([...entry('Introduction', '2', 100, 300), ...entry('x'.repeat(47), '3', 112, 300)]);
    const wide = page([...entry('Introduction', '2', 100, 400), ...entry('x'.repeat(47), '3', 112, 400)]);
    const read = `<p>Introduction 2</p><p>${'x'.repeat(47)} 3</p>`;
    expect(html([close], [wide])).toEqual([read, read]);
  });

  test('that overlap the number are cut there', () => {
    const dots = Array.from({ length: 40 }, (_, index) => set('.', 120 + 5 * index, 100)).flat();
    expect(html([page([...set('Introduction', 50, 100), ...dots, ...set('10', 310, 100)])])).toEqual([
      `<p>Introduction ${'.'.repeat(40)} 10</p>`,
    ]);
  });

  test('stay if they are a blank: in front of words, or of nothing', () => {
    const blank = '.'.repeat(20);
    const glyphs = [...set(`the sum of ${blank} Euro`, 50, 100), ...set(`Name: ${blank}`, 50, 140)];
    expect(html([page(glyphs)])).toEqual([`<p>the sum of ${blank} Euro</p><p>Name: ${blank}</p>`]);
  });

  test('may cross tagged blocks', () => {
    const glyphs = [...entry('Term', '12', 100, 300, 5, [0, 1, 2]), ...set('Text.', 50, 130, { mcid: 3 })];
    const tags = [tagged([0]), tagged([1]), tagged([2]), tagged([3])];
    expect(html([layoutOf(glyphs, [], { tags })])).toEqual([`<p>Term ${'.'.repeat(43)} 12</p><p>Text.</p>`]);
  });
});

describe('watermarks', () => {
  const body = setLines([FULL, FULL, FULL, 'end.'], 50, 100);
  const text = `<p>${FULL} ${FULL} ${FULL} end.</p>`;

  test('that run diagonally are not text', () => {
    const content = {
      ...pageOf(body),
      frames: [
        { angle: 0, glyphs: body },
        { angle: 325, glyphs: set('DRAFT', 100, 300, { size: 80 }) },
      ],
    };
    const layout = layoutPage(1, content, [], null);
    expect(layout.artifacts.map(({ text }) => text)).toEqual(['DRAFT']);
    expect(html([layout])).toEqual([text]);
  });

  test('with text painted over them are not text', () => {
    const layout = page([...set('DRAFT', 60, 130, { size: 50 }), ...body]);
    expect(layout.artifacts.map(({ text }) => text)).toEqual(['DRAFT']);
    expect(html([layout])).toEqual([text]);
  });

  test('do not include headings or small diagonal words', () => {
    const heading = page([...set('DRAFT', 60, 80, { size: 30 }), ...body]);
    expect(html([heading])).toEqual([`<h1>DRAFT</h1>${text}`]);
    const label = {
      ...pageOf(body),
      frames: [
        { angle: 0, glyphs: body },
        { angle: 325, glyphs: set('label', 100, 300) },
      ],
    };
    expect(html([layoutPage(1, label, [], null)])).toEqual([`${text}<p>label</p>`]);
  });
});

describe('line numbers in the margin', () => {
  const LINES = Array.from(
    { length: 8 },
    (_, index) => `${index === 0 ? 'First' : 'then'} some words go on to the end`,
  );
  const numbers = (x: number, y: number, pitch: number): Glyph[] =>
    Array.from({ length: 10 }, (_, index) => String(index + 1).padStart(2)).flatMap((number, index) =>
      set(number.trim(), x - 5 * number.trim().length, y + pitch * index),
    );

  test('are not text', () => {
    const layout = page([...numbers(40, 100, 24), ...LINES.flatMap((line, index) => set(line, 60, 100 + 24 * index))]);
    expect(layout.artifacts.map(({ text }) => text)).toEqual(['1 2 3 4 5 6 7 8 9 10']);
    expect(html([layout])).toEqual([`<p>${LINES.join(' ')}</p>`]);
  });

  test.each([
    [5, 25],
    [5, 16],
    [10, 30],
  ])('are not text if every line number %i is printed, of %i lines', (stride, count) => {
    const lines = Array.from({ length: count }, (_, at) => LINES[at % LINES.length]!);
    const every = lines.flatMap((_, at) =>
      (at + 1) % stride === 0 ? set(String(at + 1), 30 - 5 * String(at + 1).length, 100 + 24 * at) : [],
    );
    const layout = page([...every, ...lines.flatMap((line, at) => set(line, 60, 100 + 24 * at))]);
    expect(layout.artifacts.map(({ kind }) => kind)).toEqual(['line_numbers']);
    expect(html([layout])[0]).not.toMatch(/table|\d/);
  });

  test('are text if they count something else than the lines', () => {
    const every = [0, 1, 2].flatMap((at) => set(String(5 * at + 5), 20, 100 + 36 * at));
    const layout = page([...every, ...LINES.flatMap((line, at) => set(line, 60, 100 + 12 * at))]);
    expect(layout.artifacts).toEqual([]);
  });

  test('do not include the first column of a table, or numbers of list items', () => {
    const cells = numbers(40, 100, 12);
    const rows = LINES.flatMap((_, index) => [
      ...set('Goods', 60, 100 + 12 * index),
      ...set('5.00', 250, 100 + 12 * index),
    ]);
    expect(page([...cells, ...rows]).artifacts.map(({ text }) => text)).toEqual([]);
    const items = LINES.flatMap((_, index) => set('Apologies for absence of members', 60, 100 + 12 * index));
    expect(page([...cells, ...items]).artifacts.map(({ text }) => text)).toEqual([]);
  });
});

describe('lines 24 pt apart', () => {
  test('belong to one paragraph, in small type too', () => {
    const lines = [FULL, FULL, FULL, 'end.'].flatMap((line, index) => set(line, 50, 100 + 24 * index, { size: 9.5 }));
    expect(html([page(lines)])).toEqual([`<p>${FULL} ${FULL} ${FULL} end.</p>`]);
  });
});

describe('tagged pieces of one line', () => {
  test('form one block: a label and its field', () => {
    const glyphs = [...set('Field A:', 50, 100, { mcid: 0 }), ...set('30 days', 95, 100, { mcid: 1 })];
    expect(html([layoutOf(glyphs, [], { tags: [tagged([0]), tagged([1])] })])).toEqual(['<p>Field A: 30 days</p>']);
  });

  test('stay separate if there is room between them, as between parties that sign', () => {
    const glyphs = [...set('Supplier', 50, 100, { mcid: 0 }), ...set('Customer', 150, 100, { mcid: 1 })];
    expect(html([layoutOf(glyphs, [], { tags: [tagged([0]), tagged([1])] })])).toEqual([
      '<p>Supplier</p><p>Customer</p>',
    ]);
  });
});

describe('a tagged list', () => {
  test('has the bullets that are drawn beside its items', () => {
    const glyphs = ['First item', 'Second item'].flatMap((text, at) => set(text, 70, 100 + 12 * at, { mcid: at }));
    const dots = [0, 1].map((at) => {
      const [y0, y1] = [95 + 12 * at, 99 + 12 * at];
      return { x0: 56, x1: 60, y0, y1, shape: 'square' as const };
    });
    const read = (items: readonly number[]): string => {
      const tags = [0, 1].map((at) => tagged([at], { items: items.map(() => at) }));
      return html([layoutPage(1, { ...pageOf(glyphs), dots }, [], tags)])[0]!;
    };
    expect(read([1])).toBe(
      '<ul><li><p data-label="▪">First item</p></li><li><p data-label="▪">Second item</p></li></ul>',
    );
    expect(read([])).toBe('<p>First item</p><p>Second item</p>');
  });
});

describe('untagged lines', () => {
  test('are not text in a margin, on a single page too', () => {
    const body = setLines([...Array.from({ length: 20 }, () => FULL), 'end.'], 50, 100, { mcid: 0 });
    const notes = [...set('Agreement · draft', 50, 40), ...set('a stray word', 50, 400)];
    const [text] = html([layoutOf([...body, ...notes], [], { tags: [tagged([0])] })]);
    expect(text).not.toContain('draft');
    expect(text).toContain('a stray word');
    expect(html([page([...body, ...notes])])[0]).toContain('draft');
  });
});

test('a word without a tag stays in its line', () => {
  const glyphs = [
    ...set('The fee is', 50, 100, { mcid: 0 }),
    ...set('due', 105, 100),
    ...set(`on Monday, and ${FULL}.`, 125, 100, { mcid: 0 }),
    ...set(`Rent follows, and ${FULL}.`, 50, 130, { mcid: 1 }),
  ];
  expect(html([layoutOf(glyphs, [], { tags: [tagged([0]), tagged([1])] })])).toEqual([
    `<p>The fee is due on Monday, and ${FULL}.</p><p>Rent follows, and ${FULL}.</p>`,
  ]);
});

describe('typed numbers', () => {
  test('make no list on either side if the tags of one side say so', () => {
    const lines = ['(a) the first', '(b) the second'];
    const glyphs = lines.flatMap((line, index) => set(line, 50, 100 + 30 * index, { mcid: index }));
    const plain = layoutOf(glyphs, [], { tags: [tagged([0]), tagged([1])] });
    const edited = page([...set('(a) the third', 50, 100), ...set('(b) the second', 50, 130)]);
    expect(html([plain], [edited])).toEqual([
      '<p>(a) the first</p><p>(b) the second</p>',
      '<p>(a) the third</p><p>(b) the second</p>',
    ]);
    expect(html([edited])[0]).toContain('<ol');
  });
});

describe('tables over pages', () => {
  const COLUMNS = [50, 150, 250];
  const grid = (
    rows: readonly (readonly string[])[],
    y: number,
  ): { glyphs: Glyph[]; rules: ReturnType<typeof across>[] } => ({
    glyphs: rows.flatMap((row, index) =>
      row.flatMap((cell, column) => set(cell, COLUMNS[column]! + 5, y + 14 + 20 * index)),
    ),
    rules: [
      ...Array.from({ length: rows.length + 1 }, (_, index) => across(50, 250, y + 20 * index)),
      ...COLUMNS.map((x) => down(x, y, y + 20 * rows.length)),
    ],
  });

  test('continue below a page number at the top of the page', () => {
    const [first, second] = [
      grid(
        [
          ['Item', 'Price'],
          ['One', '1.00'],
        ],
        700,
      ),
      grid(
        [
          ['Item', 'Price'],
          ['Two', '2.00'],
        ],
        60,
      ),
    ];
    const pages = [first, second].map(({ glyphs, rules }, index) =>
      layoutOf([...glyphs, ...set(`Page ${index + 1} of 2`, 130, 800, { size: 8 })], rules, { number: index + 1 }),
    );
    const [text] = html(pages);
    expect(text!.match(/<table/g)).toHaveLength(1);
    expect(text!.match(/Item/g)).toHaveLength(1);
    expect(text).not.toContain('Page');
  });

  test('have one head row even if each page repeats the tagged head', () => {
    const cell = (row: number, column: number): TagCell => ({
      table: 0,
      row,
      column,
      colspan: 1,
      rowspan: 1,
      header: row === 0,
    });
    const tags = [0, 1, 2].flatMap((row) =>
      [0, 1].map((column) => tagged([2 * row + column], { cell: cell(row, column) })),
    );
    const part = (row: number, texts: readonly string[], number: number): PageLayout =>
      layoutOf(
        [
          ...['Item', 'Price'].flatMap((text, column) => set(text, 50 + 100 * column, 100, { mcid: column })),
          ...texts.flatMap((text, column) => set(text, 50 + 100 * column, 120, { mcid: 2 * row + column })),
        ],
        [],
        { number, tags },
      );
    const [text] = html([part(1, ['One', '1.00'], 1), part(2, ['Two', '2.00'], 2)]);
    expect(text!.match(/<table/g)).toHaveLength(1);
    expect(text!.match(/Item/g)).toHaveLength(1);
    expect(text).toContain('Two');
  });
});
