import { signsIn } from './comment-threads.ts';
import type { PlannedStretch } from './stretch-plan.ts';
import { textLength } from './text-length.ts';

/**
 * Stretches that are added to the page together. A long document has hundreds of sheets. The browser can watch this
 * many for visibility, and it can lay out each one within a frame or two.
 */
export interface Sheet {
  /** Index of its first stretch in the plan. */
  readonly from: number;
  readonly stretches: readonly PlannedStretch[];
  /** Length in characters of the content that is always shown, and of the content that may be folded (`textLength`). */
  readonly shownLength: number;
  readonly foldableLength: number;
  /** Number of foldable runs that begin in it. */
  readonly runs: number;
}

/** Maximum number of segments in a sheet, unless a single stretch has more. */
const SEGMENTS_MAX = 240;
/**
 * Maximum length of a sheet (`textLength`). A single longer stretch exceeds it: a table or a list may fill many pages.
 */
const LENGTH_MAX = 60_000;

/** Assigns stretches to sheets. The sheets of a plan are fixed; decisions change only their content. */
export class Sheets {
  readonly #starts: readonly number[];
  #current: readonly Sheet[] = [];

  /** `stretches` is the plan before any decision. */
  constructor(stretches: readonly PlannedStretch[]) {
    const starts: number[] = [];
    let [count, length] = [Infinity, 0];
    for (const [index, stretch] of stretches.entries()) {
      const own = lengthOf(stretch);
      count += stretch.segments.length;
      length += own;
      if (count <= SEGMENTS_MAX && length <= LENGTH_MAX) continue;
      starts.push(index);
      [count, length] = [stretch.segments.length, own];
    }
    this.#starts = starts;
  }

  /** The sheets with these stretches. Unchanged sheets stay the same objects. */
  layOut(stretches: readonly PlannedStretch[]): readonly Sheet[] {
    this.#current = this.#starts.map((from, index) => {
      const to = this.#starts[index + 1] ?? stretches.length;
      const before = this.#current[index];
      if (before && isSame(before, stretches, from, to)) return before;
      return sheetOf(stretches.slice(from, to), from);
    });
    return this.#current;
  }
}

function isSame(before: Sheet, stretches: readonly PlannedStretch[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (before.stretches[at - from] !== stretches[at]) return false;
  return true;
}

function sheetOf(stretches: readonly PlannedStretch[], from: number): Sheet {
  let [shownLength, foldableLength, runs] = [0, 0, 0];
  for (const stretch of stretches) {
    if (stretch.run === null) shownLength += lengthOf(stretch);
    else foldableLength += lengthOf(stretch);
    if (stretch.leads !== null) runs += 1;
  }
  return { from, stretches, shownLength, foldableLength, runs };
}

function lengthOf({ segments }: PlannedStretch): number {
  return segments.reduce((sum, segment) => sum + textLength(segment), 0);
}

/** The indexes of the sheets that have the sign of each comment, by its number. */
export function sheetsOfSigns(sheets: readonly Sheet[]): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  for (const [index, { stretches }] of sheets.entries()) {
    for (const number of stretches.flatMap(({ segments }) => segments.flatMap(({ blocks }) => signsIn(blocks)))) {
      const on = places.get(number);
      if (on === undefined) places.set(number, [index]);
      else if (on.at(-1) !== index) on.push(index);
    }
  }
  return places;
}

/** The indexes of the sheets that show each change, by change id. */
export function sheetsOfChanges(sheets: readonly Sheet[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [index, { stretches }] of sheets.entries()) {
    for (const id of stretches.flatMap(({ segments }) => segments.flatMap(({ changeIds }) => changeIds))) {
      const on = places.get(id);
      if (on === undefined) places.set(id, [index]);
      else if (on.at(-1) !== index) on.push(index);
    }
  }
  return places;
}
