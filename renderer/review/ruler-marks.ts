import { groupOf, type ChangeGroup } from './change-filter.ts';
import type { ReviewChange } from '../document-view/list-changes.ts';
import type { Segment } from '../document-view/segments.ts';
import { textLength } from '../document-view/text-length.ts';

/** A mark of the overview ruler: the position of its first change from 0 to 1, and the change's group. */
export interface RulerMark {
  readonly at: number;
  readonly changeId: string;
  readonly group: ChangeGroup;
}

/**
 * Number of marks that a ruler of usual height can show separately. More changes share marks, which bounds the cost.
 */
const SLOTS = 300;

/**
 * The position of the first piece of each change, from 0 to 1. Positions follow the length of the text before any
 * decision. So they need no layout, and folded content has positions as well.
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

/** The ruler marks of the changes. */
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
