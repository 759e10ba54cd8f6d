/**
 * The state of a comparison that is read and reviewed, and the actions of a reader. `listed` is what the list of changes
 * shows, `shown` is the document. The files beside it compute what an action does.
 */
import type { Block } from '../../shared/document/model.ts';
import { Units } from '../../shared/fragment/units.ts';
import type { Layout, Theme } from '../../shared/messages/display.ts';
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { Passage } from '../../shared/review-file/notes.ts';
import { EMPTY_RECORD, hasDecisions, type ReviewRecord } from '../../shared/review-file/review-record.ts';
import type { DeclaredBy } from '../../shared/change/change.ts';
import { listChanges, type ReviewChange } from '../document-view/list-changes.ts';
import { messages } from '../strings/comparison.ts';
import { reviewMessages } from '../strings/review.ts';
import { theirDecisionsIn, withDeciders, type TheirDecisions } from './deciders.ts';
import { decideSeen } from './decide-seen.ts';
import { firstUndecided, followingOf, targetsOf, unitTotal } from './decision-targets.ts';
import type { Ignorable } from './ignoring.ts';
import { ListedChanges } from './listed-changes.svelte.ts';
import {
  joinedConflicts,
  mergeReviews,
  tookOverText,
  type MergedReviews,
  type ReviewConflict,
} from './merge-reviews.ts';
import { notesAbout } from './notes.ts';
import { Aim } from './aim.svelte.ts';
import { changesById, orderOf, recordOf, verdictsOf } from './record-review.ts';
import {
  idsWith,
  newReview,
  nextReview,
  verdictOn,
  type Review,
  type ReviewAction,
  type ReviewHistory,
} from './review.ts';
import { rulerMarks, rulerPlaces, type RulerMark } from './ruler-marks.ts';
import type { ReviewMemory } from './saved-review.ts';
import { SessionNotes } from './session-notes.svelte.ts';
import { ShownDocument } from './shown-document.svelte.ts';
import { firstsOf, stepFrom } from './stepping.ts';
import { historyOf } from './stored-history.ts';
import { joined, settledByThem, stillOpen } from './take-over.ts';

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

const NO_UNITS = new Units([]);
const NO_DECIDERS: TheirDecisions = new Map();

/** The state of a comparison that is read and reviewed, with the actions of a reader. It holds no DOM. */
export class ReviewSession {
  readonly changes: readonly ReviewChange[] = [];
  /** What is decided as one. The reader sees and counts units. */
  readonly units: Units = NO_UNITS;
  readonly mayReview: boolean;
  readonly isHosted: boolean;
  readonly notes: SessionNotes;
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
  review: Review = $state.raw() as Review;
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
  /** Changes that another reviewer decided differently. */
  conflicts: readonly ReviewConflict[] = $state.raw([]);
  /** What others decided. */
  theirs: TheirDecisions = $state.raw(NO_DECIDERS);

  /** Who declared changes by tracked revisions, by change id. */
  declared: Readonly<Record<string, DeclaredBy>> = $state.raw({});

  readonly #byId: ReadonlyMap<string, ReviewChange>;
  readonly #rulerPlaces: ReadonlyMap<string, number>;
  readonly #memory: ReviewMemory;
  readonly #stepped: (before: Review, after: Review) => void;

