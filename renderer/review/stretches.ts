/** Segments in a row that are shown or folded together; half-open. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly folded: boolean;
}

/** Unchanged segments that stay in view on either side of a change: enough to see where one is. */
const CONTEXT = 2;
/** Fewer are not folded: the line that says so would take as much room. */
const FOLDED_MIN = 3;
/** A longer stretch is cut, so that the browser lays out only the parts in view. */
const SHOWN_MAX = 60;

/**
 * The stretches of a document, in order and without gaps. With `collapse`, long runs of unchanged segments are folded,
 * except in a document without a change.
 */
export function stretchesOf(changed: readonly boolean[], collapse: boolean): Stretch[] {
  const stretches: Stretch[] = [];
  const show = (from: number, to: number): void => {
    for (let at = from; at < to; at += SHOWN_MAX) {
      stretches.push({ from: at, to: Math.min(to, at + SHOWN_MAX), folded: false });
    }
  };
  let shownFrom = 0;
  if (collapse && changed.includes(true)) {
    for (const run of unchangedRuns(changed)) {
      const from = run.from === 0 ? 0 : run.from + CONTEXT;
      const to = run.to === changed.length ? run.to : run.to - CONTEXT;
      if (to - from < FOLDED_MIN) continue;
      show(shownFrom, from);
      stretches.push({ from, to, folded: true });
      shownFrom = to;
    }
  }
  show(shownFrom, changed.length);
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
