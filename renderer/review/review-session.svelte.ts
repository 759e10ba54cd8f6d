import { hasLines, isAlignedText } from '../../shared/document/aligned-text.ts';
import type { Block } from '../../shared/document/model.ts';
import type { Layout, Theme } from '../../shared/messages/display.ts';
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import {
  EMPTY_RECORD,
  hasDecisions,
  type ChangeNote,
  type ReviewRecord,
} from '../../shared/review-file/review-record.ts';
import { messages } from '../strings.ts';
import { filterChanges, isEmptyFilter, type ChangeFilter } from './change-filter.ts';
import { ignoredIds, NOTHING_IGNORED, withIgnored, type Ignorable } from './ignoring.ts';
import { listChanges, type ReviewChange } from '../document-view/list-changes.ts';
import { mergeReviews, type MergedReviews, type ReviewConflict } from './merge-reviews.ts';
import { changesById, NO_NOTES, notesAbout, recordOf, theirVerdicts, withNote, type Notes } from './record-review.ts';
import { newReview, nextReview, remainingOf, type Review, type ReviewAction } from './review.ts';
import { rulerMarks, rulerPlaces, type RulerMark } from './ruler-marks.ts';
import type { ReviewMemory } from './saved-review.ts';
import { Segmenter, type Segment } from '../document-view/segments.ts';

/** How a comparison is shown at first. */
export interface ReviewDisplay {
  readonly layout: Layout;
  readonly theme: Theme;
  readonly collapse: boolean;
}

/** What a session shows and talks to. */
export interface ReviewSessionDeps {
  /** Scanned from the fragment as received. */
  readonly blocks: readonly Block[];
  readonly display: ReviewDisplay;
  /** Whether the changes may be decided on here. */
  readonly mayReview: boolean;
  readonly memory: ReviewMemory;
  /** Is told of every step of the review. */
  readonly stepped?: (before: Review, after: Review) => void;
}

/** The state of a comparison that is read and reviewed, and what a reader can do with it. Holds no DOM. */
export class ReviewSession {
  readonly changes: readonly ReviewChange[] = [];
  readonly mayReview: boolean;
  /** The segments before any decision. */
  readonly initial: readonly Segment[];
  review: Review = $state.raw() as Review;
  theme: Theme = $state('system');
  collapsed = $state(true);
  filter: ChangeFilter = $state.raw({ group: null, text: '' });
  currentId: string | null = $state(null);
  listShown = $state(false);
  /** What a screen reader is to say next. */
  announcement = $state('');
  /** The name that the reviewer goes by; empty: not told. */
  reviewer = $state('');
  /** Size of the document's text, 1 as it comes. */
  zoom = $state(1);
  /** Long lines are broken to fit. */
  wraps = $state(true);
  /** Lines of plain text are in type of a fixed width: at first where they are aligned by it. */
  fixedWidth = $state(false);
  /** Whether there is any plain text. */
  readonly hasLines: boolean;
  notes: Notes = $state.raw(NO_NOTES);
  /** Changes that another reviewer, whose decisions were taken over, decided otherwise. */
  conflicts: readonly ReviewConflict[] = $state.raw([]);

  readonly #segmenter = new Segmenter();
  readonly #byId: ReadonlyMap<string, ReviewChange>;
  readonly #places: ReadonlyMap<string, number>;
  readonly #memory: ReviewMemory;
  readonly #stepped: (before: Review, after: Review) => void;

