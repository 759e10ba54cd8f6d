/** Workbooks as the reader sees them: what their cells show. */
import { describe, expect, test } from 'vitest';
import { readXlsx } from '../../../../service/formats/xlsx/read-xlsx.ts';
import { plainTextOf } from '../../../../service/pipeline/words/plain-text.ts';
import { textOf, type Block } from '../../../../shared/document/model.ts';
import { archive, docx, wp } from '../../../builders/docx.ts';
import { sheet, xlsx, type BuiltCell, type BuiltWorkbook } from '../../../builders/xlsx.ts';

/** The rows of all tables, each cell as its text. */
function rowsOf(blocks: readonly Block[]): string[][] {
  return blocks.flatMap((block) =>
    block.kind !== 'table'
      ? []
      : block.rows.map(({ cells }) =>
          cells.map((cell) => cell.blocks.map((each) => (each.kind === 'text' ? textOf(each) : '?')).join('|')),
        ),
  );
}

async function shown(bytes: Uint8Array): Promise<string[][]> {
  return rowsOf((await readXlsx(bytes)).document.blocks);
}

/** What one cell shows. */
async function cellOf(cell: BuiltCell, workbook: Omit<BuiltWorkbook, 'sheets'> = {}): Promise<string | undefined> {
  return (await shown(xlsx({ ...workbook, sheets: [{ name: 'S', rows: [[cell]] }] })))[0]?.[0];
}

async function refusal(bytes: Uint8Array): Promise<string> {
  return readXlsx(bytes).then(
    () => 'read',
    (fault: unknown) => (fault as { code: string }).code,
  );
}

describe('the text of a cell', () => {
  const formatted: readonly [code: string, value: number, text: string][] = [
    ['0.00', 1, '1.00'],
    ['#,##0.00', 1234.5, '1,234.50'],
    ['0%', 0.25, '25%'],
    ['yyyy-mm-dd', 45_000, '2023-03-15'],
    ['m/d/yyyy', 60, '2/29/1900'],
    ['[h]:mm', 1.5, '36:00'],
    ['# ?/?', 1.25, '1 1/4'],
    ['"€" #,##0', 1200, '€ 1,200'],
    ['#,##0_);[Red](#,##0)', -5, '(5)'],
    ['0.00E+00', 12_345, '1.23E+04'],
  ];
  test.each(formatted)('%s shows %s as %s', async (code, value, text) => {
    expect(await cellOf({ value, format: 0 }, { formats: [code] })).toBe(text);
  });

  test('dates of 1904 count from another day', async () => {
    const workbook = { formats: ['yyyy-mm-dd'], properties: '<workbookPr date1904="1"/>' };
    expect(await cellOf({ value: 0, format: 0 }, workbook)).toBe('1904-01-01');
  });

  test('an ISO date is shown in its format', async () => {
    const cell = { attributes: 't="d"', value: '2023-03-15T12:00:00', format: 0 };
    expect(await cellOf(cell, { formats: ['yyyy-mm-dd hh:mm'] })).toBe('2023-03-15 12:00');
  });

  test('the noise of binary fractions is not shown', async () => {
    expect(await cellOf(0.1 + 0.2)).toBe('0.3');
    expect(await cellOf(1e15)).toBe('1E+15');
    expect(await cellOf(123_456_789)).toBe('123456789');
  });

  test('booleans, errors and results of formulas', async () => {
    expect(await cellOf(true)).toBe('TRUE');
    expect(await cellOf({ attributes: 't="e"', value: '#DIV/0!' })).toBe('#DIV/0!');
    expect(await cellOf({ attributes: 't="str"', formula: 'A2&"x"', value: 'ax' })).toBe('ax');
  });

  test('shared strings with runs, without the phonetic guide', async () => {
    const strings = [
      '<si><r><rPr><b/></rPr><t>Total </t></r><r><t xml:space="preserve">due</t></r></si>',
      '<si><t>課</t><rPh sb="0" eb="1"><t>カ</t></rPh></si>',
    ];
    expect(await cellOf({ attributes: 't="s"', value: 0 }, { strings })).toBe('Total due');
    expect(await cellOf({ attributes: 't="s"', value: 1 }, { strings })).toBe('課');
  });

  test('line breaks and escaped characters', async () => {
    expect(await cellOf('one\n\ntwo ')).toBe('one\n\ntwo');
    expect(await cellOf('a_x000A_b')).toBe('a\nb');
  });

  test('a format that hides a value does not hide it here', async () => {
    expect(await cellOf({ value: 7, format: 0 }, { formats: [';;;'] })).toBe('7');
  });

  test('a format that nobody can read shows the number', async () => {
    expect(await cellOf({ value: 7.5, format: 0 }, { formats: ['bad[['] })).toBe('7.5');
  });
});

