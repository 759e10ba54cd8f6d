/** A half-open range of consecutive segments that are shown together. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Whether the stretch is unchanged and long enough to fold. */
  readonly foldable: boolean;
}

/** Unchanged segments that stay visible on either side of a change, for orientation. */
const CONTEXT = 2;
/** A shorter stretch is not folded, because the fold line would take as much room. */
const FOLDED_MIN = 3;
/** A longer stretch is divided, so that no single one takes long to mount or lay out. */
const SEGMENTS_MAX = 60;

/**
 * The stretches of a document, in order and without gaps. Long runs of unchanged segments form stretches of their own
 * that can be folded. A document without changes has none of these. Adjacent foldable stretches are pieces of one
 * run.
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
