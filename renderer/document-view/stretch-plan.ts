import type { Block } from '../../shared/document/model.ts';
import { sharedEnds } from './shared-ends.ts';
import type { Segment } from './segments.ts';
import { stretchesOf, type Stretch } from './stretches.ts';

/** A part of the plan with its current segments. It stays the same object while its segments stay the same. */
export interface PlannedStretch {
  readonly segments: readonly Segment[];
  /** Number of the foldable run, by its first part. Null: always shown. */
  readonly run: number | null;
  /** Number of segments in the run that begins with this part. Null: no run begins here. */
  readonly leads: number | null;
}

/**
 * Decides which segments are shown together. The parts are fixed by the document before any decision. So a decision
 * affects only its own part, however long the document is.
 */
export class StretchPlan {
  /** The part of each block of the document before any decision. */
  readonly #partOf = new Map<Block, number>();
  readonly #starts: readonly number[];
  #current: readonly PlannedStretch[];
  #segments: readonly Segment[];

  /**
   * `initial` is the list of segments before any decision.
   *
   * @param stays whether a segment without a change is always shown; default: none is
   */
  constructor(initial: readonly Segment[], stays: (segment: Segment) => boolean = () => false) {
    const parts = stretchesOf(initial.map((segment) => segment.changeIds.length > 0 || stays(segment)));
    this.#segments = initial;
    this.#starts = parts.map(({ from }) => from);
    let run: number | null = null;
    this.#current = parts.map(({ from, to, foldable }, part) => {
      const segments = initial.slice(from, to);
      for (const { blocks } of segments) for (const block of blocks) this.#partOf.set(block, part);
      run = foldable ? (run ?? part) : null;
      return { segments, run, leads: run === part ? endOfRun(parts, part) - from : null };
    });
  }

  /** The part of a segment, by its index before any decision. */
  partAt(segment: number): number {
    return Math.max(
      0,
      this.#starts.findLastIndex((from) => from <= segment),
    );
  }

  /** The parts with these segments, in order. */
  assign(segments: readonly Segment[]): readonly PlannedStretch[] {
    const { start, end } = sharedEnds(this.#segments, segments);
    const tail = this.#segments.length - end;
    this.#segments = segments;
    const touched = this.#touched(start, tail);
    if (touched === null) return this.#current;
    const { first, last, from, after } = touched;
    const filled = new Map<number, Segment[]>();
    let part = first;
    for (const segment of segments.slice(from, segments.length - after)) {
      const known = segment.blocks.find((block) => this.#partOf.has(block));
      const own = known === undefined ? part : Math.max(part, this.#partOf.get(known) ?? part);
      part = known === undefined ? this.#shownFrom(own, last) : Math.min(last, own);
      const there = filled.get(part);
      if (there) there.push(segment);
      else filled.set(part, [segment]);
    }
    this.#current = this.#current.map((before, index) => {
      if (index < first || index > last) return before;
      const now = filled.get(index) ?? [];
      const isSame = before.segments.length === now.length && now.every((each, at) => each === before.segments[at]);
      return isSame ? before : { ...before, segments: now };
    });
    return this.#current;
  }

  /**
   * The first part from `part` to `last` that is always shown, because new content must stay visible. Without such a
   * part the result is `part`: nothing was decided there, and only the block object is new.
   */
  #shownFrom(part: number, last: number): number {
    for (let shown = part; shown <= last; shown += 1) if (this.#current[shown]?.run === null) return shown;
    return Math.min(part, last);
  }

  /**
   * The parts of the old segments from `start` to `tail`, plus one part on either side. `from` and `after` are the
   * numbers of segments before and after them. Null if there are no parts.
   */
  #touched(start: number, tail: number): { first: number; last: number; from: number; after: number } | null {
    const parts = this.#current;
    if (parts.length === 0) return null;
    const ends: number[] = [];
    let count = 0;
    for (const { segments } of parts) ends.push((count += segments.length));
    const holding = ends.findIndex((end) => end > start);
    const first = Math.max(0, (holding === -1 ? parts.length : holding) - 1);
    const beyond = ends.findIndex((end) => end >= tail);
    const last = Math.min(parts.length - 1, Math.max(first, beyond === -1 ? parts.length : beyond) + 1);
    return { first, last, from: first === 0 ? 0 : ends[first - 1]!, after: count - ends[last]! };
  }
}

/** The end of the run that begins with a stretch, in segments. */
function endOfRun(stretches: readonly Stretch[], first: number): number {
  let last = first;
  while (stretches[last + 1]?.foldable === true) last += 1;
  return stretches[last]!.to;
}
