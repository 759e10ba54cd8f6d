// Tables and columns that page breaks and narrow columns divide.
import { describe, expect, test } from 'vitest';
import type { Glyph } from '../../../../service/formats/pdf/paint/glyph.ts';
import type { PageLayout } from '../../../../service/formats/pdf/layout/layout.ts';
import { layoutPage } from '../../../../service/formats/pdf/layout/page-layout.ts';
import { html, page } from './compose.ts';
import { across, down, layoutOf, pageOf, set, setLines } from './pages.ts';

const FULL = 'words that go on to the end of the line here';

/** Rows of cells that begin at the given x positions, 14 pt apart. */
const rows = (cells: readonly (readonly string[])[], xs: readonly number[], y: number): Glyph[] =>
  cells.flatMap((row, index) => row.flatMap((text, column) => set(text, xs[column]!, y + 14 * index)));
const tables = (text: string): number => text.match(/<table/g)?.length ?? 0;

describe('tables with lines', () => {
  const [LEFT, MIDDLE, RIGHT] = [50, 100, 300];
  /** Rows with an empty cell over all of them at the left, and the label of the group in its first row. */
  const grouped = (names: readonly string[], y: number, number: number, label = ''): PageLayout => {
    const bottom = y + 20 * names.length;
    const glyphs = names.flatMap((name, at) => set(name, MIDDLE + 6, y + 14 + 20 * at));
    const inner = names.slice(1).map((_, at) => across(MIDDLE, RIGHT, y + 20 * (at + 1)));
    const frame = [across(LEFT, RIGHT, y), across(LEFT, RIGHT, bottom)];
    const sides = [LEFT, MIDDLE, RIGHT].map((x) => down(x, y, bottom));
    const above = number === 1 ? setLines([FULL, FULL, 'end.'], 50, y - 60) : [];
    return layoutOf([...above, ...glyphs, ...set(label, LEFT + 6, y + 14)], [...frame, ...inner, ...sides], { number });
  };
  const tableIn = (text: string): string => text.slice(text.indexOf('<table'));
  const names = ['goods', 'services', 'freight', 'storage', 'taxes'];

  test.each(['', 'Fees'])('keep a cell over several rows that a page break divides: “%s”', (label) => {
    const [whole] = html([grouped(names, 200, 1, label)]);
    expect(whole).toContain('rowspan="5"');
    for (const at of [2, 3]) {
      const first = grouped(names.slice(0, at), 820 - 20 * at, 1, label);
      const [text] = html([first, grouped(names.slice(at), 40, 2)]);
      expect(tableIn(text!)).toBe(tableIn(whole!));
    }
  });

  test('join a row that each page end divides after the same words, as the other side has them', () => {
    const [columns, count] = [[50, 100, 300], 9];
    const ruled = (lines: readonly (readonly string[])[], y: number, number: number): PageLayout => {
      const bottom = y + 20 * lines.length;
      const glyphs = lines.flatMap((row, at) => row.flatMap((text, x) => set(text, columns[x]! + 6, y + 14 + 20 * at)));
      const ruling = Array.from({ length: lines.length + 1 }, (_, at) => across(50, 300, y + 20 * at));
      return layoutOf(glyphs, [...ruling, ...columns.map((x) => down(x, y, bottom))], { number });
    };
    const service = (at: number): string => `Service number ${at} for the`;
    const full = Array.from({ length: count }, (_, at) => [String(at), `${service(at)} council`]);
    const divided = (from: number, to: number): readonly (readonly string[])[] => [
      ...(from === 0 ? [] : [['', 'council']]),
      ...full.slice(from, to - 1),
      ...(to === count ? full.slice(to - 1) : [[String(to - 1), service(to - 1)]]),
    ];
    const original = [ruled(divided(0, 3), 740, 1), ruled(divided(3, 6), 720, 2), ruled(divided(6, 9), 40, 3)];
    const [own, other] = html(original, [ruled(full, 40, 1)]);
    expect(own).toBe(other);
  });

  test('keep empty cells of single rows apart', () => {
    const [text] = html([grouped(['goods'], 780, 1), grouped(['services'], 40, 2)]);
    expect(text).not.toContain('rowspan');
  });
});

