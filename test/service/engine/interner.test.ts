import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Interner } from '../../../service/engine/tokens/interner.ts';

describe('Interner', () => {
  it('numbers strings as a map does, in the order of first sight', () => {
    // Few letters, so that most are seen again; lengths around that from which texts are held against each other at once.
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '\u00E9', '\uD83D\uDE00'), maxLength: 4 });
    const long = fc.tuple(fc.integer({ min: 20, max: 28 }), word).map(([length, end]) => 'x'.repeat(length) + end);
    fc.assert(
      fc.property(fc.array(fc.oneof(word, long), { maxLength: 400 }), (values) => {
        const interner = new Interner();
        const numbers = new Map<string, number>();
        for (const value of values) {
          if (!numbers.has(value)) numbers.set(value, numbers.size);
          expect(interner.intern(value)).toBe(numbers.get(value));
          expect(interner.internPart(`<${value}>`, 1, 1 + value.length)).toBe(numbers.get(value));
        }
        expect(interner.size).toBe(numbers.size);
      }),
    );
  });

  it('knows each of many strings again after it has grown', () => {
    const interner = new Interner();
    const values = Array.from({ length: 50_000 }, (_, index) => `w${index}`);
    expect(values.every((value, index) => interner.intern(value) === index)).toBe(true);
    expect(values.every((value, index) => interner.intern(value) === index)).toBe(true);
    expect(interner.intern('another')).toBe(values.length);
  });
});
