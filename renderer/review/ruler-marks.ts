import type { ChangeGroup } from './change-filter.ts';
import type { Segment } from './segments.ts';

/** A mark of the overview ruler: where the first of its changes stands, from 0 to 1, and what it is. */
export interface RulerMark {
  readonly at: number;
  readonly changeId: string;
  readonly group: ChangeGroup;
}

/** Marks that a ruler of usual height can show apart. More changes share marks, so that it costs the same. */
const SLOTS = 300;

/**
 * Where the changes of a document are. Places go by the length of the HTML, which needs no layout: what is folded or not
 * yet laid out has its place as well.
 */
export function rulerMarks(
  segments: readonly Segment[],
  groups: ReadonlyMap<string, ChangeGroup>,
): readonly RulerMark[] {
  const total = segments.reduce((sum, { html }) => sum + html.length, 0);
  const marks = new Map<number, RulerMark>();
  const seen = new Set<string>();
  let before = 0;
  for (const { html, changeIds } of segments) {
    for (const [index, changeId] of changeIds.entries()) {
      const group = groups.get(changeId);
      if (group === undefined || seen.has(changeId)) continue;
      seen.add(changeId);
      const at = (before + (html.length * index) / changeIds.length) / total;
      const slot = Math.floor(at * SLOTS);
      if (!marks.has(slot)) marks.set(slot, { at, changeId, group });
    }
    before += html.length;
  }
  return [...marks.values()];
}
