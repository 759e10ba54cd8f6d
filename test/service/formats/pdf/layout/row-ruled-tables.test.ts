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