describe('sheets', () => {
  test('each is a heading with a table, and hidden ones say so', async () => {
    const { document } = await readXlsx(
      xlsx({
        sheets: [
          {
            name: 'Prices',
            rows: [
              ['Item', 'Price'],
              ['Bolt', 3],
            ],
          },
          { name: 'Costs', state: 'hidden', rows: [['secret']] },
          { name: 'Empty', state: 'veryHidden', rows: [] },
        ],
      }),
    );
    expect(plainTextOf(document.blocks)).toBe(
      '## Prices\n\n| Item | Price |\n| Bolt | 3 |\n\n## Costs (hidden sheet)\n\n| secret |\n\n## Empty (very hidden sheet)\n',
    );
  });

  test('rows and columns between filled ones are kept, and wide gaps are not', async () => {
    const far = { xml: '<c r="ZZ9000"><v>9</v></c>' };
    expect(await shown(sheet(['a', null, 'b'], [null], ['c']))).toEqual([
      ['a', '', 'b'],
      ['', '', ''],
      ['c', '', ''],
    ]);
    expect(await shown(sheet(['a', far]))).toEqual([
      ['a', ''],
      ['', '9'],
    ]);
  });

  test('rows and cells without numbers follow each other', async () => {
    const rows = '<sheetData><row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row></sheetData>';
    const bytes = xlsx({
      sheets: [{ name: 'S', rows: [] }],
      parts: { 'xl/worksheets/sheet1.xml': `<worksheet>${rows}</worksheet>` },
    });
    expect(await shown(bytes)).toEqual([
      ['1', '2'],
      ['3', ''],
    ]);
  });

  test('a prefix of the namespace changes nothing', async () => {
    const bytes = xlsx({
      sheets: [{ name: 'S', rows: [] }],
      parts: {
        'xl/worksheets/sheet1.xml':
          '<x:worksheet xmlns:x="u"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      },
    });
    expect(await shown(bytes)).toEqual([['5']]);
  });

  test('so many cells that rows are compared as lines', async () => {
    const rows = Array.from({ length: 21_000 }, (_, at) => Array.from({ length: 20 }, (__, column) => at + column));
    const { document } = await readXlsx(sheet(...rows));
    expect(document.warnings.map(({ code }) => code)).toEqual(['rows_as_lines']);
    expect(document.blocks).toHaveLength(21_001);
  });
});

describe('refusals', () => {
  test('each has its code', async () => {
    expect(await refusal(new Uint8Array())).toBe('document_invalid');
    expect(await refusal(docx(wp('text')))).toBe('document_invalid');
    expect(await refusal(archive({ 'a.txt': 'x' }))).toBe('document_invalid');
    expect(await refusal(archive({ zeros: new Uint8Array(200_000_000) }))).toBe('archive_limit_exceeded');
    expect(await refusal(xlsx({ sheets: [] }))).toBe('document_invalid');
    const bomb = '<!DOCTYPE a [<!ENTITY b "c">]><worksheet>&b;</worksheet>';
    const parts = { 'xl/worksheets/sheet1.xml': bomb };
    expect(await refusal(xlsx({ sheets: [{ name: 'S', rows: [] }], parts }))).toBe('document_invalid');
  });

  test('a million merged cells are read in bounded time', async () => {
    const merges = Array.from({ length: 1_000_000 }, (_, at) => `<mergeCell ref="A${at + 1}:B${at + 1}"/>`).join('');
    const bytes = xlsx({
      sheets: [{ name: 'S', rows: [['a']], after: `<mergeCells>${merges}</mergeCells>` }],
      stored: true,
    });
    expect(await refusal(bytes)).toBe('read');
  }, 30_000);
});
