import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf, TokenInterner } from '../../../service/engine/tokens/token-interner.ts';

function numberOf(interner: TokenInterner, value: string): number {
  return interner.intern(value, 0, value.length);
}

/** Texts of so many parts, each one of two that come to the same hash: 2 ** parts. */
function textsOfOneHash(parts: number): string[] {
  let texts = [''];
  for (let part = 0; part < parts; part += 1) {
    const before = hashOf(texts[0]!, 0, texts[0]!.length);
    const known = new Map<number, string>();
    for (let number = 0; ; number += 1) {
      const one = String.fromCharCode(0x4e00 + (number % 5_003), 0x4e00 + (number % 4_999), 0x4e00 + (number % 5_009));
      const hash = hashOf(one, 0, one.length, before);
      const other = known.get(hash);
      known.set(hash, one);
      if (other === undefined) continue;
      texts = texts.flatMap((text) => [text + one, text + other]);
      break;
    }
  }
  return texts;
}

describe('TokenInterner', () => {
  it('numbers strings as a map does, in the order of first sight', () => {
    // Few letters, so that most are seen again, and some that differ at their ends only.
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '\u00E9', '\uD83D\uDE00'), maxLength: 4 });
    const long = fc.tuple(fc.integer({ min: 20, max: 28 }), word).map(([length, end]) => 'x'.repeat(length) + end);
    fc.assert(
      fc.property(fc.array(fc.oneof(word, long), { maxLength: 400 }), (values) => {
        const interner = new TokenInterner();
        const numbers = new Map<string, number>();
        for (const value of values) {
          if (!numbers.has(value)) numbers.set(value, numbers.size);
          expect(numberOf(interner, value)).toBe(numbers.get(value));
          expect(interner.intern(`<${value}>`, 1, 1 + value.length)).toBe(numbers.get(value));
        }
        expect(interner.size).toBe(numbers.size);
      }),
    );
  });

  it('knows each of many strings again after it has grown', () => {
    const interner = new TokenInterner();
    const values = Array.from({ length: 50_000 }, (_, index) => `w${index}`);
    expect(values.every((value, index) => numberOf(interner, value) === index)).toBe(true);
    expect(values.every((value, index) => numberOf(interner, value) === index)).toBe(true);
    expect(numberOf(interner, 'another')).toBe(values.length);
  });

  it('knows texts again of which hundreds have one hash', () => {
    const values = textsOfOneHash(8);
    expect(new Set(values.map((value) => hashOf(value, 0, value.length))).size).toBe(1);
    const interner = new TokenInterner();
    expect(values.map((value) => numberOf(interner, value))).toEqual(values.map((_, index) => index));
    for (let index = 0; index < 10_000; index += 1) numberOf(interner, `w${index}`);
    expect(values.map((value) => numberOf(interner, value))).toEqual(values.map((_, index) => index));
  });
});
