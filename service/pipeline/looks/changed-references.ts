/**
 * Lists links and cross-references of two DOCX that lead to another place. They name a bookmark, and no change shows
 * where a bookmark is.
 */
import type { InventoryItem } from '../../../shared/change/uncompared.ts';
import { BOTH_SIDES, type Block, type Side } from '../../../shared/document/model.ts';
import { SideTexts, type MergedPlace } from '../../../shared/document/text-place.ts';
import type { ReferenceTarget } from '../../formats/read-result.ts';
import { sha256 } from '../../sha256.ts';
import { CommonText } from './text-of-both.ts';
import { startOfText } from './start-of.ts';

/** The targets of each side. */
export type ChangedReferences = Readonly<Record<Side, readonly InventoryItem[]>>;

const NOWHERE = 'no place';

/** The targets that differ, in the order of the revised document. Each name of both documents counts once. */
export function changedReferences(
  blocks: readonly Block[],
  original: readonly ReferenceTarget[] = [],
  revised: readonly ReferenceTarget[] = [],
): ChangedReferences {
  const items: Record<Side, InventoryItem[]> = { original: [], revised: [] };
  const byName = new Map(original.map((target) => [target.name, target]));
  const common = revised.filter(({ name }) => byName.has(name));
  if (common.length === 0) return items;
  const text = new CommonText(blocks);
  const texts = { original: new SideTexts(blocks, 'original'), revised: new SideTexts(blocks, 'revised') };
  for (const target of common) {
    const targets = { original: byName.get(target.name)!, revised: target };
    const places = { original: placeOf(targets.original, texts.original), revised: placeOf(target, texts.revised) };
    if (!areElsewhere(targets, places, text)) continue;
    for (const side of BOTH_SIDES)
      items[side].push({
        kind: 'link_target',
        where: `of “${startOfText(target.shown || target.name)}”`,
        label: labelOf(targets[side]),
        // The side keeps two places with one text apart.
        sha256: sha256(`${side} ${target.name} ${targets[side].quote}`),
        count: 1,
      });
  }
  return items;
}

type Sides<T> = Readonly<Record<Side, T>>;

/** The place in the merged document; null if it cannot be found there. */
function placeOf({ place, quote }: ReferenceTarget, texts: SideTexts): MergedPlace | null {
  if (place === null) return null;
  const own = texts.wordsAt(place[0]).startsWith(quote, place[1]) ? place : quote === '' ? null : texts.find(quote);
  return own && texts.place(own, quote === '' ? 'end' : 'start');
}

/** Whether two targets of one name are different places. A place that cannot be found says nothing. */
function areElsewhere(targets: Sides<ReferenceTarget>, places: Sides<MergedPlace | null>, text: CommonText): boolean {
  const { original, revised } = places;
  if ((targets.original.place === null) !== (targets.revised.place === null)) return true;
  if (original === null || revised === null) return false;
  return !text.isSamePlace(original, revised) || !text.isSameBlock(original, revised);
}

/** The first words of the block at the target, after those at a place inside it. */
function labelOf({ place, quote, block }: ReferenceTarget): string {
  if (place === null) return NOWHERE;
  const [words, start] = [startOfText(quote), startOfText(block)];
  return place[1] === 0 || words === '' ? start : `${words}, in ${start}`;
}
