// Lines that only one side takes for a table.
import { describe, expect, test } from 'vitest';
import { printedPdf, printedRows } from '../../../../builders/printed-pdf.ts';
import { comparePdfs, toldChanges } from '../compare-pdfs.ts';

const TEXTS = [
  'goods delivered',
  'delivered with extraordinary',
  'with extraordinary care by',
  'extraordinary care',
  'care by a',
  'by a supplier who',
];
const ROWS = TEXTS.map((text, at) => [`Part 3.${at}`, `${text} of page 3`]);
const page = (rows: readonly (readonly string[])[]): Uint8Array => printedPdf([printedRows(rows, [72, 220], 80)]);

describe('lines that one more line makes a table', () => {
  test.each([
    ['a line that is deleted', [['Item', 'Description'], ...ROWS], ROWS, ['Item Description →']],
    ['a line that is inserted', ROWS, [['Item', 'Description'], ...ROWS], ['→ Item Description']],
    [
      'a word that changes beside',
      [['Item', 'Description'], ...ROWS],
      [...ROWS.slice(0, 5), ['Part 3.5', 'by the supplier who of page 3']],
      ['Item Description →', 'a → the'],
    ],
  ])('are text on both sides: %s', async (_, original, revised, expected) => {
    expect(toldChanges((await comparePdfs(page(original), page(revised))).changes)).toEqual(expected);
  });

  test('are a table if both sides have one', async () => {
    const { comparison } = await comparePdfs(
      page([['Item', 'Description'], ...ROWS]),
      page([['Item', 'Description'], ...ROWS.slice(0, 5)]),
    );
    expect(comparison.html).toContain('<table');
  });
});
