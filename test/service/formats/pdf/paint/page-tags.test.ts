// The structure tree of a page.
import { describe, expect, test } from 'vitest';
import { readTags } from '../../../../../service/formats/pdf/paint/page-tags.ts';

describe('readTags', () => {
  const content = (mcid: number): object => ({ type: 'content', id: `p1R_mc${mcid}` });
  const node = (role: string, ...children: object[]): object => ({ role, children });

  test('returns blocks in order, with items and cells', () => {
    const tree = node(
      'Root',
      node('H1', content(0)),
      node('P', node('Span', content(1)), content(2)),
      node('L', node('LI', node('Lbl', content(3)), node('LBody', node('P', content(4)), node('P', content(5))))),
      node(
        'Table',
        node('TR', node('TH', content(6)), node('TD')),
        node('TR', { ...node('TD', content(7)), colSpan: 2 }),
      ),
    );
    expect(readTags(tree)?.filter((block) => !block.mcids.includes(-2))).toMatchObject([
      { role: 'h1', mcids: [0], items: [], cell: null },
      { role: 'p', mcids: [1, 2] },
      { role: 'p', mcids: [3, 4], items: [0] },
      { role: 'p', mcids: [5], items: [0] },
      { mcids: [6], cell: { table: 0, row: 0, column: 0, header: true } },
      { mcids: [7], cell: { row: 1, column: 0, colspan: 2, header: false } },
    ]);
  });

  test('tells entries of a table of contents', () => {
    const tree = node(
      'Root',
      node('TOC', node('TOCI', node('Reference', content(0))), node('TOCI', node('P', content(1)))),
      node('P', content(2)),
    );
    const blocks = readTags(tree)!;
    expect(blocks.map(({ mcids, entry }) => [mcids[0], entry])).toEqual([
      [0, true],
      [1, true],
      [2, undefined],
    ]);
  });

  test('a tree of any depth is read without a stack overflow', () => {
    let tree = node('P', content(0));
    for (let depth = 0; depth < 100_000; depth++) tree = node('Sect', tree);
    expect(readTags(tree)).toEqual([]);
  });
});
