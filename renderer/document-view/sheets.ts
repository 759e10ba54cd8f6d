import type { PlannedStretch } from './stretch-plan.ts';
import { textLength } from './text-length.ts';

/**
 * Stretches that are put on the page together. A long document has hundreds of sheets: few enough for the browser to watch
 * which of them are near, and each small enough to be made within a frame or two.
 */
export interface Sheet {
  /** The place of its first stretch in the plan. */
  readonly from: number;
  readonly stretches: readonly PlannedStretch[];
  /** Characters of what is always shown in it, and of what may be folded (`textLength`). */
  readonly shownLength: number;
  readonly foldableLength: number;
  /** How many runs that may be folded begin in it. */
  readonly runs: number;
}

/** Segments of a sheet, when no stretch alone has more. */
const SEGMENTS_MAX = 240;

/** Lays stretches out on sheets. The sheets of a plan are laid out once; decisions change what is on them. */
export class Sheets {
  readonly #starts: readonly number[];
  #current: readonly Sheet[] = [];

  /** `stretches`: those of the plan before any decision. */
  constructor(stretches: readonly PlannedStretch[]) {
    const starts: number[] = [];
    let count = Infinity;
    for (const [index, { segments }] of stretches.entries()) {
      count += segments.length;
      if (count <= SEGMENTS_MAX) continue;
      starts.push(index);
      count = segments.length;
    }
    this.#starts = starts;
  }

  /** The sheets with these stretches; the same objects where these are the same. */
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
  for (const { segments, run, leads } of stretches) {
    const length = segments.reduce((sum, segment) => sum + textLength(segment), 0);
    if (run === null) shownLength += length;
    else foldableLength += length;
    if (leads !== null) runs += 1;
  }
  return { from, stretches, shownLength, foldableLength, runs };
}

/** The sheets that a change is on. */
export function sheetsWith(sheets: readonly Sheet[], changeId: string): number[] {
  return sheets.flatMap(({ stretches }, index) =>
    stretches.some(({ segments }) => segments.some(({ changeIds }) => changeIds.includes(changeId))) ? [index] : [],
  );
}
