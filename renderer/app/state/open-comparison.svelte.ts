import type { UndisclosedEdits } from '../../../shared/change/undisclosed.ts';
import type { Block } from '../../../shared/document/model.ts';
import type { ReviewRecord } from '../../../shared/review-file/review-record.ts';
import type { Review } from '../../review/review.ts';
import type { ReviewSession } from '../../review/review-session.svelte.ts';
import type { Pair } from '../comparison/pair.ts';
import type { Finished } from '../comparison/run-comparison.ts';
import type { PagesState } from '../page-view/pages-state.ts';
import { tookOverText } from '../../review/merge-reviews.ts';
import type { EarlierReview } from '../reviews/earlier-review.ts';
import type { SharingTrouble } from '../reviews/sharing-trouble.ts';
import type { SyncedReview } from '../reviews/synced-review.ts';
import type { AnchoredDecision } from '../recents/recent.ts';

/** The ways in which the application shows a comparison, in the order of their keys. */
export const COMPARISON_VIEWS = ['redline', 'split', 'original', 'final', 'pages'] as const;
export type ComparisonViewName = (typeof COMPARISON_VIEWS)[number];

/** The initial data of an open comparison. */
export interface OpenComparisonDeps {
  /** Null for the sample, which is not stored. */
  readonly recentId: string | null;
  readonly pair: Pair | null;
  readonly finished: Finished;
  readonly blocks: readonly Block[];
  readonly session: ReviewSession;
  readonly title: string;
  /** The title with what both names share said once. */
  readonly shortTitle: string;
  /** Decisions that an earlier review carried over, and those that found no place. */
  readonly carried: number;
  readonly lost: readonly AnchoredDecision[];
  /** The review at the service that this browser's copy came from; null if there is none. */
  readonly sharedAs: string | null;
  /** Stores the review in this browser. */
  readonly keep: () => void;
}

/** A comparison that is on the screen or was there a moment ago. */
export class OpenComparison {
  readonly recentId: string | null;
  readonly pair: Pair | null;
  readonly blocks: readonly Block[];
  readonly session: ReviewSession;
  readonly title: string;
  readonly shortTitle: string;
  /** The view that the reader chose. */
  view: ComparisonViewName = $state('redline');
  /** Replaced if the service forgot the comparison and compared again. */
  finished: Finished = $state.raw() as Finished;
  carried = $state(0);
  lost: readonly AnchoredDecision[] = $state.raw([]);
  /** What found no place, also after the reader closed the list of it. */
  readonly notCarried: readonly AnchoredDecision[];
  /** The recent comparison that this one was made of by swapping its sides; null: none. */
  swappedFrom: string | null = null;
  /** An earlier review of which this draft has changes again; null without one, and once it was answered. */
  earlier: EarlierReview | null = $state.raw(null);
  /** What a colleague's review file added, as sentences; null after the reader closed them. */
  reviewTaken: string | null = $state(null);
  /** What the revised DOCX changed without tracking it; null before that is known, and where it tracks nothing. */
  undisclosed: UndisclosedEdits | null = $state.raw(null);
  /** Why that is not known although the revised DOCX tracks changes; null if it is known. */
  undisclosedFault: string | null = $state(null);
  /** Whether the reader closed the message about it. */
  undisclosedSeen = $state(false);
  /** Names of files whose content has changed since. */
  changedOnDisk: readonly string[] = $state.raw([]);
  /** Whether a list of three drafts led to it, which is then the way back. */
  cameFromDrafts = $state(false);
  /** Source pages of both sides; null until they are requested. */
  pages: PagesState | null = $state.raw(null);

  /** Why steps wait in this browser instead of going to the service; null if none does. */
  trouble: SharingTrouble | null = $state.raw(null);
  /** The review that is shared with other windows; null for a visitor. */
  synced: SyncedReview | null = null;
  sharedAs: string | null;
  readonly keep: () => void;
  /** The steps since `begin` that were made before the review is shared. */
  early: (readonly [Review, ReviewRecord])[] = [];
  #begun: readonly [Review, ReviewRecord] | null = null;

  constructor(deps: OpenComparisonDeps) {
    this.recentId = deps.recentId;
    this.pair = deps.pair;
    this.blocks = deps.blocks;
    this.session = deps.session;
    this.title = deps.title;
    this.shortTitle = deps.shortTitle;
    this.view = deps.session.review.layout === 'split' ? 'split' : 'redline';
    this.finished = deps.finished;
    this.carried = deps.carried;
    this.lost = deps.lost;
    this.notCarried = deps.lost;
    this.sharedAs = deps.sharedAs;
    this.keep = deps.keep;
  }

  /** Begins the review, or goes on with the one of an earlier visit. */
  begin(): void {
    if (this.session.changes.length > 0) this.session.startReview();
    this.unshare();
  }

  /** From now on steps wait until the review is shared. */
  unshare(): void {
    this.synced = null;
    this.early = [];
    this.#begun = [this.session.review, this.session.decided.record()];
  }

  /** Takes a step of the reader: shares it, or keeps it until the review is shared. */
  step(review: Review, record: ReviewRecord): void {
    if (this.synced !== null) this.synced.step(review, record);
    // Without a copy at the service, the whole review goes there.
    else if (this.sharedAs !== null) this.early.push([review, record]);
  }

  /** What the service may know of the review, before the steps in `early`. */
  get sharedFrom(): readonly [Review, ReviewRecord] {
    const begun = this.sharedAs === null ? null : this.#begun;
    return begun ?? [this.session.review, this.session.decided.record()];
  }

  /** Takes the decisions and notes of the earlier review over. What fits nowhere is listed. */
  takeEarlier(): void {
    const { earlier } = this;
    if (earlier === null) return;
    this.earlier = null;
    this.session.takeEarlier(earlier.record);
    this.lost = earlier.lost;
  }

  /** Shows the edits that are not tracked. The list begins with them, so it shows its beginning and no current change. */
  showUndisclosed(): void {
    const { session } = this;
    session.currentId = null;
    session.listed.undisclosed = [...session.listed.undisclosed];
    session.listShown = true;
  }

  /** Adds a colleague's decisions and notes. Where both decided differently, the reader chooses. */
  takeReview(theirs: ReviewRecord): void {
    this.reviewTaken = tookOverText(this.session.takeOver(theirs));
  }
}
