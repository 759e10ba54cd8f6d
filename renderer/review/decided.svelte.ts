/** What is decided in a comparison: the review, who decided what, the notes, and how all of it is kept. */
import type { Block } from '../../shared/document/model.ts';
import type { Units } from '../../shared/fragment/units.ts';
import type { Layout } from '../../shared/messages/display.ts';
import { EMPTY_RECORD, hasDecisions, type ReviewRecord } from '../../shared/review-file/review-record.ts';
import type { ReviewChange } from '../document-view/list-changes.ts';
import { theirDecisionsIn, withDeciders, type TheirDecisions } from './deciders.ts';
import { unitTotal } from './decision-targets.ts';
import { joinedConflicts, mergeReviews, type MergedReviews, type ReviewConflict, verdictsOf } from './merge-reviews.ts';
import { notesAbout } from './notes.ts';
import { recordOf } from './record-review.ts';
import {
  idsWith,
  newReview,
  nextReview,
  verdictOn,
  type Review,
  type ReviewAction,
  type ReviewHistory,
} from './review.ts';
import type { ReviewMemory } from './saved-review.ts';
import { SessionNotes } from './session-notes.svelte.ts';
import { historyOf } from './stored-history.ts';
import { joined, settledByThem, stillOpen } from './take-over.ts';

/** Dependencies of what is decided. */
export interface DecidedDeps {
  readonly blocks: readonly Block[];
  readonly layout: Layout;
  readonly isHosted: boolean;
  readonly memory: ReviewMemory;
  /** Receives every step of the review. */
  readonly stepped: (before: Review, after: Review) => void;
  /** Called when the review ends. */
  readonly ended: () => void;
  /** The current time in milliseconds, and ids of notes. */
  readonly now: () => number;
  readonly newId: () => string;
  /** The changes of the document by their ids. Notes are about these. */
  readonly changes: ReadonlyMap<string, ReviewChange>;
}

const NO_DECIDERS: TheirDecisions = new Map();

/** The review of a comparison with its notes. It begins with what the reader wrote and others decided before. */
export class Decided {
  readonly notes: SessionNotes;
  /** What is decided as one. The reader sees and counts units. */
  readonly units: Units;
  review: Review = $state.raw() as Review;
  /** Changes that another reviewer decided differently. */
  conflicts: readonly ReviewConflict[] = $state.raw([]);
  /** What others decided. */
  theirs: TheirDecisions = $state.raw(NO_DECIDERS);
  /** Whether the last step is stored. Otherwise it is lost when the page closes. */
  isKept = $state(true);

  readonly #deps: DecidedDeps;

  /** Number of undecided units. */
  readonly remaining = $derived.by(() => this.units.all.filter((unit) => verdictOn(this.review, unit) === null).length);
  /** Number of undecided units whose parts an earlier version decided differently. */
  readonly divided = $derived(this.review.divided.filter((unit) => verdictOn(this.review, unit) === null).length);
  /** Whether changes can be decided now. */
  readonly canDecide = $derived(this.review.phase === 'active');

