import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bandTables } from '../../../shared/document/column-bands.ts';
import { GridColumns } from '../../../shared/document/grid-columns.ts';
import { PLAIN_ATTRIBUTES, textOf, type Cell, type Row, type TableBlock } from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';

interface Form {
  readonly text: string;
  readonly colspan?: number;
  readonly rowspan?: number;
}

function cellOf({ text, colspan = 1, rowspan = 1 }: Form): Cell {
  const run = { text, marks: 0, href: null };
  const block = { kind: 'text', type: 'p', path: TOP, attributes: PLAIN_ATTRIBUTES, runs: [run] } as const;
  return { header: false, colspan, rowspan, blocks: [block] };
}

function tableOf(rows: readonly (readonly Form[])[]): TableBlock {
  return { kind: 'table', path: TOP, rows: rows.map((cells): Row => ({ section: 'body', cells: cells.map(cellOf) })) };
}

function cut(rows: readonly (readonly Form[])[], width: number): readonly TableBlock[] {
  return bandTables([tableOf(rows)], width) as readonly TableBlock[];
}

function textOfCell({ blocks }: Cell): string {
  return blocks
    .map((block) => (block.kind === 'text' ? textOf(block) : ''))
    .join('')
    .replaceAll('\u200B', '');
}

/** The texts of a band by row and column. A cell over several columns or rows is in each of them. */
function slotsOf({ rows }: TableBlock): string[][] {
  const columns = new GridColumns();
  const slots: string[][] = rows.map(() => []);
  for (const [at, { cells }] of rows.entries()) {
    columns.startRow();
    for (const cell of cells) {
      const from = columns.nextColumn();
      columns.place(cell);
      for (let row = at; row < Math.min(rows.length, at + cell.rowspan); row += 1)
        for (let column = from; column < from + cell.colspan; column += 1) slots[row]![column] = textOfCell(cell);
    }
    columns.endRow();
  }
  return slots;
}

it('leaves a table that fits as the same object', () => {
  const table = tableOf([[{ text: 'one' }, { text: 'two' }]]);
  expect(bandTables([table], 40)).toEqual([table]);
  const blocks = [table];
  expect(bandTables(blocks, 40)).toBe(blocks);
});

it('repeats the first column and shows the others once, in order', () => {
  const row = (name: string): Form[] => Array.from({ length: 8 }, (_, at) => ({ text: `${name}${at}` }));
  const bands = cut([row('head'), row('cell')], 14).map(slotsOf);
  expect(bands.length).toBeGreaterThan(2);
  for (const band of bands) expect([band[0]![0], band[1]![0]]).toEqual(['head0', 'cell0']);
  expect(bands.flatMap(([, cells]) => cells!.slice(1))).toEqual(
    row('cell')
      .slice(1)
      .map(({ text }) => text),
  );
});

it('repeats a cell over several columns in each band that it reaches, and empties a long one', () => {
  const wide = Array.from({ length: 8 }, (_, at) => ({ text: `cell${at}` }));
  const long = 'word '.repeat(50);
  const bands = cut([wide, [{ text: 'title', colspan: 8 }], [{ text: 'x' }, { text: long, colspan: 7 }]], 14);
  for (const band of bands) expect(new Set(slotsOf(band)[1])).toEqual(new Set(['title']));
  expect(bands.map((band) => slotsOf(band)[2]!.at(-1))).toEqual(bands.map((_, at) => (at === 0 ? long : '')));
});

/** Every cell is in a band of each of its rows. */
function expectAllPlaced(shape: readonly (readonly Form[])[], width: number): void {
  let count = 0;
  const named = shape.map((cells) => cells.map((cell) => ({ ...cell, text: `cell${(count += 1)}` })));
  const whole = slotsOf(tableOf(named));
  const bands = cut(named, width).map(slotsOf);
  for (const [row, slots] of whole.entries()) {
    const found = new Set(bands.flatMap((band) => band[row]!));
    // A row may be shorter than the others: the slots without a cell are holes, which have no value.
    for (const text of Object.values(slots)) expect(found.has(text)).toBe(true);
  }
}

it('keeps a cell that overlaps a cell of a row above', () => {
  // Columns and rows of each cell.
  const rows = ['2×1 1×1 4×2 2×2 1×1', '2×3 1×1 2×3 2×2', '4×2 3×1 1×2 1×1', '2×1 3×1 2×1'];
  const shape = rows.map((row) =>
    row.split(' ').map((cell) => ({ colspan: Number(cell[0]), rowspan: Number(cell[2]), text: '' })),
  );
  expectAllPlaced(shape, 21);
});

it('places every cell of any table in its row', () => {
  const text = fc.constant('');
  const span = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max });
  const form = fc.record({ colspan: span(4), rowspan: span(3), text });
  const rows = fc.array(fc.array(form, { minLength: 1, maxLength: 7 }), { minLength: 1, maxLength: 6 });
  fc.assert(fc.property(rows, fc.integer({ min: 4, max: 30 }), expectAllPlaced));
});

it('keeps few bands where there are many rows', () => {
  const rows = Array.from({ length: 60_000 }, () => [{ text: 'x', colspan: 300 }]);
  const heads = Array.from({ length: 300 }, (_, at) => ({ text: `head${at}` }));
  expect(cut([heads, ...rows], 14)).toHaveLength(1);
});
