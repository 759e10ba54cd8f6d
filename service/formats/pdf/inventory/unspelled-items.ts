import type { InventoryItem } from '../../../../shared/change/uncompared.ts';
import { sha256 } from '../../../sha256.ts';
import type { PlacedGlyph } from '../paint/glyph.ts';
import { capItems } from './cap-items.ts';
import { shortened, type PagePlaces } from './page-places.ts';

/** Letters of one run follow each other within this distance (em). */
const NEAR = 1;

/**
 * Lists letters that a page draws although the file does not say what they read: one item for each run of them. The
 * label has the line around. The digest is of what is drawn, so that other letters differ.
 *
 *     “Pay 500 euros”, where the map of the font has no text for 5   →   “Pay �00 euros”
 */
export function unspelledItems(glyphs: readonly PlacedGlyph[], places: PagePlaces): readonly InventoryItem[] {
  const items = runsOf(glyphs).map((run): InventoryItem => ({
    kind: 'unspelled_text',
    where: places.page,
    label: shortened(places.lineAround(run[0]!)),
    sha256: sha256(run.map(({ drawn }) => drawn).join(' ')),
    count: 1,
  }));
  return capItems(items, places.page);
}

function runsOf(glyphs: readonly PlacedGlyph[]): PlacedGlyph[][] {
  const runs: PlacedGlyph[][] = [];
  for (const glyph of glyphs) {
    if (glyph.drawn === undefined) continue;
    const run = runs.at(-1);
    const last = run?.at(-1);
    const follows =
      last !== undefined &&
      Math.abs(glyph.y - last.y) <= NEAR * glyph.size &&
      Math.abs(glyph.x - last.x - last.width) <= NEAR * glyph.size;
    if (follows) run!.push(glyph);
    else runs.push([glyph]);
  }
  return runs;
}