  /** The changes whose marks the document shows. Where decided changes leave the document, only undecided ones. */
  readonly #marked: readonly ReviewChange[] = $derived.by(() => {
    const { matching } = this.listed;
    return this.shown.showsDecided ? matching : matching.filter(({ id }) => !this.review.decisions.has(id));
  });
  /** The changes that stepping reaches: the first of each unit. */
  readonly reachable: readonly ReviewChange[] = $derived.by(() => firstsOf(this.#marked, this.units));
  readonly marks: readonly RulerMark[] = $derived.by(() => rulerMarks(this.#marked, this.#rulerPlaces));
  /** Number of undecided units. */
  readonly remaining = $derived.by(() => this.units.all.filter((unit) => verdictOn(this.review, unit) === null).length);
  /** Number of undecided units whose parts an earlier version decided differently. */
  readonly divided = $derived(this.review.divided.filter((unit) => verdictOn(this.review, unit) === null).length);
  /** Number of units of which a change is hidden. */
  readonly hiddenTotal = $derived.by(() => this.countOf([...this.listed.hidden]));
  /** Whether changes can be decided now. */
  readonly canDecide = $derived(this.review.phase === 'active');
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
    const { blocks, display, mayReview, isHosted = false, memory, stepped } = deps;
    this.changes = listChanges(blocks);
    this.#byId = changesById(this.changes);
    this.order = orderOf(this.changes);
    this.mayReview = mayReview;
    this.isHosted = isHosted;
    this.#memory = memory;
    this.#stepped = stepped ?? (() => undefined);
    this.notes = new SessionNotes({
      now: deps.now ?? (() => Date.now()),
      newId: deps.newId ?? (() => crypto.randomUUID()),
      changed: () => this.#keep(),
    });
    this.review = newReview(blocks, display.layout, isHosted);
    this.units = this.review.units;
    this.listed = new ListedChanges({
      ...{ blocks, changes: this.changes, units: this.units },
      facts: {
        verdictOf: (changeId) => this.review.decisions.get(changeId)?.verdict,
        isNoted: (changeId) => this.notes.onChanges.has(changeId),
      },
    });
    this.shown = new ShownDocument({
      ...{ blocks, showsDecided: !isHosted, countsLabels: deps.countsLabels ?? false },
      review: () => this.review,
      hidden: () => this.listed.hidden,
    });
    this.#rulerPlaces = rulerPlaces(this.shown.initial);
    this.theme = display.theme;
    this.collapsed = display.collapse;
    const earlier = memory.load();
    if (deps.reviewer) this.setReviewer(deps.reviewer, false);
    if (earlier === null) return;
    this.#loadOthers(earlier);
  }

  /** The reviewer's name, or empty. */
  get reviewer(): string {
    return this.notes.author;
  }

  /** Who decided a change, if it was somebody else; null for an own decision and without one. */
  deciderOf(changeId: string): string | null {
    const their = this.theirs.get(changeId);
    const isTheirs = their !== undefined && their.verdict === this.review.decisions.get(changeId)?.verdict;
    return isTheirs && their.by !== this.reviewer ? their.by : null;
  }

  /** A change by id; undefined if the document has no such change. */
  changeOf(changeId: string): ReviewChange | undefined {
    return this.#byId.get(changeId);
  }

  /** Starts a review, or continues the review of an earlier visit. */
  startReview(): void {
    if (!this.mayReview) return;
    const earlier = this.review.phase === 'inactive' ? this.#memory.load() : null;
    if (earlier === null || !hasDecisions(earlier)) this.act({ type: 'start' });
    else this.#restore(earlier);
    if (this.review.phase === 'active') this.announcement = messages.reviewStarted(this.remaining);
  }

  #restore(record: ReviewRecord): void {
    const { decided, finished } = record;
    const history = historyOf(record.history, this.review.changeIds);
    this.review = nextReview(this.review, { type: 'restore', decided, finished, history });
    this.#loadOthers(record);
  }

  #loadOthers(record: ReviewRecord): void {
    const { notes, passages, reviewer } = record;
    this.notes.load(notesAbout(notes, this.#byId), passages);
    if (this.notes.author === '') this.notes.author = reviewer;
    this.theirs = theirDecisionsIn(record);
  }

  /** The review so far, to store or to pass on. `savedAt` is null unless a person saves it. */
  record(savedAt: string | null = null): ReviewRecord {
    return withDeciders(recordOf(this.review, { ...this.#written(), savedAt }), this.theirs);
  }

  #written(): Pick<ReviewRecord, 'reviewer' | 'notes' | 'passages'> {
    const { author: reviewer, onChanges: notes, onPassages: passages } = this.notes;
    return { reviewer, notes, passages };
  }

  /** Stores the review for the next visit. Readers without review rights store notes beside the earlier decisions. */
  #keep(): void {
    const isReading = this.review.phase === 'inactive';
    const record = isReading ? { ...(this.#memory.load() ?? EMPTY_RECORD), ...this.#written() } : this.record();
    this.#memory.save(record, this.review);
  }

  /**
   * Shows what all windows decided and wrote, without a step of this one. `history` replaces the steps that this window
   * can undo. Decisions of this window that were refused become conflicts.
   */
  adopt(record: ReviewRecord, history: ReviewHistory | null, refused: readonly ReviewConflict[]): void {
    const { decided: made, finished } = record;
    const before = this.review;
    this.review = nextReview(before, { type: 'adopt', made, finished, history });
    this.notes.load(notesAbout(record.notes, this.#byId), record.passages);
    this.theirs = theirDecisionsIn(record);
    if (refused.length > 0) this.conflicts = joinedConflicts(this.conflicts, refused);
    if (this.review.decisions !== before.decisions) this.#stepped(before, this.review);
  }

  /** Applies an action to the review, reports it, and stores the choices. */
  act(action: ReviewAction): void {
    const before = this.review;
    const after = nextReview(before, action);
    if (after === before) return;
    this.review = after;
    this.#stepped(before, after);
    if (action.type !== 'set-layout') this.#keep();
    if (after.phase === 'completed' && before.phase === 'active') {
      this.announcement = messages.reviewComplete(this.remaining);
    }
  }

  /** Accepts a change. Without an id it accepts what the reader points at (`decideSeen`). */
  accept(changeId?: string): void {
    this.#decide('accepted', changeId);
  }

  /** Rejects a change. Without an id it rejects what the reader points at (`decideSeen`). */
  reject(changeId?: string): void {
    this.#decide('rejected', changeId);
  }

  /** Makes a change undecided; without an id the current one. A change inside removed content needs that content back. */
  reset(changeId: string | null = this.currentId): void {
    if (changeId === null || !this.canDecide) return;
    const isImplied = this.review.decisions.get(changeId)?.implied === true;
    const around = isImplied ? this.review.enclosures.around(changeId) : null;
    this.act({ type: 'decide', changeIds: [around ?? changeId], verdict: null });
    this.announcement = messages.reset(this.remaining);
  }

  #decide(verdict: ChangeAction, changeId: string | undefined): void {
    if (changeId === undefined) this.decideSeen(verdict);
    else this.decideTogether([changeId], verdict);
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
    return unitTotal(changeIds, this.units);
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
    const step = this.review.past.at(-1);
    if (step === undefined || !this.canDecide) return;
    this.act({ type: 'undo' });
    this.#showStep(step.map(([id]) => id));
    this.announcement = messages.undone(this.remaining);
  }

  redo(): void {
    const step = this.review.future.at(-1);
    if (step === undefined || !this.canDecide) return;
    this.act({ type: 'redo' });
    this.#showStep(step.map(([id]) => id));
    if (this.review.phase === 'active') this.announcement = messages.redone(this.remaining);
  }

  /** Shows the first change of a step, if the document still shows it. */
  #showStep(changeIds: readonly string[]): void {
    const shown = changeIds.find((id) => this.shown.showsDecided || !this.review.decisions.has(id));
    this.currentId = shown ?? null;
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

  /** Sets the reviewer's name, and with it the colour if it was chosen. */
  setReviewer({ name, color }: { readonly name: string; readonly color?: string }, isStored = true): void {
    this.notes.color = color ?? null;
    if (name === this.notes.author) return;
    this.notes.author = name;
    if (isStored) this.#keep();
  }

  /**
   * Adopts another reviewer's decisions on undecided changes, and the notes. A change with two different decisions
   * becomes a conflict, which `settle` ends.
   */
  takeOver(theirs: ReviewRecord): MergedReviews {
    if (!this.canDecide) this.startReview();
    const merged = mergeReviews(this.record(), theirs, this.review.units);
    this.notes.load(merged.notes, merged.passages);
    this.conflicts = merged.conflicts;
    this.theirs = joined(this.theirs, merged.theirs);
    if (merged.taken.size > 0) this.act({ type: 'decide-each', decided: merged.taken });
    else this.#keep();
    this.announcement = tookOverText(merged);
    return merged;
  }

  /** Takes the reader's own decisions and notes on an earlier draft over, in one step. What is decided here stays. */
  takeEarlier(earlier: ReviewRecord): void {
    if (!this.canDecide) this.startReview();
    const { onChanges, onPassages } = this.notes;
    this.notes.load(joined(earlier.notes, onChanges), joined(earlier.passages, onPassages));
    this.theirs = joined(theirDecisionsIn(earlier), this.theirs);
    const decided = stillOpen(earlier.decided, this.review.decisions);
    if (decided.size > 0) this.act({ type: 'decide-each', decided });
    else this.#keep();
    this.announcement = messages.tookEarlier(this.countOf([...decided.keys()]));
  }

  /** Ends conflicts with the verdicts of one side. */
  settle(changeIds: readonly string[], by: 'mine' | 'theirs'): void {
    const settled = this.conflicts.filter(({ changeId }) => changeIds.includes(changeId));
    this.conflicts = this.conflicts.filter((conflict) => !settled.includes(conflict));
    // What stands needs no step.
    const turned = settled.filter(({ theirsStand = false }) => theirsStand !== (by === 'theirs'));
    if (turned.length === 0) return;
    if (!this.canDecide) this.startReview();
    const verdicts = verdictsOf(turned, by);
    if (by === 'theirs') {
      this.theirs = joined(this.theirs, settledByThem(turned, verdicts.decided, this.review.units));
    }
    this.act({ type: 'decide', changeIds: verdicts.open, verdict: null });
    this.act({ type: 'decide-each', decided: verdicts.decided });
  }

  /** Moves to the next change (`step`). */
  next(): void {
    this.step(1);
  }

  /** Moves to the previous change (`step`). */
  previous(): void {
    this.step(-1);
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

  /** How many changes there are, and how many of them are decided, as a person counts. */
  get progress(): { readonly changes: number; readonly decided: number } {
    const changes = this.units.all.length;
    return { changes, decided: changes - this.remaining };
  }

  /** The result of the review so far. */
  get outcome(): {
    readonly accepted: number;
    readonly rejected: number;
    readonly open: number;
    readonly notes: number;
  } {
    const accepted = this.countOf(idsWith(this.review, 'accepted'));
    const rejected = this.countOf(idsWith(this.review, 'rejected'));
    return { accepted, rejected, open: this.remaining, notes: this.notes.total };
  }
}
