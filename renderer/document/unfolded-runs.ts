/** The runs without a change that a reader has unfolded. */
import type { Fold } from './sheet-mounting.svelte.ts';

/** Unfolded runs. */
export type UnfoldedRuns = ReadonlySet<Fold>;

/** No run is unfolded. */
export const NO_RUNS: UnfoldedRuns = new Set();

/** The same and one more. */
export function withRun(unfolded: UnfoldedRuns, run: Fold): UnfoldedRuns {
  return new Set([...unfolded, run]);
}
