import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RUNS_ALL, sampleOf, sampleTitle } from './seed.ts';

describe.skipIf(RUNS_ALL)('a sample', () => {
  test('has its share of the items, in their order, and is the same each time', () => {
    const names = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(names, fc.double({ min: 0.01, max: 1, noNaN: true }), (items, share) => {
        const sample = sampleOf(items, share);
        expect(sample).toHaveLength(Math.ceil(items.length * share));
        expect(items.filter((item) => sample.includes(item))).toEqual(sample);
        expect(sampleOf(items, share)).toEqual(sample);
      }),
    );
  });

  test('says how to have the rest', () => {
    expect(sampleTitle(3, 9)).toMatch(/^3 of 9 \(seed \d+; npm test -- --all takes all\)$/u);
    expect(sampleTitle(9, 9)).toBe('all 9');
  });
});
