import type { Dot, Glyph } from '../paint/glyph.ts';
import { hasRightToLeft } from './bidi.ts';
import { textOfWord, wordOf, type Word } from './words.ts';

/** The bullet character for each shape. */
const BULLETS: Readonly<Record<Dot['shape'], string>> = { disc: '•', circle: '◦', square: '▪' };

/** Range of the gap (em) between a bullet and the text of its item. */
const MIN_GAP = 0.15;
const MAX_GAP = 3;
/** The space to the left of a bullet is empty for this distance (em). */
const CLEAR = 1;
/** Largest bullet (em). */
const MAX_SIZE = 0.6;

/**
 * Turns small shapes in front of a line's first word into bullet words. Browsers draw bullets instead of setting
 * characters:
 *
 *     ● first item      →      • first item
 */
export function readDrawnBullets(dots: readonly Dot[], words: readonly Word[]): Word[] {
  const bullets: Word[] = [];
  for (const dot of dots) {
    const height = (dot.y0 + dot.y1) / 2;
    const row = words.filter((word) => !word.isSpace && word.y - 0.75 * word.size < height && height < word.y);
    const found = nearest(dot, row, hasRightToLeft(row.map(textOfWord).join('')));
    if (!found) continue;
    const { next, gap, before } = found;
    const em = next.size;
    if (before < CLEAR * em || gap < MIN_GAP * em || gap > MAX_GAP * em || dot.x1 - dot.x0 > MAX_SIZE * em) continue;
    const first = next.glyphs[0]!;
    const glyph: Glyph = {
      ...first,
      text: BULLETS[dot.shape],
      x: dot.x0,
      width: dot.x1 - dot.x0,
      y: first.y,
      // A drawn bullet has no font, so its weight means nothing.
      font: { name: '', family: '', bold: false, italic: false },
    };
    bullets.push(wordOf([glyph], false));
  }
  return bullets;
}

/**
 * The word that a bullet at this place begins, and its distance. Also the distance to the nearest word on the other
 * side.
 */
function nearest(
  dot: Dot,
  row: readonly Word[],
  rightToLeft: boolean,
): { next: Word; gap: number; before: number } | null {
  let next: Word | null = null;
  let gap = Infinity;
  let before = Infinity;
  for (const word of row) {
    const after = rightToLeft ? dot.x0 - word.x1 : word.x0 - dot.x1;
    if (after >= 0) {
      if (after < gap) [next, gap] = [word, after];
    } else before = Math.min(before, rightToLeft ? word.x0 - dot.x1 : dot.x0 - word.x1);
  }
  return next ? { next, gap, before } : null;
}
