import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IntList } from '../../../../service/engine/int-list.ts';
import { hashOf } from '../../../../service/engine/tokens/hash-slots.ts';
import { Interner } from '../../../../service/engine/tokens/interner.ts';
import { FACTORS, pairSlots, slotOfPair } from '../../../../service/engine/tokens/pair-slots.ts';
import { TokenInterner } from '../../../../service/engine/tokens/token-interner.ts';

/** What both can do, however they are told a string. */
const KINDS: readonly (readonly [
  string,
  (expected?: number) => { numberOf(value: string): number; size(): number },
])[] = [
  [
    'Interner',
    (expected) => {
      const interner = new Interner(expected);
      return { numberOf: (value) => interner.intern(value), size: () => interner.size };
    },
  ],
  [
    'TokenInterner',
    () => {
      const interner = new TokenInterner();
      const numberOf = (value: string): number => {
        const number = interner.intern(value);
        const [bounds, numbers] = [new IntList(), [] as number[]];
        bounds.push(1);
        bounds.push(1 + value.length);
        interner.internAll(`<${value}>`, bounds, 0, 1, numbers);
        expect(numbers).toEqual([number]);
        return number;
      };
      return { numberOf, size: () => interner.size };
    },
  ],
];

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

function pairOf(text: string): [number, number] {
  const bytes = Buffer.from(text, 'latin1');
  return [bytes.readInt32BE(0), bytes.readInt32BE(4)];
}

/** Texts of eight bytes that are two integers of one hash, whose own slot among 2,048 is this. */
function shortTextsOfOneHash(count: number, slot: number): string[] {
  const [factor, otherFactor] = FACTORS;
  // An odd number has an inverse modulo 2^32; each step doubles the bits that are right (Hacker's Delight, section 10-16).
  let inverse = factor;
  for (let bits = 3; bits < 32; bits *= 2) inverse = Math.imul(inverse, 2 - Math.imul(factor, inverse));
  const slots = pairSlots(2_048);
  for (let hash = 0; ; hash += 1) {
    const texts: string[] = [];
    for (let y = 0x61616161; texts.length < count; y += 1) {
      const x = Math.imul(inverse, hash ^ Math.imul(y, otherFactor));
      if (texts.length === 0 && slotOfPair(slots, x, y) !== 3 * slot) break;
      const bytes = [x >>> 24, x >>> 16, x >>> 8, x, y >>> 24, y >>> 16, y >>> 8, y].map((byte) => byte & 0xff);
      if (!bytes.includes(0)) texts.push(String.fromCharCode(...bytes));
    }
    if (texts.length === count) return texts;
  }
}

it('makes texts of one hash', () => {
  expect(new Set(textsOfOneHash(8).map((value) => hashOf(value, 0, value.length))).size).toBe(1);
  const slots = pairSlots(256);
  const texts = shortTextsOfOneHash(256, 7);
  expect(new Set(texts).size).toBe(256);
  expect(new Set(texts.map((text) => slotOfPair(slots, ...pairOf(text)))).size).toBe(1);
});

describe.each(KINDS)('%s', (_, make) => {
  it('numbers strings as a map does, in the order of first sight', () => {
    // Few letters, so that most are seen again, and some that differ at their ends only.
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '\u00E9', '\uD83D\uDE00'), maxLength: 4 });
    // The least and the largest byte, and what is next to them, about as many as two integers hold.
    const bytes = fc.string({ unit: fc.constantFrom('\0', '\x01', '\u00FF', '\u0100'), minLength: 1, maxLength: 9 });
    // Up to more units than the strings of the hash tables have.
    const long = fc.tuple(fc.integer({ min: 20, max: 80 }), word).map(([length, end]) => 'x'.repeat(length) + end);
    fc.assert(
      fc.property(fc.array(fc.oneof(word, bytes, long), { maxLength: 400 }), fc.nat(600), (values, expected) => {
        const interner = make(expected);
        const numbers = new Map<string, number>();
        for (const value of values) {
          if (!numbers.has(value)) numbers.set(value, numbers.size);
          expect(interner.numberOf(value)).toBe(numbers.get(value));
        }
        for (const [value, number] of numbers) expect(interner.numberOf(value)).toBe(number);
        expect(interner.size()).toBe(numbers.size);
      }),
    );
  });

  it('knows each of many strings again after it has grown', () => {
    const interner = make();
    const values = Array.from({ length: 50_000 }, (_, index) => `w${index}`);
    expect(values.every((value, index) => interner.numberOf(value) === index)).toBe(true);
    expect(values.every((value, index) => interner.numberOf(value) === index)).toBe(true);
    expect(interner.numberOf('another')).toBe(values.length);
  });

  it.each([
    ['long', textsOfOneHash(8)],
    ['short', shortTextsOfOneHash(256, 7)],
  ])('knows %s texts again of which hundreds have one hash', (_kind, values) => {
    const interner = make();
    expect(values.map((value) => interner.numberOf(value))).toEqual(values.map((_, index) => index));
    for (let index = 0; index < 10_000; index += 1) interner.numberOf(`w${index}`);
    expect(values.map((value) => interner.numberOf(value))).toEqual(values.map((_, index) => index));
  });
});

it('numbers all tokens of a text as one after another', () => {
  const token = fc.string({
    unit: fc.constantFrom('\0', 'a', 'b', 'c', '\u00FF', '\u0100'),
    minLength: 1,
    maxLength: 10,
  });
  const texts = fc.array(fc.array(token, { maxLength: 1_200 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(texts, (documents) => {
      const together = new TokenInterner();
      const single = new TokenInterner();
      const bounds = new IntList();
      const numbers: number[] = [];
      for (const tokens of documents) {
        const first = bounds.length;
        let end = 1;
        for (const { length } of tokens) {
          bounds.push(end);
          bounds.push(end + length);
          end += length + 1;
        }
        together.internAll(` ${tokens.join(' ')}`, bounds, first, tokens.length, numbers);
        expect(numbers.slice(0, tokens.length)).toEqual(tokens.map((value) => single.intern(value)));
        expect(together.size).toBe(single.size);
      }
    }),
  );
});

it('knows short texts again that lose their slot as the table grows', () => {
  // Of 1,024 slots the last one is that of 64 texts, and the first one that of another. All find room one after another. Of
  // 2,048 the other's is still behind theirs; it is placed before the first of them, which finds 64 slots taken.
  const values = [...shortTextsOfOneHash(64, 1_023), ...shortTextsOfOneHash(1, 1_024)];
  const interner = new TokenInterner();
  const numberOf = (value: string): number => interner.intern(value);
  expect(values.map(numberOf)).toEqual(values.map((_, index) => index));
  for (let index = 0; index < 600; index += 1) numberOf(`w${index}`);
  expect(values.map(numberOf)).toEqual(values.map((_, index) => index));
});
