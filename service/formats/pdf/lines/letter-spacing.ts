/** Finds words whose letters stand apart, or closer than their font has them. */
import type { Glyph } from '../paint/glyph.ts';
import type { LineWord } from './line.ts';

/** Nobody sees less (em). Programs spread letters by up to this to fill a line. */
const UNSEEN = 0.04;
/** Fewer gaps say nothing, because single pairs are kerned. */
const GAPS_MIN = 3;
/** Scripts whose letters keep their distance in justified lines. */
const STEADY = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;

/**
 * The letter spacing of each word of a line, in hundredths of an em; 0 for letters as their font has them. A short word
 * has the spacing of its neighbour.
 */
export function letterSpacings(words: readonly LineWord[]): ReadonlyMap<LineWord, number> {
  const spacings = new Map<LineWord, number>();
  const short: LineWord[][] = [];
  let latest: number | null = null;
  for (const typed of typedWords(words)) {
    const spacing = spacingOf(typed.flatMap(({ glyphs }) => glyphs));
    const assigned = spacing ?? latest;
    if (assigned === null) short.push(typed);
    else for (const word of typed) spacings.set(word, assigned);
    if (spacing === null) continue;
    if (latest === null) for (const word of short.flat()) spacings.set(word, spacing);
    latest = spacing;
  }
  return spacings;
}

/** Groups of words without a space between them: spaced letters are words of their own. */
function typedWords(words: readonly LineWord[]): LineWord[][] {
  const groups: LineWord[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    if (group && !word.spaceBefore) group.push(word);
    else groups.push([word]);
  }
  return groups;
}

/** Null for too few letters. */
function spacingOf(glyphs: readonly Glyph[]): number | null {
  const gaps: number[] = [];
  glyphs.forEach((glyph, at) => {
    const previous = glyphs[at - 1];
    if (!previous || previous.size !== glyph.size || !STEADY.test(glyph.text) || !STEADY.test(previous.text)) return;
    gaps.push((glyph.x - previous.x - previous.width) / glyph.size);
  });
  if (gaps.length < GAPS_MIN) return null;
  gaps.sort((a, b) => a - b);
  const quarter = Math.floor(gaps.length / 4);
  const isSeen = gaps[quarter]! >= UNSEEN || gaps[gaps.length - 1 - quarter]! <= -UNSEEN;
  return isSeen ? Math.round(gaps[Math.floor(gaps.length / 2)]! * 100) : 0;
}
