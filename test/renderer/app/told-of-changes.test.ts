import { expect, test } from 'vitest';
import { withTold } from '../../../renderer/app/comparison/run-comparison.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import type { Change } from '../../../shared/change/change.ts';
import type { StructuredPage } from '../../../shared/change/page.ts';

/** A page of five changes of one comparison. `declared` are the places of declared changes among all. */
function pageAt(offset: number, declared: readonly number[]): StructuredPage {
  const texts = ['a', 'b'].map((side) => Array.from({ length: 20 }, (_, at) => `${side}${at} stays.`).join('\n\n'));
  const comparison = compareText({ original: texts[0]!, revised: texts[1]!, format: 'txt', mode: 'auto' });
  const page = comparison.page(offset, 5);
  return {
    ...page,
    summary: { ...page.summary, declaredChanges: declared.length },
    changes: page.changes.map((change, at) =>
      declared.includes(offset + at) ? { ...change, declaredBy: { author: 'Ann' } } : change,
    ),
  };
}

/** The offsets of the pages that are read, and the number of declared changes that were found. */
function read(declared: readonly number[]): [offsets: number[], found: number] {
  const offsets: number[] = [0];
  let known = withTold(undefined, pageAt(0, declared));
  while (known !== undefined && known.next !== null) {
    offsets.push(known.next);
    known = withTold(known, pageAt(known.next, declared));
  }
  return [offsets, Object.keys(known?.by ?? {}).length];
}

test('pages are read up to the last declared change, however late the first one is', () => {
  expect(read([])).toEqual([[0], 0]);
  expect(read([1, 2])).toEqual([[0], 2]);
  expect(read([12])).toEqual([[0, 5, 10], 1]);
  expect(read([3, 19])).toEqual([[0, 5, 10, 15], 2]);
});

test('all pages of a workbook are read for the cells of its changes', () => {
  const pageOfCells = (offset: number): StructuredPage => {
    const page = pageAt(offset, []);
    const inCell = (change: Change, at: number): Change =>
      ({ ...change, revisedLocation: { sheet: 'Prices', cell: `D${offset + at + 1}` } }) as unknown as Change;
    return { ...page, changes: page.changes.map(inCell) };
  };
  let known = withTold(undefined, pageOfCells(0));
  while (known !== undefined && known.next !== null) known = withTold(known, pageOfCells(known.next));
  const cells = Object.values(known?.cells ?? {});
  expect(cells).toEqual(Array.from({ length: 20 }, (_, at) => expect.stringMatching(new RegExp(`D${at + 1}$`, 'u'))));
});
