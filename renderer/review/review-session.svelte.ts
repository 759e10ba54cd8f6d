/**
 * The state of a comparison that is read and reviewed, and the actions of a reader. `decided` is the review, `listed` what
 * the list of changes shows, `shown` the document. The files beside it compute what an action does.
 */
import type { Block } from '../../shared/document/model.ts';
import type { Units } from '../../shared/fragment/units.ts';
import type { Layout, Theme } from '../../shared/messages/display.ts';
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { Passage } from '../../shared/review-file/notes.ts';
import type { ReviewRecord } from '../../shared/review-file/review-record.ts';
import { listChanges, type ReviewChange } from '../document-view/list-changes.ts';
import { messages } from '../strings/comparison.ts';
import { reviewMessages } from '../strings/review.ts';
import { changesById, placesById } from './change-index.ts';
import { Decided } from './decided.svelte.ts';
import { decideSeen } from './decide-seen.ts';
import { firstUndecided, followingOf, targetsOf } from './decision-targets.ts';
import type { Ignorable } from './ignoring.ts';
import { ListedChanges } from './listed-changes.svelte.ts';
import { tookOverText, type MergedReviews } from './merge-reviews.ts';
import { Aim } from './aim.svelte.ts';
import type { Review, ReviewAction, ReviewHistory } from './review.ts';
import { rulerMarks, rulerPlaces, type RulerMark } from './ruler-marks.ts';
import type { ReviewMemory } from './saved-review.ts';
import type { SessionNotes } from './session-notes.svelte.ts';
import { ShownDocument } from './shown-document.svelte.ts';
import { firstsOf, stepFrom } from './stepping.ts';

/** The initial display of a comparison. */
export interface ReviewDisplay {
  readonly layout: Layout;
  readonly theme: Theme;
  readonly collapse: boolean;
}

/** Dependencies of a review session. */
export interface ReviewSessionDeps {
  /** The blocks of the fragment as it was received. */
  readonly blocks: readonly Block[];
  readonly display: ReviewDisplay;
  /** Whether this page may decide changes. */
  readonly mayReview: boolean;
  /** Whether a word processor counts the labels of the document, as for a DOCX; by default not. */
  readonly countsLabels?: boolean;
  /**
   * Whether the rules for hosted comparisons apply. An active review then has the unified layout only, and a decided
   * change leaves the document.
   */
  readonly isHosted?: boolean;
  /** The reviewer. Without a name here, the reviewer of the earlier visit continues. */
  readonly reviewer?: { readonly name: string; readonly color: string };
  readonly memory: ReviewMemory;
  /** Receives every step of the review. */
  readonly stepped?: (before: Review, after: Review) => void;
  /** The current time in milliseconds, and ids of notes. */
  readonly now?: () => number;
  readonly newId?: () => string;
}

/** The state of a comparison with the actions of a reader. It holds no DOM. */
export class ReviewSession {
  readonly changes: readonly ReviewChange[] = [];
  /** What is decided, by whom, and the notes. */
  readonly decided: Decided;
  readonly mayReview: boolean;
  readonly isHosted: boolean;
  /** What the list of changes shows. */
  readonly listed: ListedChanges;
  /** The document as the reader sees it. */
  readonly shown: ShownDocument;
  /** The place of each change among all changes, from 0. */
  readonly order: ReadonlyMap<string, number>;
  /** What the reader sees and points at. */
  readonly aim = new Aim();
  /** The change whose row is to get the keyboard; null: none. */
  focusRowOf: string | null = $state(null);
  theme: Theme = $state('system');
  collapsed = $state(true);
  currentId: string | null = $state(null);
  /** A passage to bring into view. It is shown until a change is selected. */
  shownPassage: Passage | null = $state.raw(null);
  listShown = $state(false);
  /** Whether the reader is asked if a review with undecided changes ends. */
  asksToFinish = $state(false);
  /** Whether stepping also stops at decided changes. */
  stepsThroughAll = $state(false);
  /** The next text for screen readers. */
  announcement = $state('');

