/** A stated document beside its print: what layout does is no change, and what a person did is exactly one. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block, Document } from '../../../../shared/document/model.ts';
import { resolve } from '../../../../shared/fragment/resolve.ts';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import type { SideFormat } from '../../../../shared/formats.ts';
import { measureEnvelope } from '../../../../service/formats/measure-envelope.ts';
import { agreedForm, type FormSide } from '../../../../service/pipeline/two-formats/agreed-form.ts';
import { compareReadings } from '../../../../service/pipeline/compare/compare-readings.ts';
import { doc, p, table, td, tr } from '../../../builders/document.ts';

const LEADERS = fc.constantFrom<SideFormat>('docx', 'html', 'markdown');
/** How a reader finds a table on a page: as it is, a paragraph a cell, a paragraph a row, or divided by a page. */
const PRINTS = fc.constantFrom('table', 'cells', 'rows', 'divided');

type Print = 'table' | 'cells' | 'rows' | 'divided';
/** Texts of the paragraph before, of each row and its cells, and of the paragraph after. */
interface Content {
  readonly before: string;
  readonly rows: readonly (readonly string[])[];
  readonly after: string;
}

/** Every word occurs once, so that an edit has one reading. */
const CONTENT = fc
  .record({ rows: fc.integer({ min: 2, max: 5 }), columns: fc.integer({ min: 2, max: 4 }) })
  .map(({ rows, columns }): Content => ({
    before: 'The parties agree that this is not binding.',
    rows: Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, cell) => `item${row}x${cell} shall not cost ${1000 + 10 * row + cell}`),
    ),
    after: 'Signed by both of them in Vienna.',
  }));

const sideOf = (format: SideFormat, blocks: Document['blocks']): FormSide => ({
  format,
  document: { blocks, warnings: [] },
  envelope: measureEnvelope(blocks),
  ...(format === 'pdf' && { pageOfBlock: blocks.map(() => 1) }),
});
const tableOf = (rows: Content['rows']): Block =>
  table(...rows.map((cells) => tr(...cells.map((cell) => td(p(cell))))));
const stated = ({ before, rows, after }: Content): Document['blocks'] => doc(p(before), tableOf(rows), p(after));
const printed = ({ before, rows, after }: Content, print: Print): Document['blocks'] => {
  const middle: Record<Print, () => Block[]> = {
    table: () => [tableOf(rows)],
    cells: () => rows.flat().map((cell) => p(cell)),
    rows: () => rows.map((cells) => p(cells.join(' '))),
    divided: () => [tableOf(rows.slice(0, 1)), tableOf(rows.slice(1))],
  };
  return doc(p(before), ...middle[print](), p(after));
};

/** Compares, checks both invariants, and gives the summary. `turned`: the print is the original. */
function summaryOf(leader: SideFormat, content: Content, other: Document['blocks'], turned: boolean) {
  const sides = [sideOf(leader, stated(content)), sideOf('pdf', other)] as const;
  const [original, revised] = turned ? [sides[1], sides[0]] : sides;
  const form = agreedForm(original, revised);
  const formats = { original: original.format, revised: revised.format };
  const options = { format: 'mixed', formats, mode: 'word', attributeMode: 'semantic' } as const;
  const { html, summary } = compareReadings(form.original, form.revised, options);
  expect(resolve(html, { reject: 'all' })).toBe(writeFragment(form.original.document.blocks));
  expect(resolve(html, { accept: 'all' })).toBe(writeFragment(form.revised.document.blocks));
  return summary;
}

const withCell = (content: Content, row: number, cell: number, text: string): Content => ({
  ...content,
  rows: content.rows.map((cells, at) =>
    at === row ? cells.map((own, index) => (index === cell ? text : own)) : cells,
  ),
});

describe('a table beside its print', () => {
  const check = (judge: (content: Content, print: Print, leader: SideFormat, turned: boolean) => void): void =>
    fc.assert(
      fc.property(CONTENT, PRINTS, LEADERS, fc.boolean(), (content, print, leader, turned) =>
        judge(content, print, leader, turned),
      ),
    );

  test('has no change', () =>
    check((content, print, leader, turned) => {
      expect(summaryOf(leader, content, printed(content, print), turned).changeCount).toBe(0);
    }));

  test('with another digit in a cell has one replacement', () =>
    check((content, print, leader, turned) => {
      const edited = withCell(content, 1, 0, content.rows[1]![0]!.replace('1010', '1910'));
      const summary = summaryOf(leader, content, printed(edited, print), turned);
      expect(summary).toMatchObject({ changeCount: 1, replacements: 1 });
    }));

  test('without a “not” in a cell has one change of one word', () =>
    check((content, print, leader, turned) => {
      const edited = withCell(content, 1, 1, content.rows[1]![1]!.replace(' not', ''));
      const summary = summaryOf(leader, content, printed(edited, print), turned);
      expect(summary).toMatchObject({ changeCount: 1, [turned ? 'insertions' : 'deletions']: 1 });
    }));

  test('with two cells of a row in each other’s place has a change', () =>
    check((content, print, leader, turned) => {
      const [first, second] = content.rows[1]!;
      const edited = withCell(withCell(content, 1, 0, second!), 1, 1, first!);
      expect(summaryOf(leader, content, printed(edited, print), turned).changeCount).toBeGreaterThan(0);
    }));

  test('with two cells of a column in each other’s place has a change', () =>
    check((content, print, leader, turned) => {
      const [first, second] = [content.rows[0]![1]!, content.rows[1]![1]!];
      const edited = withCell(withCell(content, 0, 1, second), 1, 1, first);
      expect(summaryOf(leader, content, printed(edited, print), turned).changeCount).toBeGreaterThan(0);
    }));

  test('with a paragraph on the other side of it has a change', () =>
    check((content, print, leader, turned) => {
      const [before, ...rest] = printed(content, print);
      expect(summaryOf(leader, content, [...rest, before!], turned).changeCount).toBeGreaterThan(0);
    }));
});
