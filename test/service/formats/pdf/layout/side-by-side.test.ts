// Text side by side: two languages, signature blocks of parties.
import { describe, expect, test } from 'vitest';
import type { Glyph } from '../../../../../service/formats/pdf/paint/glyph.ts';
import type { PageLayout } from '../../../../../service/formats/pdf/layout/layout.ts';
import type { TagBlock } from '../../../../../service/formats/pdf/paint/page-tags.ts';
import { html, page } from '../compose.ts';
import { layoutOf, set, setLines } from '../pages.ts';

const CLAUSES = [
  [
    ['The seller has to deliver all the goods', 'that the parties have agreed on here.'],
    ['Der Verkäufer hat alle Waren zu liefern', 'auf die sich die Parteien hier einigten', 'und geeinigt haben.'],
  ],
  [
    ['The buyer has to pay for them in full,', 'as soon as they have been delivered to', 'the place of business.'],
    ['Der Käufer hat sie ganz zu bezahlen,', 'sobald sie geliefert worden sind.'],
  ],
  [
    ['Neither of them may assign a claim that', 'it has against the other one.'],
    ['Keiner von beiden darf abtreten, was er', 'vom anderen zu fordern hat und behält,', 'solange er will.'],
  ],
  [
    ['The law of the place of the seller will', 'be applied to all of this.'],
    ['Das Recht am Sitze des Verkäufers wird', 'auf all dies angewendet.'],
  ],
] as const;

const COLUMNS = [50, 300];
const ROW = 46;

/** Both languages of the clauses, row by row. */
function bilingual(from: number, to: number, y: number, mcid = false): Glyph[] {
  return CLAUSES.slice(from, to).flatMap((clause, row) =>
    clause.flatMap((lines, column) =>
      setLines(lines, COLUMNS[column]!, y + ROW * row, mcid ? { mcid: 2 * row + column } : {}),
    ),
  );
}

const tagged = (mcids: number[]): TagBlock => ({ role: 'p', mcids, items: [], cell: null });
const TABLE = CLAUSES.map(
  (clause) => `<tr>${clause.map((lines) => `<td><p>${lines.join(' ')}</p></td>`).join('')}</tr>`,
).join('');

describe('two languages side by side', () => {
  test('are read row by row', () => {
    expect(html([page(bilingual(0, 4, 100))])).toEqual([`<table><tbody>${TABLE}</tbody></table>`]);
  });

  test('form the same table if each paragraph is tagged', () => {
    const tags = Array.from({ length: 8 }, (_, index) => tagged([index]));
    const [plain, byTags] = html([page(bilingual(0, 4, 100))], [layoutOf(bilingual(0, 4, 100, true), [], { tags })]);
    expect(byTags).toBe(plain);
  });

  test('are page columns if all paragraphs have the same distance', () => {
    const column = (x: number): Glyph[] =>
      [0, 1, 2, 3].flatMap((row) => setLines(CLAUSES[row]![0].slice(0, 2), x, 100 + 34 * row));
    expect(html([page([...column(50), ...column(300)])])[0]).not.toContain('<table');
  });

  test('are page columns if paragraphs begin at different heights', () => {
    const left = [0, 1, 2, 3].flatMap((row) => setLines(CLAUSES[row]![0], 50, 100 + ROW * row));
    const right = [0, 1, 2, 3].flatMap((row) => setLines(CLAUSES[row]![1], 300, 100 + (ROW + 3) * row));
    const [text] = html([page([...left, ...right])]);
    expect(text).not.toContain('<table');
    expect(text!.indexOf('The law of the place')).toBeLessThan(text!.indexOf('Der Verkäufer hat'));
  });
});

describe('parties that sign', () => {
  const LABELS = ['For the supplier', 'Name of the signatory', 'Place and date'];
  const block = (y: number, step: number, mcids: boolean): Glyph[] =>
    ['supplier', 'customer'].flatMap((party, column) =>
      LABELS.flatMap((label, row) =>
        set(
          label.replace('supplier', party),
          50 + 200 * column,
          y + step * row,
          mcids ? { mcid: 3 * column + row } : {},
        ),
      ),
    );

  test('are rows of a table, tagged column by column or untagged, at any line distance', () => {
    const tags = Array.from({ length: 6 }, (_, index) => tagged([index]));
    const sides: PageLayout[][] = [[page(block(100, 48, false))], [layoutOf(block(200, 40, true), [], { tags })]];
    const [plain, byTags] = html(...sides);
    expect(byTags).toBe(plain);
    expect(plain).toContain('<td><p>For the supplier</p></td><td><p>For the customer</p></td>');
    expect(plain!.match(/<tr/g)).toHaveLength(3);
  });

  test('are two blocks if each fills in the same labels', () => {
    const party = (name: string, signatory: string, x: number): Glyph[] =>
      setLines([`For ${name}`, `Name: ${signatory}`, 'Title: Director', 'Date:'], x, 100);
    const [text] = html([page([...party('Acme Ltd.', 'Jo Smith', 50), ...party('Northwind GmbH', 'Eva Muster', 300)])]);
    expect(text).toBe(
      '<p>For Acme Ltd.</p><p>Name: Jo Smith</p><p>Title: Director</p><p>Date:</p>' +
        '<p>For Northwind GmbH</p><p>Name: Eva Muster</p><p>Title: Director</p><p>Date:</p>',
    );
  });

  test('do not include the line above them', () => {
    const [text] = html([page([...setLines(['Words in front of it', 'end.'], 50, 60), ...block(104, 48, false)])]);
    expect(text).toContain('end.</p><table');
  });
});

