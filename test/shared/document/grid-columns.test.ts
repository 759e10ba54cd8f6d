import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GridColumns } from '../../../shared/document/grid-columns.ts';

interface Span {
  readonly colspan: number;
  readonly rowspan: number;
}

/** The columns of all cells, row by row. */
function columnsOf(rows: readonly (readonly Span[])[]): number[][] {
  const grid = new GridColumns();
  return rows.map((cells) => {
    grid.startRow();
    const columns = cells.map((cell) => {
      const column = grid.nextColumn();
      grid.place({ header: false, ...cell });
      return column;
    });
    grid.endRow();
    return columns;
  });
}

/** The columns computed slot by slot; where two cells overlap, the lower one counts. */
function columnsBySlots(rows: readonly (readonly Span[])[]): number[][] {
  const ends: number[] = [];
  return rows.map((cells, row) => {
    let at = 0;
    const placed: (Span & { readonly from: number })[] = [];
    for (const cell of cells) {
      while ((ends[at] ?? 0) > row) at += 1;
      placed.push({ from: at, ...cell });
      at += cell.colspan;
    }
    for (const { from, colspan, rowspan } of placed)
      if (rowspan > 1) for (let column = from; column < from + colspan; column += 1) ends[column] = row + rowspan;
    return placed.map(({ from }) => from);
  });
}

describe('GridColumns', () => {
  it('puts every cell into the first column that is free', () => {
    const span = fc.record({ colspan: fc.integer({ min: 1, max: 4 }), rowspan: fc.integer({ min: 1, max: 4 }) });
    const rows = fc.array(fc.array(span, { maxLength: 5 }), { maxLength: 8 });
    fc.assert(
      fc.property(rows, (table) => {
        expect(columnsOf(table)).toEqual(columnsBySlots(table));
      }),
    );
  });

  it('does not count rows that a side does not have', () => {
    const grid = new GridColumns();
    grid.startRow();
    grid.place({ header: false, colspan: 2, rowspan: 2 });
    grid.endRow();
    grid.startRow();
    grid.startRow();
    expect([grid.row, grid.nextColumn()]).toEqual([1, 2]);
  });

  it('takes no step for each slot under cells of the widest and highest spans', () => {
    const wide = Array.from({ length: 6_000 }, (): Span => ({ colspan: 1_000, rowspan: 65_534 }));
    const rows = [wide, ...Array.from({ length: 3_000 }, () => [{ colspan: 1, rowspan: 1 }])];
    expect(columnsOf(rows).slice(1)).toEqual(rows.slice(1).map(() => [6_000_000]));
  });
});
