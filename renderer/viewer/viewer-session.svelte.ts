import type { Block } from '../../shared/document/model.ts';
import type { Layout, Theme } from '../../shared/messages/display.ts';
import type { HostMessage } from '../../shared/messages/host-message.ts';
import type { ChangeAction, ViewerMessage } from '../../shared/messages/viewer-message.ts';
import { filterChanges, groupsOf, isEmptyFilter, type ChangeFilter } from '../review/change-filter.ts';
import { listChanges, type ReviewChange } from '../review/list-changes.ts';
import { messagesBetween, stateMessage } from '../review/review-messages.ts';
import { newReview, nextReview, remainingOf, type Review, type ReviewAction } from '../review/review.ts';
import { rulerMarks, type RulerMark } from '../review/ruler-marks.ts';
import type { KeptReview } from '../review/saved-review.ts';
import { Segmenter, unchangedHtml, type Segment } from '../review/segments.ts';
import type { ViewerOptions } from './viewer-options.ts';
import { viewerMessages } from './viewer-messages.ts';

/** What a viewer shows and talks to. */
export interface ViewerSessionParts {
  /** Scanned from the fragment as received. */
  readonly blocks: readonly Block[];
  readonly options: ViewerOptions;
  /** Whether the plan of the comparison's creator includes reviews. */
  readonly mayReview: boolean;
  readonly saved: KeptReview;
  /** Tells the host page; it is nothing where there is no host with the right to hear. */
  readonly tell: (message: ViewerMessage) => void;
}

/** The state of a viewer and what a reader or a host page can do with it. Holds no DOM. */
export class ViewerSession {
  readonly changes: readonly ReviewChange[] = [];
  readonly mayReview: boolean;
  /** The segments without a change when the viewer was opened: only these are ever folded. */
  readonly unchanged: ReadonlySet<string>;
  review: Review = $state.raw() as Review;
  theme: Theme = $state('system');
  collapsed = $state(true);
  filter: ChangeFilter = $state.raw({ group: null, text: '' });
  currentId: string | null = $state(null);
  listShown = $state(false);
  /** What a screen reader is to say next. */
  announcement = $state('');

  readonly #segmenter = new Segmenter();
  readonly #saved: KeptReview;
  readonly #tell: (message: ViewerMessage) => void;

  readonly segments: readonly Segment[] = $derived(this.#segmenter.segmentsOf(this.review.resolved));
  readonly matching: readonly ReviewChange[] = $derived.by(() => filterChanges(this.changes, this.filter));
  /** The changes that a step leads to: those that fit the filter and still stand in the document. */
  readonly reachable: readonly ReviewChange[] = $derived(
    this.matching.filter(({ id }) => !this.review.decisions.has(id)),
  );
  readonly marks: readonly RulerMark[] = $derived(rulerMarks(this.segments, groupsOf(this.reachable)));
  readonly isFiltered = $derived(!isEmptyFilter(this.filter));
  readonly remaining = $derived(remainingOf(this.review));
  readonly current: ReviewChange | undefined = $derived(this.changes.find(({ id }) => id === this.currentId));

  constructor({ blocks, options, mayReview, saved, tell }: ViewerSessionParts) {
    this.changes = listChanges(blocks);
    this.mayReview = mayReview;
    this.#saved = saved;
    this.#tell = tell;
    this.review = newReview(blocks, options.layout);
    this.unchanged = unchangedHtml(this.#segmenter.segmentsOf(blocks));
    this.theme = options.theme;
    this.collapsed = options.collapse;
    if (options.review === true) this.startReview();
  }

  /** Starts a review, or goes on with that of an earlier visit. */
  startReview(): void {
    if (!this.mayReview) return;
    const earlier = this.review.phase === 'inactive' ? this.#saved.load() : null;
    if (earlier === null) this.act({ type: 'start' });
    else this.review = nextReview(this.review, { type: 'restore', ...earlier });
    if (this.review.phase === 'active') this.announcement = viewerMessages.reviewStarted(this.remaining);
  }

  /** Does something with the review: tells the host what came of it, and keeps the choices. */
  act(action: ReviewAction): void {
    const before = this.review;
    const after = nextReview(before, action);
    if (after === before) return;
    this.review = after;
    for (const message of messagesBetween(before, after)) this.#tell(message);
    if (action.type !== 'set-layout') this.#saved.save(after);
    if (after.phase === 'completed' && before.phase === 'active') {
      this.announcement = viewerMessages.reviewComplete(this.remaining);
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
    this.announcement = viewerMessages.decidedAndNext(verdict, this.remaining, next);
  }

  /** Decides every open change that fits the filter, in one step. */
  decideMatching(verdict: ChangeAction): void {
    const changeIds = this.reachable.map(({ id }) => id);
    this.act({ type: 'decide', changeIds, verdict });
    this.currentId = null;
    if (this.review.phase === 'active') {
      this.announcement = viewerMessages.decidedMany(verdict, changeIds.length, this.remaining);
    }
  }

  undo(): void {
    const step = this.review.past.at(-1);
    this.act({ type: 'undo' });
    this.currentId = step?.[0]?.[0] ?? null;
    this.announcement = viewerMessages.undone(this.remaining);
  }

  redo(): void {
    this.act({ type: 'redo' });
    this.currentId = null;
    if (this.review.phase === 'active') this.announcement = viewerMessages.redone(this.remaining);
  }

  /** To the next or previous change; after the last comes the first. */
  step(by: 1 | -1): void {
    const { reachable, currentId } = this;
    const total = reachable.length;
    if (total === 0) return;
    const at = reachable.findIndex(({ id }) => id === currentId);
    const next = at === -1 ? (by === 1 ? 0 : total - 1) : (at + by + total) % total;
    this.select(reachable[next]?.id ?? null);
  }

  /** Makes a change the current one. */
  select(changeId: string | null): void {
    this.currentId = changeId;
    const at = this.reachable.findIndex(({ id }) => id === changeId);
    const change = this.reachable[at];
    if (change) this.announcement = viewerMessages.announceChange(at, this.reachable.length, change);
  }

  setLayout(layout: Layout): void {
    this.act({ type: 'set-layout', layout });
  }

  /** Does what a host page asks for. Who asks was checked before. */
  take(message: HostMessage): void {
    switch (message.type) {
      case 'diffsvc:startReview':
        this.startReview();
        return;
      case 'diffsvc:acceptChange':
        this.act({ type: 'decide', changeIds: [message.changeId], verdict: 'accepted' });
        return;
      case 'diffsvc:rejectChange':
        this.act({ type: 'decide', changeIds: [message.changeId], verdict: 'rejected' });
        return;
      case 'diffsvc:acceptAll':
        this.act({ type: 'decide-remaining', verdict: 'accepted' });
        return;
      case 'diffsvc:rejectAll':
        this.act({ type: 'decide-remaining', verdict: 'rejected' });
        return;
      case 'diffsvc:requestState':
        this.#tell(stateMessage(this.review, { theme: this.theme, collapsed: this.collapsed }));
        return;
      case 'diffsvc:setView':
        this.setLayout(message.view);
        return;
      case 'diffsvc:setTheme':
        this.theme = message.theme;
        return;
      case 'diffsvc:setCollapse':
        this.collapsed = message.collapsed;
        return;
    }
  }
}
