import type { Block } from '../../../shared/document/model.ts';
import type { ReviewSession } from '../../review/review-session.svelte.ts';
import type { Pair } from '../comparison/pair.ts';
import type { Finished, RenderedPages } from '../comparison/run-comparison.ts';
import type { AnchoredDecision } from '../recents/recent.ts';

/** What an open comparison begins with. */
export interface OpenComparisonDeps {
  /** Null for the sample, which is not kept. */
  readonly recentId: string | null;
  readonly pair: Pair | null;
  readonly finished: Finished;
  readonly blocks: readonly Block[];
  readonly session: ReviewSession;
  readonly title: string;
  /** Decisions that an earlier review brought along, and those that found no place. */
  readonly carried: number;
  readonly lost: readonly AnchoredDecision[];
}

/** A comparison that is on the screen, or was a moment ago. */
export class OpenComparison {
  readonly recentId: string | null;
  readonly pair: Pair | null;
  readonly blocks: readonly Block[];
  readonly session: ReviewSession;
  readonly title: string;
  /** Replaced when the service had to compare again, since it forgets. */
  finished: Finished = $state.raw() as Finished;
  carried = $state(0);
  lost: readonly AnchoredDecision[] = $state.raw([]);
  /** Names of files that have other bytes by now. */
  changedOnDisk: readonly string[] = $state.raw([]);
  /** Whether the dialog with what can be made of the comparison is open. */
  exportsShown = $state(false);
  /** Pages of both sources: null until they are asked for. */
  pages: RenderedPages | 'rendering' | null = $state.raw(null);

  constructor(deps: OpenComparisonDeps) {
    this.recentId = deps.recentId;
    this.pair = deps.pair;
    this.blocks = deps.blocks;
    this.session = deps.session;
    this.title = deps.title;
    this.finished = deps.finished;
    this.carried = deps.carried;
    this.lost = deps.lost;
  }
}
