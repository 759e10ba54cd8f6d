/** Tables whose rows have drawn lines between them, and whose columns have none. */
import { describe, expect, test } from 'vitest';
import type { Glyph } from '../../../../../service/formats/pdf/paint/glyph.ts';
import type { PageLayout } from '../../../../../service/formats/pdf/layout/layout.ts';
import { across, layoutOf, set, setLines } from '../pages.ts';

const [LEFT, VALUES, RIGHT] = [50, 200, 450];

/** Rows between rules, from y = 100 on: the lines of each cell. Gives the glyphs and the heights of the rules. */
function form(rows: readonly (readonly (readonly string[])[])[]): { glyphs: Glyph[]; heights: number[] } {
  const heights = [100];
  const glyphs: Glyph[] = [];
  for (const row of rows) {
    const top = heights.at(-1)!;
    row.forEach((lines, column) => glyphs.push(...setLines(lines, column === 0 ? LEFT : VALUES, top + 14)));
    heights.push(top + 6 + 12 * Math.max(...row.map((lines) => lines.length)));
  }
  return { glyphs, heights };
}

const pageOf = ({ glyphs, heights }: ReturnType<typeof form>, more: readonly Glyph[] = []): PageLayout =>
  layoutOf(
    [...glyphs, ...more],
    heights.map((y) => across(LEFT, RIGHT, y)),
  );

const tablesOf = (layout: PageLayout): string[][][] =>
  layout.regions.flatMap(({ elements }) =>
    elements.flatMap((element) =>
      element.kind === 'table'
        ? [
            element.rows.map((row) =>
              row.map(
                ({ colspan, lines }) =>
                  `${colspan > 1 ? `${colspan}× ` : ''}${lines.map(({ text }) => text).join(' ')}`,
              ),
            ),
          ]
        : [],
    ),
  );

const linesOf = (layout: PageLayout): string[] =>
  layout.regions.flatMap(({ elements }) =>
    elements.flatMap((element) => (element.kind === 'line' ? [element.line.text] : [])),
  );

describe('a table with lines between its rows', () => {
  const rows = [
    [['Employer'], ['Example Ltd']],
    [['Other duration', 'of the duty'], ['24 months']],
    [['Fee'], ['The fee is due in', 'thirty days after', 'the invoice']],
    [['Governing law'], ['Delaware']],
  ];

  test('keeps the lines of a cell together', () => {
    expect(tablesOf(pageOf(form(rows)))).toEqual([
      [
        ['Employer', 'Example Ltd'],
        ['Other duration of the duty', '24 months'],
        ['Fee', 'The fee is due in thirty days after the invoice'],
        ['Governing law', 'Delaware'],
      ],
    ]);
  });

  test('has headings of sections across its columns, and labels without a value', () => {
    const heading = 'What applies after the end of the employment, to both parties';
    const [first, second, ...rest] = rows;
    const more = [first!, second!, [[heading]], ...rest, [['Date']]];
    expect(tablesOf(pageOf(form(more)))).toEqual([
      [
        ['Employer', 'Example Ltd'],
        ['Other duration of the duty', '24 months'],
        [`2× ${heading}`],
        ['Fee', 'The fee is due in thirty days after the invoice'],
        ['Governing law', 'Delaware'],
        ['Date', ''],
      ],
    ]);
  });

  test('begins below a title that a rule of the page header encloses', () => {
    const { glyphs, heights } = form(rows);
    const layout = layoutOf(
      [...glyphs, ...set('Order form', LEFT, 60, { size: 20 })],
      [20, ...heights].map((y) => across(LEFT, RIGHT, y)),
    );
    expect(linesOf(layout)).toEqual(['Order form']);
    expect(tablesOf(layout)[0]).toHaveLength(4);
  });

  test('divides a word where the text of a full cell touches the next one, and reads it once', () => {
    const full = 'Title of the employee, abcdefg/';
    const { glyphs, heights } = form([...rows, [[full], []]]);
    const y = heights.at(-2)! + 14;
    const value = set('{title}', VALUES, y, { font: 'Times-Bold' });
    const layout = layoutOf(
      [...glyphs.filter((glyph) => glyph.y !== y), ...set(full.slice(1), LEFT, y), ...value],
      heights.map((height) => across(LEFT, RIGHT, height)),
    );
    expect(tablesOf(layout)[0]!.at(-1)).toEqual([full.slice(1), '{title}']);
    expect(linesOf(layout)).toEqual([]);
  });

  test('has its columns in the order of the page where text runs from right to left', () => {
    const [labels, values] = [RIGHT, 300];
    const names = ['מעסיק', 'תקופה', 'שכר', 'דין'];
    const at = names.map((_, index) => 114 + index * 20);
    const layout = layoutOf(
      names.flatMap((name, index) => [
        ...set(name, labels - 5 * name.length, at[index]!),
        ...set('אבג', values - 15, at[index]!),
      ]),
      [100, ...at.map((y) => y + 6)].map((y) => across(LEFT, RIGHT, y)),
    );
    const [table] = tablesOf(layout);
    expect(table).toHaveLength(4);
    // The reader's first column comes first.
    for (const [index, row] of table!.entries())
      expect(row.map((text) => [...text].sort().join(''))).toEqual(
        [names[index]!, 'אבג'].map((text) => [...text].sort().join('')),
      );
  });

  test('is none where rules divide text, or groups of rows', () => {
    const text = ['some text that runs over the whole width of the page', 'and goes on for another line of it'];
    expect(tablesOf(pageOf(form([[text], [text], [text], [text]])))).toEqual([]);
    const group = [
      ['1,000', '1,025', '1,050', '1,075', '1,100', '1,125'],
      ['101', '103', '106', '108', '111', '113'],
    ];
    const [table] = tablesOf(pageOf(form([group, group, group, group])));
    expect(table).toHaveLength(24);
  });

  test('is none where the rules are only part of the rows', () => {
    const { glyphs, heights } = form(rows);
    const beside = heights.slice(1).flatMap((y) => set('and more of it here', RIGHT + 4, y - 4));
    const layout = layoutOf(
      [...glyphs, ...beside],
      heights.map((y) => across(LEFT, RIGHT, y)),
    );
    for (const table of tablesOf(layout))
      for (const row of table) expect(row).not.toEqual(['Fee', 'The fee is due in']);
  });
});
