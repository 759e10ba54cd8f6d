/** Comparisons of workbooks: which rows, columns and sheets pair, and what their cells contain beyond what they show. */
import { describe, expect, test } from 'vitest';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { bothSides } from '../../../shared/formats.ts';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { readXlsx } from '../../../service/formats/xlsx/read-xlsx.ts';
import { sheet, xlsx, type BuiltCell, type BuiltSheet } from '../../builders/xlsx.ts';

const compare = (original: Uint8Array, revised: Uint8Array) =>
  compareFiles({
    formats: bothSides('xlsx'),
    original,
    revised,
    mode: 'auto',
    attributeMode: 'semantic',
    details: ['signals'],
  });

/** Each change as its type, its cells on both sides, and its texts. */
async function changes(original: Uint8Array, revised: Uint8Array) {
  const comparison = await compare(original, revised);
  return comparison.page(0, 500).changes.map((change) => {
    const { sourceLocation: from, revisedLocation: to } = change as never as Record<string, Record<string, string>>;
    const { before, after } = change as never as Record<string, { text: string; format?: Record<string, string> }>;
    const at = (place: Record<string, string> | undefined) => place && `${place['sheet']}!${place['cell'] ?? ''}`;
    return {
      type: change.type,
      from: at(from),
      to: at(to),
      before: before?.text,
      after: after?.text,
      format: (before?.format ?? after?.format) ? [before?.format, after?.format] : undefined,
      signals: change.signals?.map(({ rule, text }) => `${rule}: ${text}`),
    };
  });
}

const formula = (text: string, value: number): BuiltCell => ({ formula: text, value });
const items = (count: number): BuiltCell[][] => [
  ['Id', 'Name', 'Quantity'],
  ...Array.from({ length: count }, (_, at): BuiltCell[] => [1000 + 7 * at, `Item ${at}`, (37 * at) % 101]),
];
const book = (sheets: Record<string, BuiltSheet['rows']>) =>
  xlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) });

describe('rows and columns', () => {
  test('an inserted row and an inserted column are one change each', async () => {
    const wider = items(40).map(([id, ...rest], at) => [id!, at === 0 ? 'Unit' : 'kg', ...rest]);
    wider.splice(5, 0, [99, 'g', 'Washer', 12]);
    expect((await changes(sheet(...items(40)), sheet(...wider))).map(({ type, to }) => [type, to])).toEqual([
      ['block_insert', 'Sheet1!B1'],
      ['block_insert', 'Sheet1!A6'],
    ]);
  });

  test('a sorted sheet is moved rows', async () => {
    const [head, ...rows] = items(30);
    const sorted = [head!, ...rows.toSorted((a, b) => Number(a[2]) - Number(b[2]))];
    const comparison = await compare(sheet(head!, ...rows), sheet(...sorted));
    const { summary, changes: found } = comparison.page(0, 500);
    expect(summary.replacements + summary.insertions + summary.deletions).toBe(0);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((change) => JSON.stringify(change).includes('"moveId"'))).toBe(true);
  });

  test('missing and empty cells are one, and binary noise is nothing', async () => {
    expect(await changes(sheet(['a', null, 0.3]), sheet(['a', { xml: '<c r="B1" s="0"/>' }, 0.1 + 0.2]))).toEqual([]);
  });
});

describe('sheets', () => {
  test('pair by name and content, not by position', async () => {
    const found = await changes(
      book({
        Prices: items(5),
        Costs: [
          ['x', 'y'],
          ['one', 'two'],
        ],
      }),
      book({
        New: [['n', 1]],
        Prices: items(5),
        Costs: [
          ['x', 'y'],
          ['one', 'three'],
        ],
      }),
    );
    expect(found.map(({ type, from, to }) => [type, from, to])).toEqual([
      ['block_insert', undefined, 'New!'],
      ['block_insert', undefined, 'New!A1'],
      ['replace', 'Costs!B2', 'Costs!B2'],
    ]);
  });

  test('a sheet that is hidden now says so', async () => {
    const hidden = xlsx({
      sheets: [
        { name: 'S', rows: [['a']] },
        { name: 'T', rows: [['b']], state: 'hidden' },
      ],
    });
    expect(await changes(book({ S: [['a']], T: [['b']] }), hidden)).toMatchObject([
      { type: 'insert', to: 'T!', after: ' (hidden sheet)' },
    ]);
  });
});

