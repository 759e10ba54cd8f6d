/** Segments in a row that are shown together; half-open. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Unchanged, and long enough to be folded. */
  readonly foldable: boolean;
}

/** Unchanged segments that stay in view on either side of a change: enough to see where one is. */
const CONTEXT = 2;
/** Fewer are not folded: the line that says so would take as much room. */
const FOLDED_MIN = 3;
/** A longer stretch is cut, so that no single one takes long to put on the page or to lay out. */
const SEGMENTS_MAX = 60;

/**
 * The stretches of a document, in order and without gaps: long runs of unchanged segments by themselves, to be folded,
 * except in a document without a change. Neighbours that may be folded are pieces of one run.
 */
export function stretchesOf(changed: readonly boolean[]): Stretch[] {
  const stretches: Stretch[] = [];
  const add = (from: number, to: number, foldable: boolean): void => {
    for (let at = from; at < to; at += SEGMENTS_MAX) {
      stretches.push({ from: at, to: Math.min(to, at + SEGMENTS_MAX), foldable });
    }
  };
  let shownFrom = 0;
  if (changed.includes(true)) {
    for (const run of unchangedRuns(changed)) {
      const from = run.from === 0 ? 0 : run.from + CONTEXT;
      const to = run.to === changed.length ? run.to : run.to - CONTEXT;
      if (to - from < FOLDED_MIN) continue;
      add(shownFrom, from, false);
      add(from, to, true);
      shownFrom = to;
    }
  }
  add(shownFrom, changed.length, false);
  return stretches;
}

function* unchangedRuns(changed: readonly boolean[]): Generator<{ from: number; to: number }> {
  let from = 0;
  for (let at = 0; at <= changed.length; at++) {
    if (at < changed.length && changed[at] === false) continue;
    if (at > from) yield { from, to: at };
    from = at + 1;
  }
}
