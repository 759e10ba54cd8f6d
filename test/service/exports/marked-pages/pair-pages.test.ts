import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageAnchor } from '../../../../shared/api/page-marks.ts';
import { pairPages } from '../../../../service/exports/marked-pages/pair-pages.ts';

const anchor = (page: number, other: number): PageAnchor => [page, 100, other, 100];

describe('pairPages', () => {
  it('has every page of both sides once, in order, whatever the anchors are', () => {
    const anchors = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 8 }),
        anchors,
        (originals, reviseds, at) => {
          const pairs = pairPages(
            originals,
            reviseds,
            at.map(([page, other]) => anchor(page, other)),
          );
          const of = (side: 0 | 1) => pairs.map((pair) => pair[side]).filter((page) => page !== null);
          expect(of(0)).toEqual(Array.from({ length: originals }, (_, index) => index + 1));
          expect(of(1)).toEqual(Array.from({ length: reviseds }, (_, index) => index + 1));
          expect(pairs.every((pair) => pair[0] !== null || pair[1] !== null)).toBe(true);
        },
      ),
    );
  });

  it('leaves the place beside an inserted page free', () => {
    const anchors = [anchor(1, 1), anchor(2, 3), anchor(2, 3), anchor(3, 4)];
    expect(pairPages(3, 4, anchors)).toEqual([
      [1, 1],
      [null, 2],
      [2, 3],
      [3, 4],
    ]);
  });

  it('pairs pages in order where nothing is equal', () => {
    expect(pairPages(2, 3, [])).toEqual([
      [1, 1],
      [2, 2],
      [null, 3],
    ]);
  });

  it('prefers the page with more in common', () => {
    expect(pairPages(1, 2, [anchor(1, 1), anchor(1, 2), anchor(1, 2)])).toEqual([
      [null, 1],
      [1, 2],
    ]);
  });
});
