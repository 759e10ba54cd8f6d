/**
 * The state of a comparison that is read and reviewed. It is over 400 lines long because every action of a reader
 * begins in this one class. The files beside it hold what an action does.
 */
import { hasLines, isAlignedText } from '../../shared/document/aligned-text.ts';
import { withCommentSigns } from '../../shared/document/comment-signs.ts';
import type { Block } from '../../shared/document/model.ts';
import { Units } from '../../shared/fragment/units.ts';
import type { Layout, Theme } from '../../shared/messages/display.ts';
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { Passage } from '../../shared/review-file/notes.ts';
import { EMPTY_RECORD, hasDecisions, type ReviewRecord } from '../../shared/review-file/review-record.ts';
import { resolveBlocks } from '../../shared/fragment/resolve.ts';
import type { DeclaredBy } from '../../shared/change/change.ts';
import type { UndisclosedItem } from '../../shared/change/undisclosed.ts';
import type { StaleReference } from '../../shared/signals/references.ts';
import type { Signal } from '../../shared/signals/rule.ts';
import { placesOf, type DocumentPlaces } from '../document-view/change-places.ts';
import { listChanges, type ReviewChange } from '../document-view/list-changes.ts';
import { Segmenter, type Segment } from '../document-view/segments.ts';
import { settleHidden } from '../document-view/settle-hidden.ts';
import { messages, reviewMessages, type SpokenPlace } from '../strings.ts';
import { bundlesOf, isPassedOver, toggled, type ChangeBundle } from './change-groups.ts';
import { theirDecisionsIn, withDeciders, type TheirDecisions } from './deciders.ts';
import { filterChanges, isEmptyFilter, NO_FILTER, type ChangeFacts, type ChangeFilter } from './change-filter.ts';
import { ignoredIds, NOTHING_IGNORED, withIgnored, type Ignorable } from './ignoring.ts';
import {
  joinedConflicts,
  mergeReviews,
  tookOverText,
  type MergedReviews,
  type ReviewConflict,
} from './merge-reviews.ts';
import { notesAbout } from './notes.ts';
import { Aim, type FocusedRow } from './aim.svelte.ts';
import { railRows, type RailRow } from './rail-rows.ts';
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
import type * as SignalRules from './signal-rules.ts';
import { historyOf } from './stored-history.ts';
import { unreplacedPlaces, type UnreplacedPlace } from './unreplaced.ts';

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
const NONE_OPEN: ReadonlySet<string> = new Set();
const NO_SIGNALS: readonly Signal[] = [];
const NO_SIGNALS_YET: ReadonlyMap<string, readonly Signal[]> = new Map();
const NOTHING_FIRST: ReadonlyMap<string, unknown> = new Map();

/** The state of a comparison that is read and reviewed, with the actions of a reader. It holds no DOM. */
export class ReviewSession {
  readonly changes: readonly ReviewChange[] = [];
  /** What is decided as one. The reader sees and counts units. */
  readonly units: Units = NO_UNITS;
  readonly mayReview: boolean;
  readonly isHosted: boolean;
  readonly notes: SessionNotes;
  /** What the reader sees and points at. */
  readonly aim = new Aim();
  /** The change whose row is to get the keyboard; null: none. */
  focusRowOf: string | null = $state(null);
  /** The segments before any decision. */
  readonly initial: readonly Segment[];
  review: Review = $state.raw() as Review;
  theme: Theme = $state('system');
  collapsed = $state(true);
  filter: ChangeFilter = $state.raw(NO_FILTER);
  currentId: string | null = $state(null);
  /** A passage to bring into view. It is shown until a change is selected. */
  shownPassage: Passage | null = $state.raw(null);
  listShown = $state(false);
  /** Whether the reader is asked if a review with undecided changes ends. */
  asksToFinish = $state(false);
  /** Keys of the open bundles in the list of changes. */
  openBundles: ReadonlySet<string> = $state.raw(NONE_OPEN);
  /** Whether stepping also stops at decided changes. */
  stepsThroughAll = $state(false);
  /** Whether decided changes keep a quiet mark in the document. */
  showsDecided = $state(true);
  /** The next text for screen readers. */
  announcement = $state('');
  /** Size of the document's text; 1 is the normal size. */
  zoom = $state(1);
  /** Whether long lines wrap. */
  wraps = $state(true);
  /** Whether plain text has a monospaced font. The initial value is true if spaces align its lines. */
  fixedWidth = $state(false);
  /** Whether the document contains plain text. */
  readonly hasLines: boolean;
  /** Changes that another reviewer decided differently. */
  conflicts: readonly ReviewConflict[] = $state.raw([]);
  /** What others decided. */
  theirs: TheirDecisions = $state.raw(new Map());

