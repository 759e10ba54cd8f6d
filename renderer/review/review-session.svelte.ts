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
import { isPassedOver, NONE_OPEN, toggled } from './change-rows.ts';
import { filterChanges, isEmptyFilter, type ChangeFilter } from './change-filter.ts';
import { ignoredIds, NOTHING_IGNORED, withIgnored, type Ignorable } from './ignoring.ts';
import { listChanges, type ReviewChange } from '../document-view/list-changes.ts';
import { mergeReviews, type MergedReviews, type ReviewConflict } from './merge-reviews.ts';
import { changesById, NO_NOTES, notesAbout, recordOf, theirVerdicts, withNote, type Notes } from './record-review.ts';
import { newReview, nextReview, remainingOf, type Review, type ReviewAction } from './review.ts';
import { rulerMarks, rulerPlaces, type RulerMark } from './ruler-marks.ts';
import type { ReviewMemory } from './saved-review.ts';
import { Segmenter, type Segment } from '../document-view/segments.ts';

/** The initial display of a comparison. */
export interface ReviewDisplay {
  readonly layout: Layout;
  readonly theme: Theme;
  readonly collapse: boolean;
}

/** What a review session depends on. */
export interface ReviewSessionDeps {
  /** The blocks of the fragment as it was received. */
  readonly blocks: readonly Block[];
  readonly display: ReviewDisplay;
  /** Whether this page may decide changes. */
  readonly mayReview: boolean;
  readonly memory: ReviewMemory;
  /** Receives every step of the review. */
  readonly stepped?: (before: Review, after: Review) => void;
}

