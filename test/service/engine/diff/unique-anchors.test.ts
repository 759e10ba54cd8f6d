import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AnchorFinder, type WorthOf } from '../../../../service/engine/diff/unique-anchors.ts';

/** Length of a longest ascending subsequence, found by trying all ends. */
function longestAscent(values: readonly number[]): number {
  const lengths: number[] = [];
  values.forEach((value, at) => {
    lengths.push(1 + Math.max(0, ...lengths.filter((_, before) => before < at && values[before]! < value)));
  });
  return Math.max(0, ...lengths);
}

/** Numbers from 0 in some order; some stay together in parts. */
const order = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat()), { maxLength: 20 }).map((parts) => {
  let next = 0;
  return parts
    .map(([length, place]) => ({ place, numbers: Array.from({ length }, () => (next += 1) - 1) }))
    .sort((x, y) => x.place - y.place)
    .flatMap(({ numbers }) => numbers);
});
const VOCABULARY = 100;

it.each<[string, WorthOf | undefined]>([
  ['no worth', undefined],
  ['the same worth for all', () => 3],
])('tells where the runs of a longest chain begin, with %s, region after region', (_, worthOf) => {
  fc.assert(
    fc.property(fc.array(order, { minLength: 1, maxLength: 3 }), (orders) => {
      const finder = new AnchorFinder(VOCABULARY, worthOf);
      for (const revised of orders) {
        const original = revised.toSorted((x, y) => x - y);
        // An element that one side has twice is no anchor.
        const [a, b] = [Int32Array.from([98, 98, ...original]), Int32Array.from([99, ...revised, 98])];
        const pairs = finder.find(a, b, 0, a.length, 0, b.length)!;
        const chain: number[] = [];
        let [i, j] = [-1, -1];
        for (let k = 0; k < pairs.length; k += 2) {
          // Neither side descends, and one of them leaves something out.
          expect(pairs[k]! >= i && pairs[k + 1]! >= j).toBe(true);
          expect(pairs[k] === i && pairs[k + 1] === j).toBe(false);
          for ([i, j] = [pairs[k]!, pairs[k + 1]!]; i < a.length && a[i] === b[j]; i += 1, j += 1) chain.push(a[i]!);
        }
        expect(chain).toHaveLength(longestAscent(revised));
      }
    }),
  );
});

it('distinguishes sides with nothing in common from sides without an anchor', () => {
  const finder = new AnchorFinder(4);
  const find = (a: number[], b: number[]): number[] | null =>
    finder.find(Int32Array.from(a), Int32Array.from(b), 0, a.length, 0, b.length);
  expect(find([0, 1], [2, 3])).toBeNull();
  expect(find([0, 1, 1], [2, 1, 3])).toEqual([]);
  expect(find([0, 1, 2, 3], [3, 0, 1, 2])).toEqual([0, 1]);
});
