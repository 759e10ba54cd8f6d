// Table heads at the top of a page: of the same table, or of another one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { corpusRoot } from '../../../oracle/input-pairs.ts';
import { printedPdf, printedRows, type PrintedText } from '../../../builders/printed-pdf.ts';
import { comparePdfs, toldChanges } from './compare-pdfs.ts';

const WORDS = 'goods delivered with extraordinary care by a supplier who insures them'.split(' ');
const LABELS = ['Goal', 'Actor', 'Result', 'Use case'];
const XS = [72, 220];
const HEAD = ['Item', 'Description'];

/** A page with one table: its head, and rows that name the page. */
const table = (page: number, y: number, rows: number, head: readonly string[] | null = HEAD): readonly PrintedText[] =>
  printedRows(
    [
      ...(head ? [head] : []),
      ...Array.from({ length: rows }, (_, at) => [
        LABELS[at % LABELS.length]!,
        `${WORDS.slice(at % 5, (at % 5) + 1 + (at % 3)).join(' ')} ${page}.${at}`,
      ]),
    ],
    XS,
    y,
  );

describe('a head at the top of a page whose table begins there', () => {
  test.each([
    ['the table before ends high on its page', 80, 4],
    ['the table before ends in the middle', 240, 6],
    ['the table before is long', 80, 20],
  ])('is a row if %s, and a deleted one is a change', async (_, y, rows) => {
    const pages = (head: readonly string[] | null) =>
      printedPdf([table(1, y, rows), table(2, 80, rows), table(3, 80, rows, head)]);
    const { changes, comparison } = await comparePdfs(pages(HEAD), pages(null));
    expect(toldChanges(changes)).toEqual(['Item\nDescription →']);
    expect(comparison.sameness).toBe('different');
  });
});

describe('a head that pages repeat', () => {
  /** A table that fills its pages; those of `heads` begin with the head. */
  const long = (pages: number, heads: readonly number[]): Uint8Array =>
    printedPdf(
      Array.from({ length: pages }, (_, at) =>
        table(at + 1, 80, heads.includes(at + 1) ? 42 : 43, heads.includes(at + 1) ? HEAD : null),
      ),
    );

  test('is left out and listed', async () => {
    const { comparison } = await comparePdfs(long(3, [1, 2, 3]), long(3, [1, 2, 3]));
    expect(comparison.sameness).toBe('same_file');
    expect(comparison.uncompared).toMatchObject({
      differs: false,
      items: [{ kind: 'table_head', where: 'from page 2 on', original: { label: 'Item | Description' } }],
    });
    expect(comparison.html.match(/Description/g)).toHaveLength(1);
  });

  test.each([
    [
      'the second page',
      [1, 3],
      'Repeated table head on page 3: “Item | Description” became “Item | Description, not on page 2”.',
    ],
    [
      'the last page',
      [1, 2],
      'Repeated table head on page 2: “Item | Description” became “Item | Description, not on page 3”.',
    ],
    [
      'all later pages',
      [1],
      'Repeated table head from page 2 on (Item | Description) is only in the original document.',
    ],
  ])('is told if it is missing on %s', async (_, heads, told) => {
    const { listed } = await comparePdfs(long(3, [1, 2, 3]), long(3, heads));
    expect(listed).toEqual([told]);
  });
});

const report = join(corpusRoot() ?? '', 'reports', 'table-head-dropped');
test.skipIf(!existsSync(report))('the deleted head of the reported tables is a change', async () => {
  const [original, revised] = ['original.pdf', 'revised.pdf'].map((name) => readFileSync(join(report, name)));
  const { changes } = await comparePdfs(original!, revised!);
  expect(toldChanges(changes)).toEqual(['Item\nDescription →']);
});
