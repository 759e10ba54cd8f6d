import { groupOf, type ChangeGroup } from './change-filter.ts';
import type { ReviewChange } from '../document-view/list-changes.ts';
import type { Segment } from '../document-view/segments.ts';
import { textLength } from '../document-view/text-length.ts';

/** A mark of the overview ruler: where the first of its changes stands, from 0 to 1, and what it is. */
export interface RulerMark {
  readonly at: number;
  readonly changeId: string;
  readonly group: ChangeGroup;
}

/** Marks that a ruler of usual height can show apart. More changes share marks, so that it costs the same. */
const SLOTS = 300;

/**
 * Where the first piece of each change stands, from 0 to 1. Places go by the length of the text before any decision, which
 * needs no layout: what is folded or not yet laid out has its place as well.
 */
export function rulerPlaces(initial: readonly Segment[]): ReadonlyMap<string, number> {
  const lengths = initial.map(textLength);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const places = new Map<string, number>();
  let before = 0;
  for (const [at, { changeIds }] of initial.entries()) {
    const length = lengths[at]!;
    for (const [index, changeId] of changeIds.entries()) {
      if (!places.has(changeId)) places.set(changeId, (before + (length * index) / changeIds.length) / total);
    }
    before += length;
  }
  return places;
}

/** The marks of changes. */
export function rulerMarks(
  changes: readonly ReviewChange[],
  places: ReadonlyMap<string, number>,
): readonly RulerMark[] {
  const marks = new Map<number, RulerMark>();
  for (const change of changes) {
    const at = places.get(change.id);
    if (at === undefined) continue;
    const slot = Math.floor(at * SLOTS);
    if (!marks.has(slot)) marks.set(slot, { at, changeId: change.id, group: groupOf(change) });
  }
  return [...marks.values()];
}
