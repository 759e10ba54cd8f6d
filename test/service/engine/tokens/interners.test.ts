import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Interner, PairInterner, renumberPair } from '../../../../service/engine/tokens/interner.ts';

describe('Interner', () => {
  it('numbers strings in the order of first sight', () => {
    // Few letters, so that most strings repeat.
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '\u00E9', '\uD83D\uDE00'), maxLength: 4 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 400 }), (values) => {
        const interner = new Interner();
        const distinct = [...new Set(values)];
        expect(values.map((value) => interner.intern(value))).toEqual(values.map((value) => distinct.indexOf(value)));
        expect(interner.size).toBe(distinct.length);
      }),
    );
  });
});

describe('PairInterner', () => {
  it('numbers pairs in the order of first sight and finds only known ones', () => {
    const number = fc.oneof(
      fc.integer({ min: -4, max: 4 }),
      fc.constantFrom(2 ** 31 - 1, -(2 ** 31)),
      fc.integer({ min: 0, max: 500 }),
    );
    const pairs = fc.array(fc.tuple(number, number), { maxLength: 600 });
    fc.assert(
      fc.property(pairs, pairs, (added, asked) => {
        const interner = new PairInterner();
        const known = new Map<string, number>();
        for (const [x, y] of added) {
          if (!known.has(`${x},${y}`)) known.set(`${x},${y}`, known.size);
          expect(interner.intern(x, y)).toBe(known.get(`${x},${y}`));
        }
        expect(interner.size).toBe(known.size);
        for (const [x, y] of [...added, ...asked]) expect(interner.find(x, y)).toBe(known.get(`${x},${y}`) ?? -1);
      }),
    );
  });

  it('knows each of many pairs again after it has grown', () => {
    const interner = new PairInterner();
    const numbers = Array.from({ length: 50_000 }, (_, index) => interner.intern(index % 223, index));
    expect(numbers.every((number, index) => number === index)).toBe(true);
    expect(numbers.every((_, index) => interner.find(index % 223, index) === index)).toBe(true);
  });
});

describe('renumberPair', () => {
  it('keeps equality within and between both sequences, without gaps', () => {
    const sequence = fc.array(fc.integer({ min: -1, max: 20 }), { maxLength: 40 });
    fc.assert(
      fc.property(sequence, sequence, (a, b) => {
        const pair = renumberPair(a, b);
        const [before, after] = [
          [...a, ...b],
          [...pair.a, ...pair.b],
        ];
        expect(new Set(after).size).toBe(pair.size);
        expect(after.every((number) => number < pair.size)).toBe(true);
        for (const [i, x] of before.entries())
          for (const [j, y] of before.entries()) expect(after[i] === after[j]).toBe(i === j || (x === y && x !== -1));
      }),
    );
  });
});