  readonly #byId: ReadonlyMap<string, ReviewChange>;
  readonly #rulerPlaces: ReadonlyMap<string, number>;

  /** The changes whose marks the document shows. Where decided changes leave the document, only undecided ones. */
  readonly #marked: readonly ReviewChange[] = $derived.by(() => {
    const { matching } = this.listed;
    return this.shown.showsDecided ? matching : matching.filter(({ id }) => !this.review.decisions.has(id));
  });
  /** The changes that stepping reaches: the first of each unit. */
  readonly reachable: readonly ReviewChange[] = $derived.by(() => firstsOf(this.#marked, this.units));
  readonly marks: readonly RulerMark[] = $derived.by(() => rulerMarks(this.#marked, this.#rulerPlaces));
  /** Number of units of which a change is hidden. */
  readonly hiddenTotal = $derived.by(() => this.countOf([...this.listed.hidden]));
  /** Whether `reachable` has lost changes to decisions. */
  readonly reachesOpenOnly = $derived.by(
    () => this.canDecide && !this.shown.showsDecided && this.remaining < this.units.all.length,
  );
  /** Index of the current change among the reachable ones; null if it is none of them. */
  readonly reachableAt: number | null = $derived.by(() => {
    const unit = this.currentId === null ? undefined : this.units.of(this.currentId)?.id;
    const found = this.reachable.findIndex(({ id }) => id === unit);
    return found === -1 ? null : found;
  });
  readonly current: ReviewChange | undefined = $derived.by(() =>
    this.currentId === null ? undefined : this.#byId.get(this.currentId),
  );

  constructor(deps: ReviewSessionDeps) {
    const { blocks, display, mayReview, isHosted = false } = deps;
    this.changes = listChanges(blocks);
    this.#byId = changesById(this.changes);
    this.order = placesById(this.changes);
    this.mayReview = mayReview;
    this.isHosted = isHosted;
    this.decided = new Decided({
      blocks,
      layout: display.layout,
      isHosted,
      memory: deps.memory,
      changes: this.#byId,
      stepped: deps.stepped ?? (() => undefined),
      ended: () => (this.announcement = messages.reviewComplete(this.remaining)),
      now: deps.now ?? (() => Date.now()),
      newId: deps.newId ?? (() => crypto.randomUUID()),
    });
    this.listed = new ListedChanges({
      blocks,
      changes: this.changes,
      units: this.units,
      facts: {
        verdictOf: (changeId) => this.review.decisions.get(changeId)?.verdict,
        isNoted: (changeId) => this.notes.onChanges.has(changeId),
      },
    });
    this.shown = new ShownDocument({
      blocks,
      showsDecided: !isHosted,
      countsLabels: deps.countsLabels ?? false,
      review: () => this.review,
      hidden: () => this.listed.hidden,
    });
    this.#rulerPlaces = rulerPlaces(this.shown.initial);
    this.theme = display.theme;
    this.collapsed = display.collapse;
    if (deps.reviewer) this.decided.setReviewer(deps.reviewer, false);
    this.decided.remember();
  }

  get review(): Review {
    return this.decided.review;
  }

  get notes(): SessionNotes {
    return this.decided.notes;
  }

  /** What is decided as one. The reader sees and counts units. */
  get units(): Units {
    return this.decided.units;
  }

  /** Number of undecided units. */
  get remaining(): number {
    return this.decided.remaining;
  }

  /** Whether changes can be decided now. */
  get canDecide(): boolean {
    return this.decided.canDecide;
  }

  /** A change by id; undefined if the document has no such change. */
  changeOf(changeId: string): ReviewChange | undefined {
    return this.#byId.get(changeId);
  }

  /** Starts a review, or continues the review of an earlier visit. */
  startReview(): void {
    if (!this.mayReview) return;
    this.decided.start();
    if (this.review.phase === 'active') this.announcement = messages.reviewStarted(this.remaining);
  }

  /** Applies an action to the review (`Decided`). */
  act(action: ReviewAction): void {
    this.decided.act(action);
  }

  /** Accepts a change. Without an id it accepts what the reader points at (`decideSeen`). */
  accept(changeId?: string): void {
    if (changeId === undefined) this.decideSeen('accepted');
    else this.decideTogether([changeId], 'accepted');
  }

  /** Rejects a change. Without an id it rejects what the reader points at (`decideSeen`). */
  reject(changeId?: string): void {
    if (changeId === undefined) this.decideSeen('rejected');
    else this.decideTogether([changeId], 'rejected');
  }

  /** Makes a change undecided; without an id the current one. A change inside removed content needs that content back. */
  reset(changeId: string | null = this.currentId): void {
    if (changeId === null || !this.canDecide) return;
    const isImplied = this.review.decisions.get(changeId)?.implied === true;
    const around = isImplied ? this.review.enclosures.around(changeId) : null;
    this.act({ type: 'decide', changeIds: [around ?? changeId], verdict: null });
    this.announcement = messages.reset(this.remaining);
  }

  /** Decides what the reader points at (`decideSeen`). */
  decideSeen(verdict: ChangeAction): void {
    decideSeen(this, verdict);
  }

  /** Brings the current change into view again. Where no document marks it, the list shows it. */
  showCurrent(): void {
    const { currentId } = this;
    if (currentId === null) return;
    this.select(currentId);
    if (this.aim.documentShows([currentId]) === null) this.listShown = true;
    this.aim.asked += 1;
  }

  /** Decides the current change and moves to the next undecided one. */
  decideCurrent(verdict: ChangeAction): void {
    const id = this.currentId;
    if (id === null || !this.canDecide) return;
    const following = followingOf(this.listed.matching, id);
    const wasOpen = this.remaining > 0;
    this.act({ type: 'decide', changeIds: [id], verdict });
    const next = firstUndecided(following, this.review.decisions, this.listed.openBundles);
    // The last change stays selected while the document shows it.
    if (next !== undefined || !this.shown.showsDecided) this.currentId = next?.id ?? null;
    if (next !== undefined) this.announcement = messages.decidedAndNext(verdict, this.remaining, next);
    else if (this.remaining > 0 || !wasOpen) this.announcement = messages.verdict(verdict);
    else if (this.review.phase === 'active') this.announcement = reviewMessages.everyDecided;
  }

  /** Decides several changes in one step. A null verdict makes them undecided. */
  decideTogether(changeIds: readonly string[], verdict: ChangeAction | null): void {
    if (!this.canDecide) return;
    this.act({ type: 'decide', changeIds, verdict });
    if (this.review.phase === 'completed') return;
    const said =
      verdict === null
        ? messages.reset(this.remaining)
        : messages.decidedMany(verdict, this.countOf(changeIds), this.remaining);
    this.announcement = this.remaining === 0 ? `${said} ${reviewMessages.everyDecided}` : said;
  }

  /** The changes that a decision on everything shown would decide (`targetsOf`). */
  targetsOf(verdict: ChangeAction | null): readonly string[] {
    return targetsOf(this.listed.matching, this.review.decisions, verdict);
  }

  /** Number of units that some changes belong to. */
  countOf(changeIds: readonly string[]): number {
    return this.decided.countOf(changeIds);
  }

  /** Decides every change that the filter shows (`targetsOf`), in one step. */
  decideMatching(verdict: ChangeAction | null): void {
    this.decideTogether(this.targetsOf(verdict), verdict);
    if (!this.shown.showsDecided) this.currentId = null;
  }

  /** Ends the review. If changes are undecided, the reader is asked first. */
  finish(): void {
    if (this.canDecide && this.remaining > 0) this.asksToFinish = true;
    else this.finishAnyway();
  }

  /** Ends the review. Undecided changes stay undecided. Decisions can be changed when it is reopened. */
  finishAnyway(): void {
    this.asksToFinish = false;
    this.act({ type: 'finish' });
  }

  /** Goes on with a completed review. */
  reopen(): void {
    if (this.review.phase !== 'completed') return;
    this.act({ type: 'reopen' });
    this.announcement = messages.reviewStarted(this.remaining);
  }

  undo(): void {
    if (this.#walk('undo', this.review.past.at(-1))) this.announcement = messages.undone(this.remaining);
  }

  redo(): void {
    const isDone = this.#walk('redo', this.review.future.at(-1));
    if (isDone && this.canDecide) this.announcement = messages.redone(this.remaining);
  }

  /** Takes a step back, or takes it again. Returns whether there is one. */
  #walk(type: 'undo' | 'redo', step: ReviewHistory['past'][number] | undefined): boolean {
    if (step === undefined || !this.canDecide) return false;
    this.act({ type });
    // The first change of the step becomes the current one, if the document still shows it.
    const shown = step.find(([id]) => this.shown.showsDecided || !this.review.decisions.has(id));
    this.currentId = shown?.[0] ?? null;
    return true;
  }

  /**
   * Opens a thread to write to it. With an id, it is the thread about that change. Otherwise it is about the selection
   * or the current change.
   */
  note(changeId?: string): void {
    if (changeId === undefined && this.notes.offered !== null) {
      this.notes.writeOnSelection();
      return;
    }
    const id = changeId ?? this.currentId;
    if (id === null) return;
    if (id !== this.currentId) this.select(id);
    this.listed.openBundleOf(id);
    this.notes.write({ kind: 'change', changeId: id });
  }

  /** Adopts another reviewer's decisions and notes (`Decided`). */
  takeOver(theirs: ReviewRecord): MergedReviews {
    if (!this.canDecide) this.startReview();
    const merged = this.decided.takeOver(theirs);
    this.announcement = tookOverText(merged);
    return merged;
  }

  /** Takes the reader's own decisions and notes on an earlier draft over (`Decided`). */
  takeEarlier(earlier: ReviewRecord): void {
    if (!this.canDecide) this.startReview();
    const taken = this.decided.takeEarlier(earlier);
    this.announcement = messages.tookEarlier(this.countOf(taken));
  }

  /** Ends conflicts with the verdicts of one side (`Decided`). */
  settle(changeIds: readonly string[], by: 'mine' | 'theirs'): void {
    this.decided.settle(changeIds, by, () => {
      if (!this.canDecide) this.startReview();
    });
  }

  /**
   * Moves to the next or previous change, and around the ends (`stepFrom`). It passes over decided changes unless
   * `stepsThroughAll`, but only if there are others.
   */
  step(by: 1 | -1): void {
    const { reachable, reachableAt, currentId, order } = this;
    const { decisions } = this.review;
    const { openBundles } = this.listed;
    const skipsDecided = this.canDecide && !this.stepsThroughAll;
    const change = stepFrom({ reachable, reachableAt, currentId, order, decisions, openBundles, skipsDecided }, by);
    if (change !== undefined) this.select(change.id);
  }

  /** Selects a change. */
  select(changeId: string | null): void {
    this.shownPassage = null;
    this.currentId = changeId;
    const at = this.reachableAt;
    const change = changeId === null ? undefined : this.changeOf(changeId);
    if (at === null || change === undefined || changeId === null) return;
    const verdict = this.review.decisions.get(changeId)?.verdict;
    const place = { ...this.listed.spokenPlace(changeId), at, total: this.reachable.length };
    this.announcement = messages.announceChange(change, place, verdict);
  }

  /** Brings a passage into view. */
  showPassage(passage: Passage): void {
    this.currentId = null;
    this.shownPassage = passage;
  }

  /** Hides a kind of change, or shows it again. */
  ignore(which: Ignorable, isIgnored: boolean): void {
    this.listed.ignore(which, isIgnored);
    this.announcement = messages.hidden(this.hiddenTotal);
  }

  /** Shows every change again. */
  showAll(): void {
    this.listed.ignoreNothing();
    this.announcement = messages.hidden(0);
  }

  setLayout(layout: Layout): void {
    this.act({ type: 'set-layout', layout });
  }
}