/** The state of a comparison that is read and reviewed, with the actions of a reader. It holds no DOM. */
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
  /** Keys of the open groups in the list of changes. */
  openGroups: ReadonlySet<string> = $state.raw(NONE_OPEN);
  /** The next text for screen readers. */
  announcement = $state('');
  /** The reviewer's name, or empty. */
  reviewer = $state('');
  /** Size of the document's text; 1 is the normal size. */
  zoom = $state(1);
  /** Whether long lines wrap. */
  wraps = $state(true);
  /** Whether plain text has a monospaced font. The initial value is true if spaces align its lines. */
  fixedWidth = $state(false);
  /** Whether the document contains plain text. */
  readonly hasLines: boolean;
  notes: Notes = $state.raw(NO_NOTES);
  /** Changes that another reviewer decided differently. */
  conflicts: readonly ReviewConflict[] = $state.raw([]);

  readonly #segmenter = new Segmenter();
  readonly #byId: ReadonlyMap<string, ReviewChange>;
  readonly #places: ReadonlyMap<string, number>;
  readonly #memory: ReviewMemory;
  readonly #stepped: (before: Review, after: Review) => void;

  readonly segments: readonly Segment[] = $derived(this.#segmenter.segmentsOf(this.review.resolved));
  /** The kinds of change that the reader hides. */
  ignored: ReadonlySet<Ignorable> = $state.raw(NOTHING_IGNORED);
  /** The changes that are hidden. */
  readonly hidden: ReadonlySet<string> = $derived.by(() => ignoredIds(this.changes, this.ignored));
  readonly matching: readonly ReviewChange[] = $derived.by(() => {
    const matching = filterChanges(this.changes, this.filter);
    return this.hidden.size === 0 ? matching : matching.filter(({ id }) => !this.hidden.has(id));
  });
  /** The changes that stepping reaches: they match the filter and are still in the document. */
  readonly reachable: readonly ReviewChange[] = $derived(
    this.matching.filter(({ id }) => !this.review.decisions.has(id)),
  );
  readonly marks: readonly RulerMark[] = $derived.by(() => rulerMarks(this.reachable, this.#places));
  readonly isFiltered = $derived(!isEmptyFilter(this.filter) || this.hidden.size > 0);
  readonly remaining = $derived(remainingOf(this.review));
  /** Whether stepping reaches only undecided changes: true in a review with at least one decision. */
  readonly reachesOpenOnly = $derived(this.review.phase === 'active' && this.remaining < this.review.changeIds.length);
  /** Index of the current change among the reachable ones; null if it is none of them. */
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

  #restore({ decided, finished, notes, reviewer }: ReviewRecord): void {
    this.review = nextReview(this.review, { type: 'restore', decided, finished });
    this.notes = notesAbout(notes, this.#byId);
    this.reviewer = reviewer;
  }

  /** The review so far, to store or to pass on. `savedAt` is null unless a person saves it. */
  record(savedAt: string | null = null): ReviewRecord {
    const { reviewer, notes } = this;
    return recordOf(this.review, { reviewer, savedAt, notes });
  }

  /** Stores the review for the next visit. Readers without review rights store notes beside the earlier decisions. */
  #keep(): void {
    const { reviewer, notes } = this;
    const isReading = this.review.phase === 'inactive';
    this.#memory.save(isReading ? { ...(this.#memory.load() ?? EMPTY_RECORD), reviewer, notes } : this.record());
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

  /** Decides the current change and moves to the next undecided one. */
  decideCurrent(verdict: ChangeAction): void {
    const id = this.currentId;
    if (id === null || this.review.phase !== 'active') return;
    const at = this.matching.findIndex((change) => change.id === id);
    this.act({ type: 'decide', changeIds: [id], verdict });
    const following = [...this.matching.slice(at + 1), ...this.matching.slice(0, Math.max(at, 0))];
    const undecided = following.filter((change) => !this.review.decisions.has(change.id));
    const next = undecided.find((change) => !isPassedOver(change, this.openGroups)) ?? undecided[0];
    this.currentId = next?.id ?? null;
    if (next === undefined) return;
    this.announcement = messages.decidedAndNext(verdict, this.remaining, next);
  }

  /** Decides every undecided change that matches the filter, in one step. */
  decideMatching(verdict: ChangeAction): void {
    const changeIds = this.reachable.map(({ id }) => id);
    this.act({ type: 'decide', changeIds, verdict });
    this.currentId = null;
    if (this.review.phase === 'active') {
      this.announcement = messages.decidedMany(verdict, changeIds.length, this.remaining);
    }
  }

  /** Decides the undecided changes of a group, in one step. */
  decideGroup(changes: readonly ReviewChange[], verdict: ChangeAction): void {
    const changeIds = changes.map(({ id }) => id).filter((id) => !this.review.decisions.has(id));
    this.act({ type: 'decide', changeIds, verdict });
    if (this.review.phase === 'active')
      this.announcement = messages.decidedMany(verdict, changeIds.length, this.remaining);
  }

  /** Opens a group in the list of changes, or closes it. */
  toggleGroup(key: string): void {
    this.openGroups = toggled(this.openGroups, key);
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

  /** Sets the note on a change. An empty note removes it. */
  setNote(changeId: string, note: ChangeNote): void {
    this.notes = withNote(this.notes, changeId, note);
    this.#keep();
  }

  /** Sets the reviewer's name. */
  setReviewer(name: string): void {
    this.reviewer = name;
    this.#keep();
  }

  /**
   * Adopts another reviewer's decisions on undecided changes, and the notes. A change with two different decisions
   * becomes a conflict, which `settle` ends.
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

  /** Ends conflicts with the verdicts of one side. A finished review reopens first. */
  settle(changeIds: readonly string[], by: 'mine' | 'theirs'): void {
    const settled = this.conflicts.filter(({ changeId }) => changeIds.includes(changeId));
    this.conflicts = this.conflicts.filter((conflict) => !settled.includes(conflict));
    if (by === 'mine' || settled.length === 0) return;
    this.act({ type: 'revise', decided: theirVerdicts(settled) });
  }

  /** Moves to the next or previous change, and around the ends. It passes over changes only if there are others. */
  step(by: 1 | -1): void {
    const { reachable, reachableAt: at, openGroups } = this;
    const total = reachable.length;
    if (total === 0) return;
    const first = at === null ? (by === 1 ? 0 : total - 1) : (at + by + total) % total;
    let next = first;
    do {
      if (!isPassedOver(reachable[next]!, openGroups)) break;
      next = (next + by + total) % total;
    } while (next !== first);
    this.select(reachable[next]!.id);
  }

  /** Selects a change. */
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
}
