/** Where a change stands in its files, in words. */
import { expect, it } from 'vitest';
import type { Change } from '../../../shared/change/change.ts';
import { cellOfChange, placeOfChange } from '../../../shared/change/place-of-change.ts';

const change = (source: object | undefined, revised: object | undefined): Change =>
  ({
    ...(source && { sourceLocation: source }),
    ...(revised && { revisedLocation: revised }),
  }) as unknown as Change;

it('names the cell of a workbook, and both where a row moved it', () => {
  const [one, other] = [
    { sheet: 'Prices', cell: 'D14' },
    { sheet: 'Prices', cell: 'D15' },
  ];
  expect(placeOfChange(change(one, one))).toBe('Prices!D14');
  expect(placeOfChange(change(one, other))).toBe('Prices!D14 → Prices!D15');
  expect(placeOfChange(change(undefined, { sheet: 'New' }))).toBe('New');
  expect([cellOfChange(change(one, other)), cellOfChange(change(undefined, { sheet: 'New' }))]).toEqual([
    'D14 → D15',
    'New',
  ]);
});

it('names the shape of a slide, the page and the row of a table', () => {
  expect(placeOfChange(change({ slide: 3, shape: 'Title 1' }, undefined))).toBe('slide 3, Title 1');
  expect(placeOfChange(change({ page: 4 }, { page: 5 }))).toBe('page 4 → page 5');
  expect(placeOfChange(change({ tableCell: { row: 2, column: 1 } }, undefined))).toBe('row 3, column 2');
  expect(placeOfChange(change({ page: 1, tableCell: { row: 0, column: 0 } }, undefined))).toBe(
    'page 1, row 1, column 1',
  );
});

it('says nothing of a text that names no place', () => {
  expect(placeOfChange(change({ blockId: 'src_b_1' }, undefined))).toBe('');
  expect(cellOfChange(change({ slide: 3 }, undefined))).toBeUndefined();
});
