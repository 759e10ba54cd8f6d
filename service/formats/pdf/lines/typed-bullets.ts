import type { LineWord } from './line.ts';

/** The bullet that word processors make of the letter o. */
const RING = '◦';
const TYPEWRITER = /^Courier/i;
/** The text of an item begins at most this far (em) behind its bullet. */
const MAX_GAP = 4;

/**
 * The words of a line whose first one may be a bullet. Word processors set the letter o of Courier as the bullet of a
 * second level, in front of text in another font.
 */
export function withTypedBullet(words: readonly LineWord[]): readonly LineWord[] {
  const [first, second] = words;
  if (!first || !second || first.glyphs.length > 1 || first.glyphs[0]!.text !== 'o' || !second.spaceBefore)
    return words;
  const isBullet =
    TYPEWRITER.test(first.glyphs[0]!.font.name) &&
    !TYPEWRITER.test(second.glyphs[0]!.font.name) &&
    second.x0 - first.x1 <= MAX_GAP * second.size;
  return isBullet ? [{ ...first, glyphs: [{ ...first.glyphs[0]!, text: RING }] }, ...words.slice(1)] : words;
}