describe('tables without lines', () => {
  test('keep a row whose cell fills its column', () => {
    const cells = [
      ['goods', '1.00'],
      ['services', '2.00'],
      ['freight', '3.00'],
      ['all goods and services x', '4.00'],
    ];
    // The last cell ends 5 pt before the next one. That is less than a cell gap and more than a space of its line.
    const tight = rows(cells.slice(0, 3), [50, 164], 100).concat(
      ['all', 'goods', 'and', 'services', 'x'].flatMap((word, index) =>
        set(word, [50, 67.5, 95, 112.5, 155][index]!, 142),
      ),
      set('4.00', 164, 142),
    );
    const [text] = html([page(tight)]);
    expect(text).toContain('<td><p>all goods and services x</p></td><td><p>4.00</p></td>');
  });

  test('separate close cells if spaces are painted and none is between the cells', () => {
    // The figures of the second column end 4 pt before the third.
    const cells = [
      ['all goods', '1,561.44', '5,802.22'],
      ['and freight', '7,979.55', '7,673.35'],
      ['or storage', '2,979.45', '3,644.25'],
    ];
    const [text] = html([page(rows(cells, [50, 150, 194], 100))]);
    expect(text).toContain('<td><p>7,979.55</p></td><td><p>7,673.35</p></td>');
  });

  test('with two rows at the end of a page and two on the next are joined', () => {
    const columns = [50, 200];
    const first = page([
      ...setLines([FULL, FULL, 'end.'], 50, 700),
      ...rows(
        [
          ['goods', '1.00'],
          ['services', '2.00'],
        ],
        columns,
        770,
      ),
    ]);
    const next = (y: number): PageLayout =>
      page(
        [
          ...rows(
            [
              ['freight', '3.00'],
              ['storage', '4.00'],
            ],
            columns,
            60,
          ),
          ...setLines([FULL, FULL, 'end.'], 50, y),
        ],
        2,
      );
    expect(tables(html([first, next(120)])[0]!)).toBe(1);
    // A single row on each page is text with a gap by chance.
    const one = page([...setLines([FULL, FULL, 'end.'], 50, 700), ...rows([['goods', '1.00']], columns, 784)]);
    const other = page([...rows([['freight', '3.00']], columns, 60), ...setLines([FULL, FULL, 'end.'], 50, 120)], 2);
    expect(tables(html([one, other])[0]!)).toBe(0);
  });

  test('accept line distances that vary by a pixel', () => {
    const cell = (lines: readonly string[], x: number, ys: readonly number[]): Glyph[] =>
      lines.flatMap((line, index) => set(line, x, ys[index]!, { size: 9 }));
    const glyphs = [
      ...cell(['Nature', 'of goods'], 50, [100, 112]),
      ...cell(['Price', 'in full'], 150, [100, 112]),
      ...cell(['steel', 'and iron'], 50, [132, 144.75]),
      ...cell(['5.00'], 150, [132]),
      ...cell(['copper', 'and tin', 'and lead'], 50, [164, 176, 188.75]),
      ...cell(['9.00', 'a ton', 'net'], 150, [164, 176, 188.75]),
    ];
    const [text] = html([page(glyphs)]);
    expect(text!.match(/<tr/g)).toHaveLength(3);
    expect(text).toContain('<td><p>copper and tin and lead</p></td><td><p>9.00 a ton net</p></td>');
  });

  describe('with a row divided by a page break', () => {
    const ROWS = [0, 1, 2];
    const both = (left: readonly string[], right: readonly string[], y: number): Glyph[] => [
      ...setLines(left, 50, y),
      ...setLines(right, 300, y),
    ];
    const clauses = (y: number): Glyph[] =>
      ROWS.flatMap((row) =>
        both([`Clause ${row} of the`, 'agreement holds.'], [`Ziffer ${row} des`, 'Vertrags gilt.'], y + 40 * row),
      );

    test('are joined if the sentence of a cell continues', () => {
      const first = page([
        ...clauses(600),
        ...both(['The parties agree on', 'whatever is needed'], ['Alles gilt.'], 720),
      ]);
      const next = page([...both(['between themselves.'], ['So ist es.'], 60), ...clauses(90)], 2);
      const [text] = html([first, next]);
      expect(text).toContain('<td><p>The parties agree on whatever is needed between themselves.</p></td>');
      expect(text).toContain('<td><p>Alles gilt. So ist es.</p></td>');
    });

    test('are joined if only one cell continues, with nothing beside it', () => {
      const first = page([
        ...clauses(600),
        ...both(['The parties agree on', 'whatever is needed'], ['Alles gilt.'], 720),
      ]);
      const next = page([...setLines(['between themselves.'], 50, 60), ...setLines([FULL, FULL, 'end.'], 50, 110)], 2);
      const [text] = html([first, next]);
      expect(text).toContain('<td><p>The parties agree on whatever is needed between themselves.</p></td>');
      expect(text).toContain(`</table><p>${FULL} ${FULL} end.</p>`);
    });

    test('are joined below a repeated head, if the rest of a sentence has nothing beside it', () => {
      const head = (y: number): Glyph[] => both(['Deutsch is left out'], ['English'], y);
      const first = page([...head(560), ...clauses(600), ...both(['Alles gilt.'], ['and the parties'], 720)]);
      const last = clauses(110);
      const next = page([...head(60), ...both([], ['have agreed to it.'], 86), ...last], 2);
      const [text] = html([first, next]);
      expect(text).toContain('<td><p>and the parties have agreed to it.</p></td>');
      expect(text!.match(/Deutsch/g)).toHaveLength(1);
    });

    test('are joined if the other side has the row undivided', () => {
      const first = page([...clauses(600), ...both(['The fee is due.'], ['Es gilt.'], 720)]);
      const next = page([...both(['No tax is owed.'], ['So ist es.'], 60), ...clauses(90)], 2);
      const whole = page([
        ...clauses(100),
        ...both(['The fee is due.', 'No tax is owed.'], ['Es gilt.', 'So ist es.'], 220),
        ...clauses(260),
      ]);
      const [alone] = html([first, next]);
      expect(alone).toContain('<td><p>No tax is owed.</p></td>');
      const [parted, one] = html([first, next], [whole]);
      expect(parted).toBe(one);
      expect(parted).toContain('<td><p>The fee is due. No tax is owed.</p></td>');
    });
  });
});