  readonly segments: readonly Segment[] = $derived(this.#segmenter.segmentsOf(this.review.resolved));
  /** What the reader leaves out of view. */
  ignored: ReadonlySet<Ignorable> = $state.raw(NOTHING_IGNORED);
  /** The changes that are out of view for it. */
  readonly hidden: ReadonlySet<string> = $derived.by(() => ignoredIds(this.changes, this.ignored));
  readonly matching: readonly ReviewChange[] = $derived.by(() => {
    const matching = filterChanges(this.changes, this.filter);
    return this.hidden.size === 0 ? matching : matching.filter(({ id }) => !this.hidden.has(id));
  });
  /** The changes that a step leads to: those that fit the filter and still stand in the document. */
  readonly reachable: readonly ReviewChange[] = $derived(
    this.matching.filter(({ id }) => !this.review.decisions.has(id)),
  );
  readonly marks: readonly RulerMark[] = $derived.by(() => rulerMarks(this.reachable, this.#places));
  readonly isFiltered = $derived(!isEmptyFilter(this.filter) || this.hidden.size > 0);
  readonly remaining = $derived(remainingOf(this.review));
  /** Whether only what is open is reached any more: some of the changes are decided. */
  readonly reachesOpenOnly = $derived(this.review.phase === 'active' && this.remaining < this.review.changeIds.length);
  /** Where the current change stands among the reachable ones, from 0; null: at none of them. */
  readonly reachableAt: number | null = $derived.by(() => {
    const found = this.reachable.findIndex(({ id }) => id === this.currentId);
    return found === -1 ? null : found;
  });
  readonly current: ReviewChange | undefined = $derived.by(() =>
    this.currentId === null ? undefined : this.#byId.get(this.currentId),
  );

  constructor({ blocks, display, mayReview, memory, stepped }: ReviewSessionDeps) {
    this.changes = listChanges(blocks);
    this.#byId = changesById(this.changes);
    this.mayReview = mayReview;
    this.#memory = memory;
    this.#stepped = stepped ?? (() => undefined);
    this.review = newReview(blocks, display.layout);
    this.initial = this.#segmenter.segmentsOf(blocks);
    this.#places = rulerPlaces(this.initial);
    this.theme = display.theme;
    this.collapsed = display.collapse;
    this.hasLines = hasLines(blocks);
    this.fixedWidth = isAlignedText(blocks);
    const earlier = memory.load();
    if (earlier === null) return;
    this.notes = notesAbout(earlier.notes, this.#byId);
    this.reviewer = earlier.reviewer;
  }

  /** What is known of a change; undefined for an id that the document does not have. */
  changeOf(changeId: string): ReviewChange | undefined {
    return this.#byId.get(changeId);
  }

  /** Starts a review, or goes on with that of an earlier visit. */
  startReview(): void {
    if (!this.mayReview) return;
    const earlier = this.review.phase === 'inactive' ? this.#memory.load() : null;
    if (earlier === null || !hasDecisions(earlier)) this.act({ type: 'start' });
    else this.#restore(earlier);
    if (this.review.phase === 'active') this.announcement = messages.reviewStarted(this.remaining);
  }

  #restore({ decided, finished, notes, reviewer }: ReviewRecord): void {
    this.review = nextReview(this.review, { type: 'restore', decided, finished });
    this.notes = notesAbout(notes, this.#byId);
    this.reviewer = reviewer;
  }

  /** What has been done so far, to be kept or handed on. `savedAt`: null unless a person saves it. */
  record(savedAt: string | null = null): ReviewRecord {
    const { reviewer, notes } = this;
    return recordOf(this.review, { reviewer, savedAt, notes });
  }

  /** Keeps what has been done for the next visit; of one who only reads, the notes beside the decisions of earlier visits. */
  #keep(): void {
    const { reviewer, notes } = this;
    const isReading = this.review.phase === 'inactive';
    this.#memory.save(isReading ? { ...(this.#memory.load() ?? EMPTY_RECORD), reviewer, notes } : this.record());
  }

  /** Does something with the review, tells of it, and keeps the choices. */
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

  /** Decides the current change and goes on to the next open one. */
  decideCurrent(verdict: ChangeAction): void {
    const id = this.currentId;
    if (id === null || this.review.phase !== 'active') return;
    const at = this.matching.findIndex((change) => change.id === id);
    this.act({ type: 'decide', changeIds: [id], verdict });
    const following = [...this.matching.slice(at + 1), ...this.matching.slice(0, Math.max(at, 0))];
    const next = following.find((change) => !this.review.decisions.has(change.id));
    this.currentId = next?.id ?? null;
    if (next === undefined) return;
    this.announcement = messages.decidedAndNext(verdict, this.remaining, next);
  }

  /** Decides every open change that fits the filter, in one step. */
  decideMatching(verdict: ChangeAction): void {
    const changeIds = this.reachable.map(({ id }) => id);
    this.act({ type: 'decide', changeIds, verdict });
    this.currentId = null;
    if (this.review.phase === 'active') {
      this.announcement = messages.decidedMany(verdict, changeIds.length, this.remaining);
    }
  }

  undo(): void {
    const step = this.review.past.at(-1);
    this.act({ type: 'undo' });
    this.currentId = step?.[0]?.[0] ?? null;
    this.announcement = messages.undone(this.remaining);
  }

  redo(): void {
    this.act({ type: 'redo' });
    this.currentId = null;
    if (this.review.phase === 'active') this.announcement = messages.redone(this.remaining);
  }

  /** Writes about a change; an empty note is taken away. */
  setNote(changeId: string, note: ChangeNote): void {
    this.notes = withNote(this.notes, changeId, note);
    this.#keep();
  }

  /** Tells by which name the reviewer goes. */
  setReviewer(name: string): void {
    this.reviewer = name;
    this.#keep();
  }

  /**
   * Takes over another reviewer's decisions of what is open here, and the notes. What both decided differently becomes a
   * conflict, which `settle` ends. Returns what came of it.
   */
  takeOver(theirs: ReviewRecord): MergedReviews {
    if (this.review.phase !== 'active') this.startReview();
    const merged = mergeReviews(this.record(), theirs, this.review.changeIds);
    this.notes = merged.notes;
    this.conflicts = merged.conflicts;
    if (merged.taken.size > 0) this.act({ type: 'decide-each', decided: merged.taken });
    else this.#keep();
    this.announcement = messages.tookOver(merged.taken.size, merged.conflicts.length);
    return merged;
  }

  /** Ends conflicts by the one side's verdicts. A finished review is gone on with first. */
  settle(changeIds: readonly string[], by: 'mine' | 'theirs'): void {
    const settled = this.conflicts.filter(({ changeId }) => changeIds.includes(changeId));
    this.conflicts = this.conflicts.filter((conflict) => !settled.includes(conflict));
    if (by === 'mine' || settled.length === 0) return;
    this.act({ type: 'revise', decided: theirVerdicts(settled) });
  }

  /** To the next or previous change; after the last comes the first. */
  step(by: 1 | -1): void {
    const { reachable, reachableAt: at } = this;
    const total = reachable.length;
    if (total === 0) return;
    const next = at === null ? (by === 1 ? 0 : total - 1) : (at + by + total) % total;
    this.select(reachable[next]?.id ?? null);
  }

  /** Makes a change the current one. */
  select(changeId: string | null): void {
    this.currentId = changeId;
    const at = this.reachable.findIndex(({ id }) => id === changeId);
    const change = this.reachable[at];
    if (change) this.announcement = messages.announceChange(at, this.reachable.length, change);
  }

  /** The other end of a moved block; undefined for any other change. */
  otherEndOf(change: ReviewChange): ReviewChange | undefined {
    const { moveId, id } = change;
    return moveId === undefined ? undefined : this.changes.find((other) => other.moveId === moveId && other.id !== id);
  }

  /** Leaves changes of a kind out of view, or shows them again. */
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
}
