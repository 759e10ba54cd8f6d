import type { LineWord } from './line.ts';

/** Relative size of synthetic small capitals: 80 % in office programs, 70 % in browsers. */
const SMALL_FROM = 0.6;
const SMALL_TO = 0.88;

const CAPITAL = /^\p{Lu}+$/u;
const LOWER_CASE = /\p{Ll}/u;

/**
 * The size limit below which capitals of a line are small capitals, read as lower case:
 *
 *     "D" at 10 pt + "EFINED" at 7.5 pt      →      "Defined"
 *
 * 0 if the line has lower case, or no word in which a small capital follows a large one.
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
