/** What a comparison of two readings left out, of every kind. Pure. */
import type { InventoryItem, Uncompared } from '../../../shared/change/uncompared.ts';
import type { Side } from '../../../shared/document/model.ts';
import type { SideFormats } from '../../../shared/formats.ts';
import type { Merged } from '../../engine/compare.ts';
import { allMovedTargets } from '../../engine/merge/same-targets.ts';
import { withoutCompared } from '../../formats/compared-pictures.ts';
import { changedTargets } from '../../formats/html/inventory/changed-targets.ts';
import { changedComments } from '../looks/changed-comments.ts';
import { changedDirections } from '../looks/changed-directions.ts';
import { changedLooks } from '../looks/changed-looks.ts';
import { changedNumbers } from '../looks/changed-numbers.ts';
import { changedReferences } from '../looks/changed-references.ts';
import { compareInventories } from './compare-inventories.ts';
import type { ComparedDocuments, Readings, Terms } from './comparison-terms.ts';

/** The terms that decide what is left out. `formats`: those of both sides in a mixed comparison. */
type LeftOutTerms = Pick<Terms, 'fallback' | 'comparesPictures' | 'engineOptions'> & {
  readonly formats: SideFormats | undefined;
};

/** What the readers saw and did not compare, and what the merged document shows differently without a change. */
export function uncomparedOf(
  readings: Readings,
  documents: ComparedDocuments,
  merged: Merged,
  terms: LeftOutTerms,
): Uncompared | undefined {
  const changed = changedUnmarked(readings, merged, terms);
  const itemsOf = (side: Side): InventoryItem[] => [
    ...readItems(side, readings, documents, terms),
    ...changed.flatMap((each) => each[side]),
  ];
  return compareInventories(itemsOf('original'), itemsOf('revised'));
}

/** What the reader of one side left out, without the pictures that were compared. */
function readItems(
  side: Side,
  readings: Readings,
  documents: ComparedDocuments,
  { comparesPictures }: LeftOutTerms,
): readonly InventoryItem[] {
  const { inventory = [] } = readings[side];
  if (!comparesPictures) return inventory;
  const other = readings[side === 'original' ? 'revised' : 'original'];
  return withoutCompared(inventory, documents[side], other.inventory ?? []);
}

/** What differs in the merged document and has no change there, one entry a kind. */
function changedUnmarked(
  { original, revised }: Readings,
  { blocks, movedTargets }: Merged,
  { fallback, formats, engineOptions: { linkTargets } }: LeftOutTerms,
): Readonly<Record<Side, readonly InventoryItem[]>>[] {
  const changed: Readonly<Record<Side, readonly InventoryItem[]>>[] = [];
  if (linkTargets) {
    // A fallback has no links.
    const hrefs = fallback ? allMovedTargets(linkTargets) : movedTargets;
    const { original: from, revised: to } = linkTargets;
    changed.push({ original: changedTargets(hrefs, from), revised: changedTargets(hrefs, to) });
  }
  changed.push(changedDirections(blocks));
  // A fallback shows numbers as text. Two formats state them in different ways.
  if (!fallback && formats?.original === formats?.revised) changed.push(changedNumbers(blocks));
  changed.push(changedLooks(blocks, original.appearance, revised.appearance));
  changed.push(changedComments(blocks), changedReferences(blocks, original.references, revised.references));
  return changed;
}