describe('two addresses side by side', () => {
  const ACME = ['Acme Supplies Limited', '12 Harbour Street', 'London EC1A 2BB', 'United Kingdom'];
  const NORTH = ['Northwind Handel GmbH', 'Königsallee 45', '40212 Düsseldorf', 'Germany', 'office@northwind.example'];
  const LETTER = ['This agreement is made between both of them on the first of May, and it', 'ends when either asks.'];
  const paragraphs = (lines: readonly string[]): string => lines.map((line) => `<p>${line}</p>`).join('');

  test('are two blocks, and the text above and below stays in its place', () => {
    const glyphs = [
      ...setLines(['Agreement'], 50, 60),
      ...setLines(ACME, 50, 100),
      ...setLines(NORTH, 300, 100),
      ...setLines(LETTER, 50, 190),
    ];
    const [text] = html([page(glyphs)]);
    expect(text).toBe(`<p>Agreement</p>${paragraphs(ACME)}${paragraphs(NORTH)}<p>${LETTER.join(' ')}</p>`);
  });

  test('are the same blocks when one moves a little or has a line more', () => {
    const of = (left: readonly string[], x: number): string =>
      html([page([...setLines(left, 50, 100), ...setLines(NORTH, x, 100)])])[0]!;
    expect(of(ACME, 280)).toBe(of(ACME, 300));
    const more = [...ACME, 'sales@acme.example', 'Unit 7'];
    expect(of(more, 300)).toBe(paragraphs([...more, ...NORTH]));
  });

  test('are two blocks if each is tagged, line by line', () => {
    const glyphs = [ACME, NORTH.slice(0, 4)].flatMap((lines, side) =>
      lines.flatMap((line, row) => set(line, 50 + 250 * side, 100 + 12 * row, { mcid: 4 * side + row })),
    );
    const tags = Array.from({ length: 8 }, (_, index) => tagged([index]));
    expect(html([layoutOf(glyphs, [], { tags })])).toEqual([paragraphs([...ACME, ...NORTH.slice(0, 4)])]);
  });

  test.each([
    ['names and roles', ['Alice Smith', 'Bob Jones', 'Carol White'], ['Director', 'Secretary', 'Treasurer']],
    ['goods and prices', ['Goods', 'Paper 2', 'Pens'], ['Price', '20 Euro', '30 Euro']],
    ['labels and values', ['Name:', 'Street:', 'Town:'], ['Acme Limited', '12 Harbour Street', '40212 Düsseldorf']],
    ['goods and boxes', ['Product', 'Basic 1', 'Plus 2'], ['Package', '10 pieces', '20 pieces']],
    [
      'towns and streets',
      ['40212 Düsseldorf', '10115 Berlin', '20095 Hamburg'],
      ['Königsallee 45', 'Markt 1', 'Kai 3'],
    ],
  ])('%s are a table', (_name, left, right) => {
    const [text] = html([page([...setLines(left, 50, 100), ...setLines(right, 300, 100)])]);
    expect(text).toMatch(/^<table/);
    expect(text!.match(/<tr/g)).toHaveLength(left.length);
  });
});

describe('a table of contents without leaders', () => {
  const entries = (lines: readonly (readonly [number: string, title: string, page: string])[]): Glyph[] =>
    lines.flatMap(([number, title, pageNumber], row) => [
      ...set(number, 50, 100 + 12 * row),
      ...set(title, 80, 100 + 12 * row),
      ...set(pageNumber, 400 - 5 * pageNumber.length, 100 + 12 * row),
    ]);

  test('is a paragraph for each entry', () => {
    const lines = [
      ['1.', 'Scope', '3'],
      ['1.1', 'Definitions', '3'],
      ['2.', 'Services and fees', '9'],
      ['3.', 'Liability', '12'],
    ] as const;
    const [text] = html([page(entries(lines))]);
    expect(text).not.toContain('<table');
    expect(text!.match(/<p/g)).toHaveLength(4);
  });

  test('is none if the last column is no page number', () => {
    const lines = [
      ['1.', 'Paper', '30'],
      ['2.', 'Pens', '12'],
      ['3.', 'Ink', '9'],
      ['4.', 'Files', '12'],
    ] as const;
    expect(html([page(entries(lines))])[0]).toMatch(/^<table/);
  });
});
