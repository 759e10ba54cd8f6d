import type { LineWord } from './line.ts';

/** Small capitals that a producer makes of capitals are this much smaller: 80 % in offices, 70 % in browsers. */
const SMALL_FROM = 0.6;
const SMALL_TO = 0.88;

const CAPITAL = /^\p{Lu}+$/u;
const LOWER_CASE = /\p{Ll}/u;

/**
 * The size from which the capitals of a line are capitals: below it they are small capitals, and stand for lower case.
 * 0 where the line has none: it has lower case too, or no capital is followed by a small one in its word.
 */
export function smallCapsLimit(words: readonly LineWord[]): number {
  let large = 0;
  for (const word of words)
    for (const { text, size } of word.glyphs) {
      if (LOWER_CASE.test(text)) return 0;
      if (CAPITAL.test(text)) large = Math.max(large, size);
    }
  const isSmall = (size: number): boolean => size >= SMALL_FROM * large && size <= SMALL_TO * large;
  const found = words.some(({ glyphs }) =>
    glyphs.some((glyph, index) => {
      const before = glyphs[index - 1];
      return (
        before !== undefined &&
        CAPITAL.test(before.text) &&
        CAPITAL.test(glyph.text) &&
        before.size > SMALL_TO * large &&
        isSmall(glyph.size) &&
        Math.abs(before.y - glyph.y) < 0.02 * large
      );
    }),
  );
  return found ? SMALL_TO * large : 0;
}
