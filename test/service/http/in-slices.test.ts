/** A page that is made slice by slice is the page that is made at once. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scriptSlices, textSlices } from '../../../service/http/pages/in-slices.ts';

/** Texts with everything that a cut must not divide: escapes, markup, and characters of one to four bytes. */
const texts = fc.array(
  fc.oneof(
    fc.constantFrom(
      '<p>',
      '</p>',
      '\\',
      '\\\\',
      '"',
      '\n',
      '\u0001',
      '\ud800',
      'é',
      '漢',
      '😀',
      '\\u003c',
      'a'.repeat(9),
    ),
    fc.string({ unit: 'binary' }),
  ),
  { maxLength: 40 },
);
const whole = (slices: Iterable<Uint8Array>): string => Buffer.concat([...slices]).toString();

it('gives the text of a JSON string, wherever it is cut', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 64 }), (parts, bytes) => {
      const text = parts.join('');
      expect(whole(textSlices(Buffer.from(JSON.stringify(text)), bytes))).toBe(Buffer.from(text).toString());
    }),
  );
});

it('escapes JSON for a script element, wherever it is cut', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 64 }), (parts, bytes) => {
      const json = JSON.stringify(parts);
      const escaped = whole(scriptSlices(Buffer.from(json), bytes));
      expect(escaped).not.toContain('<');
      expect(JSON.parse(escaped)).toEqual(JSON.parse(json));
    }),
  );
});

it('divides a long text into many slices, with and without markup, and one of backslashes only at its markup', () => {
  const count = (text: string): number => [...textSlices(Buffer.from(JSON.stringify(text)), 1_000)].length;
  expect(count('word '.repeat(10_000))).toBeGreaterThanOrEqual(50);
  expect(count('漢字'.repeat(10_000))).toBeGreaterThanOrEqual(50);
  expect(count('\\'.repeat(10_000))).toBe(1);
  expect(count(`<p>${'\\'.repeat(1_000)}</p>`.repeat(20))).toBeGreaterThanOrEqual(19);
});

it('refuses what is no JSON string', () => {
  for (const json of ['', '"', '{}', '"open', '"a"b"'])
    expect(() => whole(textSlices(Buffer.from(json))), json).toThrow(SyntaxError);
});