describe('formulas', () => {
  const total = (sum: BuiltCell, ...before: BuiltCell[][]) =>
    sheet(['Key', 'V'], ...before, ['k', 5], ['l', 5], ['Total', sum]);

  test('another formula with an equal value is a change of its own', async () => {
    expect(await changes(total(formula('SUM(B2:B3)', 10)), total(formula('B2+B3', 10)))).toMatchObject([
      {
        type: 'format',
        from: 'Sheet1!B4',
        to: 'Sheet1!B4',
        before: '10',
        after: '10',
        format: [{ formula: '=SUM(B2:B3)' }, { formula: '=B2+B3' }],
      },
    ]);
  });

  test('a formula that became a fixed number is told first', async () => {
    expect(await changes(total(formula('SUM(B2:B3)', 10)), total(10))).toMatchObject([
      { type: 'format', format: [{ formula: '=SUM(B2:B3)' }, {}], signals: ['fixed-values: =SUM(B2:B3) → 10'] },
    ]);
  });

  test('references that moved with their rows are no change', async () => {
    const moved = total(formula('SUM(B3:B4)', 10), ['new', 'row']);
    expect((await changes(total(formula('SUM(B2:B3)', 10)), moved)).map(({ type }) => type)).toEqual(['block_insert']);
  });

  test('a range that a row was inserted into is the same range', async () => {
    const longer = sheet(['Key', 'V'], ['k', 5], ['new', 0], ['l', 5], ['Total', formula('SUM(B2:B4)', 10)]);
    expect((await changes(total(formula('SUM(B2:B3)', 10)), longer)).map(({ type }) => type)).toEqual(['block_insert']);
  });

  test('a shared formula is the same as one of its own', async () => {
    const shared = sheet(
      ['a', 1, { formula: 'B1*2', shared: 't="shared" si="0" ref="C1:C2"', value: 2 }],
      ['b', 2, { formula: '', shared: 't="shared" si="0"', value: 4 }],
    );
    const own = sheet(['a', 1, formula('B1*2', 2)], ['b', 2, formula('B2*2', 4)]);
    expect(await changes(shared, own)).toEqual([]);
  });

  test('a renamed sheet changes no formula', async () => {
    const data = [
      ['k', 'v'],
      ['one', 1],
      ['two', 2],
    ];
    const found = await changes(
      book({ S: [['a', formula('Data!B2*2', 2)]], Data: data }),
      book({ S: [['a', formula("'New Data'!B2*2", 2)]], 'New Data': data }),
    );
    expect(found.map(({ type }) => type)).toEqual(['insert']);
  });
});

test('digits that the format hides are told', async () => {
  const rate = (value: number) =>
    xlsx({ sheets: [{ name: 'S', rows: [['Rate', { value, format: 0 }]] }], formats: ['0.0'] });
  expect(await changes(rate(1.01), rate(1.02))).toMatchObject([
    { type: 'format', from: 'S!B1', before: '1.0', after: '1.0', format: [{ value: '1.01' }, { value: '1.02' }] },
  ]);
});

test('another address of a link is a change of the link', async () => {
  const linked = (target: string) =>
    xlsx({
      sheets: [
        {
          name: 'S',
          rows: [['a', 'site']],
          after: '<hyperlinks><hyperlink ref="B1" r:id="rId9"/></hyperlinks>',
          links: { rId9: target },
        },
      ],
    });
  expect(await changes(linked('https://a.example/'), linked('https://b.example/'))).toMatchObject([
    { type: 'link', from: 'S!B1', to: 'S!B1', before: 'site' },
  ]);
});

test('what is not compared is listed with its sheet and its cells', async () => {
  const validated = (list: string, hiddenRows: number[]) =>
    xlsx({
      sheets: [
        {
          name: 'S',
          rows: [['a'], ['b'], ['c']],
          hiddenRows,
          after:
            `<mergeCells><mergeCell ref="A1:B1"/></mergeCells><conditionalFormatting sqref="A1:A3"><cfRule type="cellIs" operator="lessThan"><formula>5</formula></cfRule></conditionalFormatting>` +
            `<dataValidations><dataValidation type="list" sqref="A2:A3"><formula1>"${list}"</formula1></dataValidation></dataValidations>`,
        },
      ],
      after: '<definedNames><definedName name="Total">S!$A$3</definedName></definedNames>',
      parts: { 'xl/vbaProject.bin': 'macros' },
    });
  const { uncompared, sameness } = await compare(validated('x,y', []), validated('x,z', [1]));
  expect(sameness).toBe('no_differences_in_compared_content');
  expect(uncompared!.items.map(({ kind, where, differs }) => [kind, where, differs])).toEqual([
    ['validation', 'S!A2:A3', true],
    ['hidden_content', 'S!2:2', true],
    ['merged_cells', 'S!A1:B1', false],
    ['conditional_format', 'S!A1:A3', false],
    ['defined_name', '', false],
  ]);
});

test('rejecting and accepting give back both workbooks', async () => {
  const original = sheet(...items(12), ['Total', null, formula('SUM(C2:C13)', 1)]);
  const revised = sheet(...items(14).slice(0, 9), ...items(14).slice(10), ['Total', null, 1]);
  const { html } = await compare(original, revised);
  const fragment = async (bytes: Uint8Array) => writeFragment((await readXlsx(bytes)).document.blocks);
  const plain = (text: string) => text.replaceAll(/ data-(?:formula|value)="[^"]*"/gu, '');
  expect(plain(resolve(html, { accept: [], reject: 'all' }))).toBe(await fragment(original));
  expect(plain(resolve(html, { accept: 'all', reject: [] }))).toBe(await fragment(revised));
});
