// Glyphs to lines, columns and tables, on small hand-made pages.
import { describe, expect, test } from 'vitest';
import type { Glyph } from '../../../../../service/formats/pdf/paint/glyph.ts';
import type { Line } from '../../../../../service/formats/pdf/lines/line.ts';
import { buildLines } from '../../../../../service/formats/pdf/lines/lines.ts';
import type { PageLayout } from '../../../../../service/formats/pdf/layout/layout.ts';
import { buildWords, dropCoveredText } from '../../../../../service/formats/pdf/lines/words.ts';
import { across, down, layoutOf, set, setLines } from '../pages.ts';

const textOf = (line: Line): string =>
  line.words.map((word) => (word.spaceBefore ? ' ' : '') + word.glyphs.map((glyph) => glyph.text).join('')).join('');
const linesOf = (glyphs: readonly Glyph[]): string[] => buildLines(buildWords(glyphs)).map(textOf);
const flowOf = (layout: PageLayout): unknown[] =>
  layout.regions.flatMap((region) =>
    region.elements.map((element) =>
      element.kind === 'line'
        ? element.line.text
        : element.rows.map((row) => row.map((cell) => cell.lines.map((line) => line.text).join(' '))),
    ),
  );

const FILLER = 'some running text that fills the whole width of it';

describe('lines', () => {
  test('spaces come from painted spaces and from wide gaps', () => {
    expect(linesOf(set('one two', 50, 100))).toEqual(['one two']);
    expect(linesOf(set('one two', 50, 100, { movedSpaces: true }))).toEqual(['one two']);
    // Kerning is not a space.
    expect(linesOf([...set('A', 50, 100), ...set('V', 54, 100)])).toEqual(['AV']);
    // A painted space that the next move undoes is not a space.
    expect(linesOf([...set('in ', 50, 100), ...set('side', 60, 100)])).toEqual(['inside']);
  });

  test('a short spaced-out word has no spaces if spaces elsewhere are painted', () => {
    const spaced = [...'With'].flatMap((letter, index) => set(letter, 50 + 7 * index, 80));
    expect(flowOf(layoutOf([...spaced, ...setLines(['some words of text', 'and some more'], 50, 100)]))[0]).toBe(
      'With',
    );
  });

  test('raised and lowered marks belong to their letter', () => {
    const glyphs = set('ทั้ง', 50, 100).map((glyph, index) =>
      index === 1 || index === 2
        ? { ...glyph, x: 54, width: 0, y: 100 + index }
        : { ...glyph, x: index === 0 ? 50 : 55 },
    );
    expect(flowOf(layoutOf(glyphs))).toEqual(['ทั้ง']);
  });

  test('a small raised word belongs to its line, a line at almost the same height does not', () => {
    expect(linesOf([...set('clause', 50, 100), ...set('2', 80, 96, { size: 7 })])).toEqual(['clause2']);
    expect(linesOf([...set('under', 50, 100), ...set('overlaid', 52, 101.5)])).toEqual(['under', 'overlaid']);
  });

  test('a word struck twice is read once', () => {
    expect(linesOf([...set('bold', 50, 100), ...set('bold', 50.3, 100)])).toEqual(['bold']);
  });

  test('the text layer of a scan is read where no visible text covers it', () => {
    const hidden = set('hidden', 50, 100, { invisible: true });
    expect(dropCoveredText(buildWords(hidden))).toHaveLength(1);
    const words = dropCoveredText(
      buildWords([...hidden, ...set('hidden', 50, 100), ...set('other', 50, 200, { invisible: true })]),
    );
    expect(words.map((word) => word.glyphs[0]!.invisible)).toEqual([false, true]);
  });
});