  constructor(deps: DecidedDeps) {
    this.#deps = deps;
    const { now, newId } = deps;
    this.notes = new SessionNotes({ now, newId, changed: () => this.#keep() });
    this.review = newReview(deps.blocks, deps.layout, deps.isHosted);
    this.units = this.review.units;
  }

  /** The reviewer's name, or empty. */
  get reviewer(): string {
    return this.notes.author;
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

  /** Number of units that some changes belong to. */
  countOf(changeIds: readonly string[]): number {
    return unitTotal(changeIds, this.units);
  }

  /** Who decided a change, if it was somebody else; null for an own decision and without one. */
  deciderOf(changeId: string): string | null {
    const their = this.theirs.get(changeId);
    const isTheirs = their !== undefined && their.verdict === this.review.decisions.get(changeId)?.verdict;
    return isTheirs && their.by !== this.reviewer ? their.by : null;
  }

  /** Sets the reviewer's name, and with it the colour if it was chosen. */
  setReviewer({ name, color }: { readonly name: string; readonly color?: string }, isStored = true): void {
    this.notes.color = color ?? null;
    if (name === this.notes.author) return;
    this.notes.author = name;
    if (isStored) this.#keep();
  }

  /** Takes the notes of the earlier visit, and what others decided then. Its decisions wait for `start`. */
  remember(): void {
    const earlier = this.#deps.memory.load();
    if (earlier !== null) this.#loadOthers(earlier);
  }

  /** Starts a review, or continues the review of an earlier visit. */
  start(): void {
    const earlier = this.review.phase === 'inactive' ? this.#deps.memory.load() : null;
    if (earlier === null || !hasDecisions(earlier)) this.act({ type: 'start' });
    else this.#restore(earlier);
  }

  #restore(record: ReviewRecord): void {
    const { decided, finished } = record;
    const history = historyOf(record.history, this.review.changeIds);
    this.review = nextReview(this.review, { type: 'restore', decided, finished, history });
    this.#loadOthers(record);
  }

  #loadOthers(record: ReviewRecord): void {
    const { notes, passages, reviewer } = record;
    this.notes.load(notesAbout(notes, this.#deps.changes), passages);
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
    const { memory } = this.#deps;
    const isReading = this.review.phase === 'inactive';
    const record = isReading ? { ...(memory.load() ?? EMPTY_RECORD), ...this.#written() } : this.record();
    this.isKept = memory.save(record, this.review);
  }

  /** Applies an action to the review, reports it, and stores the choices. */
  act(action: ReviewAction): void {
    const before = this.review;
    const after = nextReview(before, action);
    if (after === before) return;
    this.review = after;
    this.#deps.stepped(before, after);
    if (action.type !== 'set-layout') this.#keep();
    if (after.phase === 'completed' && before.phase === 'active') this.#deps.ended();
  }

  /**
   * Shows what all windows decided and wrote, without a step of this one. `history` replaces the steps that this window
   * can undo. Decisions of this window that were refused become conflicts.
   */
  adopt(record: ReviewRecord, history: ReviewHistory | null, refused: readonly ReviewConflict[]): void {
    const { decided: made, finished } = record;
    const before = this.review;
    this.review = nextReview(before, { type: 'adopt', made, finished, history });
    this.notes.load(notesAbout(record.notes, this.#deps.changes), record.passages);
    this.theirs = theirDecisionsIn(record);
    if (refused.length > 0) this.conflicts = joinedConflicts(this.conflicts, refused);
    if (this.review.decisions !== before.decisions) this.#deps.stepped(before, this.review);
  }

  /**
   * Adopts another reviewer's decisions on undecided changes, and the notes. A change with two different decisions
   * becomes a conflict, which `settle` ends.
   */
  takeOver(theirs: ReviewRecord): MergedReviews {
    const merged = mergeReviews(this.record(), theirs, this.units);
    this.notes.load(merged.notes, merged.passages);
    this.conflicts = merged.conflicts;
    this.theirs = joined(this.theirs, merged.theirs);
    if (merged.taken.size > 0) this.act({ type: 'decide-each', decided: merged.taken });
    else this.#keep();
    return merged;
  }

  /**
   * Takes the reader's own decisions and notes on an earlier draft over, in one step. What is decided here stays. Returns
   * the changes that it decided.
   */
  takeEarlier(earlier: ReviewRecord): readonly string[] {
    const { onChanges, onPassages } = this.notes;
    this.notes.load(joined(earlier.notes, onChanges), joined(earlier.passages, onPassages));
    this.theirs = joined(theirDecisionsIn(earlier), this.theirs);
    const decided = stillOpen(earlier.decided, this.review.decisions);
    if (decided.size > 0) this.act({ type: 'decide-each', decided });
    else this.#keep();
    return [...decided.keys()];
  }

  /** Ends conflicts with the verdicts of one side. `begin` is called before a decision is turned. */
  settle(changeIds: readonly string[], by: 'mine' | 'theirs', begin: () => void): void {
    const settled = this.conflicts.filter(({ changeId }) => changeIds.includes(changeId));
    this.conflicts = this.conflicts.filter((conflict) => !settled.includes(conflict));
    // What stands needs no step.
    const turned = settled.filter(({ theirsStand = false }) => theirsStand !== (by === 'theirs'));
    if (turned.length === 0) return;
    begin();
    const verdicts = verdictsOf(turned, by);
    if (by === 'theirs') this.theirs = joined(this.theirs, settledByThem(turned, verdicts.decided, this.units));
    this.act({ type: 'decide', changeIds: verdicts.open, verdict: null });
    this.act({ type: 'decide-each', decided: verdicts.decided });
  }
}
