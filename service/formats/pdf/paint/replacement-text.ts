import type { PlacedGlyph } from './glyph.ts';
import { glyphText, UNSPELLED } from './glyph-text.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** A longer run of glyphs is no cluster of letters: it is read glyph by glyph. */
const MAX_CLUSTER = 12;
/** Baselines of one cluster differ by at most this part of the glyph size: marks are moved up and down. */
const SAME_BASELINE = 0.5;
const SOFT_HYPHEN = '\u00ad';

/**
 * The glyphs that are read for marked content with replacement text (`ActualText`, ISO 32000-2, 14.9.4).
 * A cluster becomes one glyph with the replacement text:
 *
 *     glyphs "ํ" + "า", ActualText "ำ"   →   one glyph "ำ"
 *
 * Glyphs that spell the text themselves, and glyphs that form no cluster, are kept. Glyphs without a text are dropped.
 */
export function replaceGlyphs(painted: readonly PlacedGlyph[], actual: string): PlacedGlyph[] {
  const spelled = painted.map((glyph) => glyph.text).join('');
  const withText = painted.flatMap((glyph) => {
    if (glyph.text !== '' && glyph.drawn === undefined) return [glyph];
    return glyph.drawn === undefined ? [] : [{ ...glyph, text: UNSPELLED }];
  });
  if (!painted[0]) return [];
  const { drawn: _, ...first } = painted[0];
  const text = glyphText(actual);
  if (text === '' || (spelled === text && withText.length === painted.length)) return withText;
  // A soft hyphen inside a line paints no ink.
  if (text === SOFT_HYPHEN && spelled.trim() === '') return [];
  if (painted.length === 1) return [{ ...first, text }];
  if (!isCluster(painted, first) || / /.test(spelled.trim())) return withText;
  const x0 = minOf(painted.map((glyph) => glyph.x));
  const x1 = maxOf(painted.map((glyph) => glyph.x + glyph.width));
  return [{ ...first, text, x: x0, width: x1 - x0 }];
}

/** Whether the glyphs are few, upright and on about one baseline. */
function isCluster(painted: readonly PlacedGlyph[], first: PlacedGlyph): boolean {
  return (
    painted.length <= MAX_CLUSTER &&
    painted.every((glyph) => glyph.angle === 0 && Math.abs(glyph.y - first.y) <= SAME_BASELINE * first.size)
  );
}