  /** The merged document. Values derived from it alone must not read `review`, which changes with every decision. */
  #blocks: readonly Block[] = [];
  /** The merged document with the signs of its comments, to be shown. */
  #signed: readonly Block[] = [];
  readonly #segmenter = new Segmenter();
  readonly #redlineSegmenter = new Segmenter();
  readonly #byId: ReadonlyMap<string, ReviewChange>;
  readonly #order: ReadonlyMap<string, number>;
  readonly #rulerPlaces: ReadonlyMap<string, number>;
  readonly #memory: ReviewMemory;
  readonly #stepped: (before: Review, after: Review) => void;

  /** The document with all decisions applied, with the signs of its comments. */
  readonly #resolved: readonly Block[] = $derived.by(() => {
    const { made, resolved, changeIds } = this.review;
    // Most documents have no comments.
    if (this.#signed === this.#blocks) return resolved;
    const idsAs = (wanted: ChangeAction): string[] =>
      [...made].flatMap(([id, verdict]) => (verdict === wanted ? [id] : []));
    return resolveBlocks(this.#signed, { accept: idsAs('accepted'), reject: idsAs('rejected') }, () => changeIds);
  });
  /** The document with all decisions applied. Undecided changes keep their marks. */
  readonly resolvedSegments: readonly Segment[] = $derived(this.#segmenter.segmentsOf(this.#resolved));
  /** The document as the redline shows it. */
  readonly segments: readonly Segment[] = $derived.by(() => (this.showsDecided ? this.initial : this.resolvedSegments));
  /** Sections, and where each change is. */
  readonly places: DocumentPlaces = $derived(placesOf(this.#blocks));
  /** The rules that say what matters; null until they are loaded. */
  rules: typeof SignalRules | null = $state.raw(null);
  /** What the rules say about the changes, by their ids. Empty until they are loaded. */
  readonly signals: ReadonlyMap<string, readonly Signal[]> = $derived(
    this.rules?.signalsOf(this.#blocks) ?? NO_SIGNALS_YET,
  );
  /** References to clauses that have another number now. Empty until the rules are loaded. */
  readonly references: readonly StaleReference[] = $derived(
    this.rules?.staleReferences(this.rules.sideTexts(this.#blocks)) ?? [],
  );
  /** What a returned file changed without marking it. It begins the list. */
  undisclosed: readonly UndisclosedItem[] = $state.raw([]);
  /** Who declared changes by tracked revisions, by change id. */
  declared: Readonly<Record<string, DeclaredBy>> = $state.raw({});
  /** Whether the list begins with what matters. */
  mattersFirst = $state(false);
  /** The kinds of change that the reader hides. */
  ignored: ReadonlySet<Ignorable> = $state.raw(NOTHING_IGNORED);
  /** The changes that are hidden. */
  readonly hidden: ReadonlySet<string> = $derived.by(() => ignoredIds(this.changes, this.ignored));
  /** The rejected ones among the hidden changes. A text, so that no other decision lays out the redline anew. */
  readonly #hiddenRejected: string = $derived.by(() => {
    const { decisions } = this.review;
    return [...this.hidden].filter((id) => decisions.get(id)?.verdict === 'rejected').join(' ');
  });
  /** The document as the unified redline shows it: hidden changes are in the reading that holds (`settleHidden`). */
  readonly redline: readonly Segment[] = $derived.by(() => {
    if (this.hidden.size === 0) return this.segments;
    const rejected = new Set(this.#hiddenRejected.split(' '));
    const blocks = this.showsDecided ? this.#signed : this.#resolved;
    return this.#redlineSegmenter.segmentsOf(settleHidden(blocks, this.hidden, (id) => rejected.has(id)));
  });
  /** The changes that the filter shows. */
  readonly matching: readonly ReviewChange[] = $derived.by(() => {
    const matching = filterChanges(this.changes, this.filter, this.#facts);
    const shown = this.hidden.size === 0 ? matching : matching.filter(({ id }) => !this.hidden.has(id));
    // A unit passes as a whole.
    const whole = new Set(this.units.whole(shown.map(({ id }) => id)));
    return whole.size === shown.length ? shown : this.changes.filter(({ id }) => whole.has(id));
  });
  /** The changes whose marks the document shows. Where decided changes leave the document, only undecided ones. */
  readonly #marked: readonly ReviewChange[] = $derived(
    this.showsDecided ? this.matching : this.matching.filter(({ id }) => !this.review.decisions.has(id)),
  );
  /** The changes that stepping reaches: the first of each unit. */
  readonly reachable: readonly ReviewChange[] = $derived.by(() => {
    const firsts = this.#marked.filter(({ id }) => this.units.of(id)?.id === id);
    return firsts.length === this.#marked.length ? this.#marked : firsts;
  });
  readonly marks: readonly RulerMark[] = $derived.by(() => rulerMarks(this.#marked, this.#rulerPlaces));
  readonly isFiltered = $derived(!isEmptyFilter(this.filter) || this.hidden.size > 0);
  /** Number of undecided units. */
  readonly remaining = $derived.by(() => this.units.all.filter((unit) => verdictOn(this.review, unit) === null).length);
  /** Number of undecided units whose parts an earlier version decided differently. */
  readonly divided = $derived(this.review.divided.filter((unit) => verdictOn(this.review, unit) === null).length);
  /** Whether changes can be decided now. */
  readonly canDecide = $derived(this.review.phase === 'active');
  /** Whether `reachable` has lost changes to decisions. */
  readonly reachesOpenOnly = $derived(this.canDecide && !this.showsDecided && this.remaining < this.units.all.length);
  /** Index of the current change among the reachable ones; null if it is none of them. */
  readonly reachableAt: number | null = $derived.by(() => {
    const unit = this.currentId === null ? undefined : this.units.of(this.currentId)?.id;
    const found = this.reachable.findIndex(({ id }) => id === unit);
    return found === -1 ? null : found;
  });
  readonly current: ReviewChange | undefined = $derived.by(() =>
    this.currentId === null ? undefined : this.#byId.get(this.currentId),
  );
  /** Changes that are decided together, among those that the filter shows. */
  readonly bundles: readonly ChangeBundle[] = $derived(bundlesOf(this.matching, this.places.places, this.units));
  /** Places of replaced wordings that the revised document kept, by bundle key. */
  readonly unreplaced: ReadonlyMap<string, readonly UnreplacedPlace[]> = $derived(
    unreplacedPlaces(this.#blocks, this.bundles),
  );
  /** The rows of the list of changes. */
  readonly rows: readonly RailRow[] = $derived(
    railRows({
      ...this.places,
      changes: this.matching,
      bundles: this.bundles,
      unreplaced: this.unreplaced,
      open: this.openBundles,
      first: this.mattersFirst ? this.signals : NOTHING_FIRST,
      references: this.isFiltered ? [] : this.references,
      undisclosed: this.isFiltered ? [] : this.undisclosed,
    }),
  );

  readonly #facts: ChangeFacts = {
    verdictOf: (changeId) => this.review.decisions.get(changeId)?.verdict,
    isNoted: (changeId) => this.notes.onChanges.has(changeId),
    sectionOf: (changeId) => this.places.places.get(changeId)?.section,
    signalsOf: (changeId) => this.signals.get(changeId) ?? NO_SIGNALS,
  };

  constructor(deps: ReviewSessionDeps) {
    const { blocks, display, mayReview, isHosted = false, memory, stepped } = deps;
    this.#blocks = blocks;
    this.#signed = withCommentSigns(blocks);
    this.changes = listChanges(blocks);
    this.#byId = changesById(this.changes);
    this.#order = orderOf(this.changes);
    this.mayReview = mayReview;
    this.isHosted = isHosted;
    this.showsDecided = !isHosted;
    this.#memory = memory;
    this.#stepped = stepped ?? (() => undefined);
    this.notes = new SessionNotes({
      now: deps.now ?? (() => Date.now()),
      newId: deps.newId ?? (() => crypto.randomUUID()),
      changed: () => this.#keep(),
    });
    this.review = newReview(blocks, display.layout, isHosted);
    this.units = this.review.units;
    this.initial = this.#segmenter.segmentsOf(this.#signed);
    this.#rulerPlaces = rulerPlaces(this.initial);
    this.theme = display.theme;
    this.collapsed = display.collapse;
    this.hasLines = hasLines(blocks);
    this.fixedWidth = isAlignedText(blocks);
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

  /** Loads the rules that say what matters. Then `signals` and `references` have their content. */
  async loadRules(): Promise<void> {
    this.rules ??= await import('./signal-rules.ts');
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

  /**
   * Decides what the reader points at: the selected text, else the row with the keyboard, else the current change. What
   * is not in view, or does not pass the filter, is only shown.
   */
  decideSeen(verdict: ChangeAction): void {
    if (!this.canDecide) return;
    const { selected, row } = this.aim;
    if (selected.length > 0 && this.aim.isSeen(selected)) this.#decideSelected(selected, verdict);
    else if (row !== null) this.#decideRow(row, verdict);
    else if (this.currentId === null || this.reachableAt === null) this.#showFirst(verdict, () => this.step(1));
    else if (!this.aim.isSeen(this.review.units.whole([this.currentId])))
      this.#showFirst(verdict, () => this.showCurrent());
    else this.decideCurrent(verdict);
  }

  #decideSelected(changeIds: readonly string[], verdict: ChangeAction): void {
    this.decideTogether(changeIds, verdict);
    this.aim.unselect();
  }

  /** The keyboard goes on with the row of the next undecided change. */
  #decideRow({ changeIds, isInSight }: FocusedRow, verdict: ChangeAction): void {
    if (!isInSight()) {
      this.#showFirst(verdict, () => this.select(changeIds[0]!));
      this.focusRowOf = changeIds[0]!;
      return;
    }
    this.decideTogether(changeIds, verdict);
    const next = this.#undecidedAfter(changeIds[0]!);
    if (next === undefined) return;
    const said = this.announcement;
    this.select(next.id);
    this.announcement = `${said} ${this.announcement}`;
    this.focusRowOf = next.id;
  }

  /** The next undecided change that the filter shows, around the end; undefined if there is none. */
  #undecidedAfter(changeId: string): ReviewChange | undefined {
    const at = this.#order.get(changeId) ?? 0;
    const open = this.matching.filter(({ id }) => !this.review.decisions.has(id));
    const isAfter = ({ id }: ReviewChange): boolean => (this.#order.get(id) ?? 0) > at;
    return open.find(isAfter) ?? open[0];
  }

  /** Shows a change instead of deciding it, and says so. */
  #showFirst(verdict: ChangeAction, show: () => void): void {
    show();
    if (this.currentId === null) this.announcement = reviewMessages.noChanges;
    else this.announcement = reviewMessages.shownFirst(this.announcement, verdict);
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
    const { matching } = this;
    const at = matching.findIndex((change) => change.id === id);
    const wasOpen = this.remaining > 0;
    this.act({ type: 'decide', changeIds: [id], verdict });
    const following = [...matching.slice(at + 1), ...matching.slice(0, Math.max(at, 0))];
    const undecided = following.filter((change) => !this.review.decisions.has(change.id));
    const next = undecided.find((change) => !isPassedOver(change, this.openBundles)) ?? undecided[0];
    // The last change stays selected while the document shows it.
    if (next !== undefined || !this.showsDecided) this.currentId = next?.id ?? null;
    if (next !== undefined) this.announcement = messages.decidedAndNext(verdict, this.remaining, next);
    else if (this.remaining > 0 || !wasOpen) this.announcement = messages.verdict(verdict);
    else if (this.canDecide) this.announcement = reviewMessages.everyDecided;
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

  /**
   * The changes that a decision on everything shown would decide. These are the undecided ones. If none is undecided,
   * they are those that are decided otherwise.
   */
  targetsOf(verdict: ChangeAction | null): readonly string[] {
    const { decisions } = this.review;
    const ids = this.matching.map(({ id }) => id);
    if (verdict === null) return ids.filter((id) => decisions.has(id));
    const open = ids.filter((id) => !decisions.has(id));
    return open.length > 0 ? open : ids.filter((id) => decisions.get(id)?.verdict !== verdict);
  }

  /** Number of units that some changes belong to. */
  countOf(changeIds: readonly string[]): number {
    return new Set(changeIds.map((id) => this.units.of(id))).size;
  }

  /** Decides every change that the filter shows (`targetsOf`), in one step. */
  decideMatching(verdict: ChangeAction | null): void {
    this.decideTogether(this.targetsOf(verdict), verdict);
    if (!this.showsDecided) this.currentId = null;
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

  /** Opens a bundle in the list of changes, or closes it. */
  toggleBundle(key: string): void {
    this.openBundles = toggled(this.openBundles, key);
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
    const shown = changeIds.find((id) => this.showsDecided || !this.review.decisions.has(id));
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
    const bundle = this.bundles.find(({ changes }) => changes.some((change) => change.id === id));
    if (bundle && !this.openBundles.has(bundle.key)) this.toggleBundle(bundle.key);
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
    this.theirs = new Map([...this.theirs, ...merged.theirs]);
    if (merged.taken.size > 0) this.act({ type: 'decide-each', decided: merged.taken });
    else this.#keep();
    this.announcement = tookOverText(merged);
    return merged;
  }

  /** Takes the reader's own decisions and notes on an earlier draft over, in one step. What is decided here stays. */
  takeEarlier(earlier: ReviewRecord): void {
    if (!this.canDecide) this.startReview();
    const { onChanges, onPassages } = this.notes;
    this.notes.load(new Map([...earlier.notes, ...onChanges]), new Map([...earlier.passages, ...onPassages]));
    this.theirs = new Map([...theirDecisionsIn(earlier), ...this.theirs]);
    const decided = new Map([...earlier.decided].filter(([id]) => !this.review.decisions.has(id)));
    if (decided.size > 0) this.act({ type: 'decide-each', decided });
    else this.#keep();
    this.announcement = messages.tookEarlier(decided.size);
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
      const made = turned.flatMap(({ changeId, by: name }) => {
        const verdict = verdicts.decided.get(changeId);
        const whole = verdict === undefined ? [] : this.review.units.whole([changeId]);
        return whole.map((id) => [id, { verdict: verdict!, by: name }] as const);
      });
      this.theirs = new Map([...this.theirs, ...made]);
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
   * Moves to the next or previous change, and around the ends. It passes over decided changes unless
   * `stepsThroughAll`, and over closed bundles of page numbers, but only if there are others.
   */
  step(by: 1 | -1): void {
    const { reachable, openBundles } = this;
    const total = reachable.length;
    if (total === 0) return;
    const from = this.reachableAt ?? this.#placeBetween(by);
    const at = (steps: number): number => (((from + by * steps) % total) + total) % total;
    const { decisions } = this.review;
    const skipsDecided = this.canDecide && !this.stepsThroughAll;
    const isOpen = (change: ReviewChange): boolean => !decisions.has(change.id);
    const wants = [
      ...(skipsDecided ? [(change: ReviewChange) => isOpen(change) && !isPassedOver(change, openBundles), isOpen] : []),
      (change: ReviewChange) => !isPassedOver(change, openBundles),
      () => true,
    ];
    for (const isWanted of wants) {
      for (let steps = 1; steps <= total; steps += 1) {
        const change = reachable[at(steps)]!;
        if (!isWanted(change)) continue;
        this.select(change.id);
        return;
      }
    }
  }

  /** Where stepping begins if the current change is not reachable: beside its place, or outside of all. */
  #placeBetween(by: 1 | -1): number {
    const { reachable, currentId } = this;
    const at = currentId === null ? null : (this.#order.get(currentId) ?? null);
    const outside = by === 1 ? -1 : reachable.length;
    if (at === null) return outside;
    const after = reachable.findIndex(({ id }) => (this.#order.get(id) ?? 0) > at);
    if (after === -1) return outside;
    return by === 1 ? after - 1 : after;
  }

  /** Selects a change. */
  select(changeId: string | null): void {
    this.shownPassage = null;
    this.currentId = changeId;
    const at = this.reachableAt;
    const change = changeId === null ? undefined : this.changeOf(changeId);
    if (at === null || change === undefined || changeId === null) return;
    const verdict = this.review.decisions.get(changeId)?.verdict;
    const place = { ...this.spokenPlace(changeId), at, total: this.reachable.length };
    this.announcement = messages.announceChange(change, place, verdict);
  }

  /** Where a change is among all changes, and under which heading. */
  spokenPlace(changeId: string): SpokenPlace {
    const section = this.places.sections[this.places.places.get(changeId)?.section ?? -1];
    const title = section?.kind === 'story' ? reviewMessages.sectionStory : (section?.title ?? '');
    const unit = this.units.of(changeId);
    return { at: unit ? this.units.all.indexOf(unit) : 0, total: this.units.all.length, section: title };
  }

  /** Brings a passage into view. */
  showPassage(passage: Passage): void {
    this.currentId = null;
    this.shownPassage = passage;
  }

  /** The words of an undisclosed edit that the document shows; null if it shows none of it. */
  quoteOf({ change }: UndisclosedItem): string | null {
    const text = change !== undefined && 'after' in change ? change.after.text.trim() : '';
    return text === '' ? null : text;
  }

  /** The other end of a moved block; undefined for any other change. */
  otherEndOf(change: ReviewChange): ReviewChange | undefined {
    const { moveId, id } = change;
    return moveId === undefined ? undefined : this.changes.find((other) => other.moveId === moveId && other.id !== id);
  }

  /** Hides a kind of change, or shows it again. */
  ignore(which: Ignorable, isIgnored: boolean): void {
    this.ignored = withIgnored(this.ignored, which, isIgnored);
    this.announcement = messages.hidden(this.hidden.size);
  }

  /** Shows every change again. */
  showAll(): void {
    this.ignored = NOTHING_IGNORED;
    this.announcement = messages.hidden(0);
  }

  setLayout(layout: Layout): void {
    this.act({ type: 'set-layout', layout });
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