describe('columns', () => {
  const column = (name: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${name}${index} ${FILLER}`.slice(0, 48));

  test('are read one after the other, divided by content that spans them', () => {
    const layout = layoutOf([
      ...set('A heading that is as wide as both of the columns below it together', 50, 60, { size: 14 }),
      ...setLines(column('a', 6), 50, 100),
      ...setLines(column('b', 6), 302, 103),
      ...set('A line below that is as wide as both of the columns above it taken as one line', 50, 200, { size: 12 }),
    ]);
    expect(flowOf(layout).map((text) => String(text).slice(0, 2))).toEqual([
      'A ',
      'a0',
      'a1',
      'a2',
      'a3',
      'a4',
      'a5',
      'b0',
      'b1',
      'b2',
      'b3',
      'b4',
      'b5',
      'A ',
    ]);
  });

  test('a list is no column beside its bullets', () => {
    const items = ['first item of the list', 'second item of the list', 'third item of the list', 'fourth one'];
    const layout = layoutOf(
      items.flatMap((item, index) => [...set('•', 50, 100 + 12 * index), ...set(item, 66, 100 + 12 * index)]),
    );
    expect(flowOf(layout)).toEqual(items.map((item) => `• ${item}`));
  });

  test('aligned spaces in a justified paragraph are no gutter', () => {
    const lines = Array.from({ length: 8 }, (_, index) => {
      const words = 'left part of the line with a wide'.slice(0, 24 + (index % 3) * 2);
      const end = 50 + words.length * 5;
      return [...set(words, 50, 100 + 12 * index), ...set('right part of the same line', end + 9, 100 + 12 * index)];
    });
    expect(flowOf(layoutOf(lines.flat()))).toHaveLength(8);
  });

  test('of a right-to-left page are read from the right', () => {
    // Glyphs are in visual order: the first letter is rightmost.
    const line = 'אבגדהוזחטיכלמנסעפצקרשתאבגדהוזחטיכלמנסעפצקרשתאבגד';
    const side = (x: number, y: number): Glyph[] =>
      Array.from({ length: 6 }, (_, index) => set(line, x, y + 12 * index)).flat();
    const layout = layoutOf([...side(50, 100), ...side(302, 103)]);
    expect(layout.regions.map((region) => Math.round(region.x0))).toEqual([302, 50]);
  });
});

describe('tables', () => {
  const grid = [
    across(50, 250, 90),
    across(50, 250, 110),
    across(50, 250, 140),
    down(50, 90, 140),
    down(150, 90, 140),
    down(250, 90, 140),
  ];

  test('with lines: cells of one and of two lines', () => {
    const glyphs = [
      ...set('Item', 55, 104),
      ...set('Price', 155, 104),
      ...set('Bolt of', 55, 122),
      ...set('steel', 55, 134),
      ...set('5.00', 155, 122),
    ];
    expect(flowOf(layoutOf(glyphs, grid))).toEqual([
      [
        ['Item', 'Price'],
        ['Bolt of steel', '5.00'],
      ],
    ]);
  });

  test('with lines: a field without a dividing line spans two columns', () => {
    const rules = [...grid.slice(0, 4), down(150, 110, 140), down(250, 90, 140)];
    const layout = layoutOf([...set('A title over both', 55, 104), ...set('x', 55, 130), ...set('y', 155, 130)], rules);
    const [table] = layout.regions[0]!.elements;
    expect(table).toMatchObject({ kind: 'table', rows: [[{ colspan: 2 }], [{ colspan: 1 }, { colspan: 1 }]] });
  });

  test('a box around text is no table', () => {
    const box = [across(40, 400, 80), across(40, 400, 130), down(40, 80, 130), down(400, 80, 130)];
    expect(flowOf(layoutOf(setLines(['Text in a box', 'of two lines'], 50, 100), box))).toEqual([
      'Text in a box',
      'of two lines',
    ]);
  });

  const rows = [
    ['Item', 'Count', 'Price'],
    ['Bolt', '10', '5.00'],
    ['Nut', '20', '7.50'],
    ['Screw', '5', '1.25'],
  ];
  const place = (text: string, row: number, column: number): Glyph[] =>
    set(text, [50, 150, 230][column]!, 100 + 16 * row);

  test('without lines: aligned gaps separate columns', () => {
    expect(flowOf(layoutOf(rows.flatMap((row, r) => row.flatMap((text, c) => place(text, r, c)))))).toEqual([rows]);
  });

  test('without lines: lines of wrapped cells are closer than rows at any alignment', () => {
    const glyphs = [
      ...set('Widget', 50, 106),
      ...set('A long text', 150, 100),
      ...set('of two lines', 150, 112),
      ...set('Bolt', 50, 132),
      ...set('Short', 150, 132),
      ...set('Nut', 50, 152),
      ...set('Also short', 150, 152),
      ...set('Screw', 50, 172),
      ...set('Shorter', 150, 172),
    ];
    expect(flowOf(layoutOf(glyphs))).toEqual([
      [
        ['Widget', 'A long text of two lines'],
        ['Bolt', 'Short'],
        ['Nut', 'Also short'],
        ['Screw', 'Shorter'],
      ],
    ]);
  });

  test('without lines: the usual gap of a row of short cells is between cells', () => {
    const heads = ['of', 'party', 'the', 'a b'];
    const glyphs = [
      ...heads.flatMap((text, column) => set(text, 50 + 90 * column, 100)),
      ...[1, 2, 3].flatMap((row) =>
        ['one', 'two three', 'four', '5.00'].flatMap((text, column) => set(text, 50 + 90 * column, 100 + 20 * row)),
      ),
    ];
    expect(flowOf(layoutOf(glyphs))).toEqual([[heads, ...Array(3).fill(['one', 'two three', 'four', '5.00'])]]);
  });

  test('without lines: a cell of the last row may be the only one with two lines', () => {
    const glyphs = [
      ...rows.flatMap((row, r) => row.flatMap((text, c) => set(text, [50, 150, 230][c]!, 100 + 16 * r))),
      ...set('driver', 50, 160),
      ...set('Text below', 50, 200),
    ];
    const joined = [...rows.slice(0, 3), ['Screw driver', '5', '1.25']];
    expect(flowOf(layoutOf(glyphs))).toEqual([joined, 'Text below']);
  });

  test('without lines: a title centred over its column is not a separate column', () => {
    const glyphs = [
      ...[...set('Item', 50, 100), ...set('Sum', 190, 100)],
      ...['Bolt', 'Nut', 'Screw', 'Washer'].flatMap((item, row) => [
        ...set(item, 50, 116 + 16 * row),
        ...set('5.00', 150, 116 + 16 * row),
      ]),
    ];
    expect(flowOf(layoutOf(glyphs))).toEqual([
      [
        ['Item', 'Sum'],
        ['Bolt', '5.00'],
        ['Nut', '5.00'],
        ['Screw', '5.00'],
        ['Washer', '5.00'],
      ],
    ]);
  });

  test('entries of a table of contents are no cells', () => {
    const lines = ['Introduction', 'Definitions', 'Termination'].flatMap((title, index) => [
      ...set(title, 50, 100 + 12 * index),
      ...set('. . . . . . . . . .', 130, 100 + 12 * index),
      ...set(String(index), 240, 100 + 12 * index),
    ]);
    expect(flowOf(layoutOf(lines))).toHaveLength(3);
  });
});

describe('tags', () => {
  const block = (
    role: 'p' | 'h1',
    mcids: number[],
  ): { role: 'p' | 'h1'; mcids: number[]; items: number[]; cell: null } => ({ role, mcids, items: [], cell: null });

  test('set the reading order if they cover the page', () => {
    const glyphs = [...set('second', 50, 100, { mcid: 1 }), ...set('first', 300, 100, { mcid: 0 })];
    expect(flowOf(layoutOf(glyphs, [], { tags: [block('p', [0]), block('p', [1])] }))).toEqual(['first', 'second']);
  });

  test('are ignored if they cover too little, not counting artifacts', () => {
    const body = [...set('one', 50, 100, { mcid: 0 }), ...set('not tagged at all', 50, 130)];
    expect(flowOf(layoutOf(body, [], { tags: [block('h1', [0])] }))).toEqual(['one', 'not tagged at all']);
    const withArtifacts = layoutOf(
      [...set('one', 50, 100, { mcid: 0 }), ...set('page 3', 50, 800, { artifact: true })],
      [],
      {
        tags: [block('p', [0])],
      },
    );
    expect([flowOf(withArtifacts), withArtifacts.artifacts.map(({ text }) => text)]).toEqual([['one'], ['page 3']]);
  });

  test('are ignored if their order goes up and down', () => {
    const ids = [0, 5, 1, 4, 2, 3];
    const glyphs = ids.map((_, index) => set(`line ${index}`, 50, 100 + 60 * index, { mcid: index })).flat();
    expect(flowOf(layoutOf(glyphs, [], { tags: ids.map((id) => block('p', [id])) }))).toEqual(
      ids.map((_, index) => `line ${index}`),
    );
  });
});
