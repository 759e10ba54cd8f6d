import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stackCards, type WantedCard } from '../../../renderer/notes/stack-cards.ts';

const card = (key: string, top: number, height = 100): WantedCard => ({ key, top, height });
const topsOf = (wanted: readonly WantedCard[], gap: number, active: string | null = null): number[] => {
  const tops = stackCards(wanted, gap, active);
  return wanted.map(({ key }) => tops.get(key)!);
};

test('cards stand at their words where there is room, and below each other where there is none', () => {
  expect(topsOf([card('a', 0), card('b', 300)], 8)).toEqual([0, 300]);
  expect(topsOf([card('a', 40), card('b', 60), card('c', 60)], 8)).toEqual([40, 148, 256]);
});

test('the open card stands at its words, and those before it make room', () => {
  expect(topsOf([card('a', 200), card('b', 220), card('c', 230)], 8, 'b')).toEqual([112, 220, 328]);
});

test('no card begins before the start, even if the open one has to give way', () => {
  expect(topsOf([card('a', 10), card('b', 20), card('c', 30)], 8, 'c')).toEqual([0, 108, 216]);
  expect(topsOf([card('a', -20)], 8)).toEqual([0]);
});

test('no two cards overlap, their order is that of the words, and no card is higher than it has to be', () => {
  const cards = fc.array(
    fc.record({ top: fc.integer({ min: -50, max: 2_000 }), height: fc.integer({ min: 1, max: 300 }) }),
    {
      maxLength: 30,
    },
  );
  fc.assert(
    fc.property(cards, fc.nat(20), fc.option(fc.nat(29)), (drawn, gap, active) => {
      const wanted = drawn.map((each, at): WantedCard => ({ key: at, ...each }));
      const tops = stackCards(wanted, gap, active);
      const sorted = wanted.toSorted((a, b) => a.top - b.top);
      let end = 0;
      for (const { key, height } of sorted) {
        expect(tops.get(key)!).toBeGreaterThanOrEqual(end);
        end = tops.get(key)! + height + gap;
      }
      if (active !== null && active < wanted.length) {
        const before = sorted.slice(
          0,
          sorted.findIndex(({ key }) => key === active),
        );
        const needed = before.reduce((sum, { height }) => sum + height + gap, 0);
        expect(tops.get(active)).toBe(Math.max(0, needed, wanted[active]!.top));
      } else for (const { key, top } of wanted) expect(tops.get(key)!).toBeGreaterThanOrEqual(Math.max(0, top));
    }),
  );
});