describe('columns', () => {
  const LINES = [
    'First words of a text',
    'that goes on in lines',
    'of one narrow column',
    'with more of them and',
    'more until its end',
  ];
  const column = (x: number, y: number, count: number, step = 12): Glyph[] =>
    Array.from({ length: count }, (_, index) => set(LINES[index % LINES.length]!, x, y + step * index)).flat();

  test('are separated from a short column whose neighbours have other baselines', () => {
    const glyphs = [...column(50, 100, 40), ...column(220, 107, 12), ...column(390, 105, 10)];
    const layout = page(glyphs);
    expect(layout.regions.map((region) => Math.round(region.x0))).toEqual([50, 220, 390]);
  });

  test('continue from the previous page with any number of lines', () => {
    const full = page([...column(50, 100, 30), ...column(220, 100, 30)]);
    const rest = pageOf([...column(50, 100, 2), ...column(220, 100, 2)]);
    expect(full.gutters).toHaveLength(1);
    expect(layoutPage(2, rest, [], null, full.gutters).regions).toHaveLength(2);
    expect(layoutPage(2, rest, [], null).regions).toHaveLength(1);
    // Figures on both sides form a table.
    const figures = pageOf([
      ...set('fee', 50, 100),
      ...set('5.00', 220, 100),
      ...set('tax', 50, 112),
      ...set('1.00', 220, 112),
    ]);
    expect(layoutPage(2, figures, [], null, full.gutters).regions).toHaveLength(1);
  });
});
