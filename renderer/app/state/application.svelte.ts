/** The state of the application: page, inputs, the open comparison and what runs. */
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import type { Side } from '../../../shared/document/model.ts';
import { formatOfName } from '../../../shared/formats.ts';
import { Commands } from '../../commands/commands.svelte.ts';
import { Toasts } from '../../design/toasts.svelte.ts';
import { appMessages } from '../../strings/app.ts';
import { messages } from '../../strings/comparison.ts';
import type { SheetEntry } from '../comparison/export-kinds.ts';
import { failureOf, ownFailure } from '../comparison/failure.ts';
import type { Failure } from '../../frame/failure.ts';
import { namesOf, type Pair } from '../comparison/pair.ts';
import { NO_PROGRESS, nextProgress, type Progress } from '../comparison/progress.ts';
import { runComparison, type Finished } from '../comparison/run-comparison.ts';
import { Sample, SAMPLE_ID } from '../comparison/sample.ts';
import type { SaveFile } from '../desktop/save-file.ts';
import type { KeptReview, Recent } from '../recents/recent.ts';
import type { Recents } from '../recents/recents.svelte.ts';
import type { OwnerReviews } from '../reviews/owner-reviews.ts';
import { ReviewsOfOwner } from '../reviews/reviews-of-owner.ts';
import { hashOf, type Route } from '../routes.ts';
import type { Drafts, DraftsDeps } from '../drafts/drafts.svelte.ts';
import type { DraftStep } from '../drafts/followed-changes.ts';
import { Exporting } from './exporting.svelte.ts';
import { Inputs, type Given } from './inputs.svelte.ts';
import { MarkedPages } from './marked-pages.ts';
import type { OpenComparison } from './open-comparison.svelte.ts';
import { openWithReview } from './open-with-review.ts';
import type { Settings } from './settings.svelte.ts';
import { reviewFor } from './review-for.ts';
import { StoredComparisons } from './stored-comparisons.ts';
import { readsOtherwise, swappedReview } from './swapped-review.ts';

/** The identity of the page at the service. `checking`: not known yet. */
export type Visitor = 'checking' | 'owner' | 'visitor';

/** Dependencies of the application. */
export interface ApplicationDeps {
  readonly client: ServiceClient<AbortSignal>;
  readonly settings: Settings;
  readonly recents: Recents;
  readonly saveFile: SaveFile;
  /** Shares the reviews of an owner. */
  readonly newReviews: () => Promise<OwnerReviews>;
  /** Changes the address. The page then calls `arrive`. */
  readonly navigate: (hash: string) => void;
  readonly wait: (ms: number) => Promise<void>;
}

/** A running comparison. */
export interface Running {
  readonly progress: Progress;
  /** The title; null without names. */
  readonly names: string | null;
}

/** The state of the application with the actions of a reader. It holds no DOM. */
export class Application {
  readonly client: ServiceClient<AbortSignal>;
  readonly settings: Settings;
  readonly recents: Recents;
  readonly inputs: Inputs;
  readonly exporting: Exporting;
  /** The comparisons as the service keeps them. */
  readonly stored: StoredComparisons;
  readonly markedPages: MarkedPages;
  readonly sample: Sample;
  readonly saveFile: SaveFile;
  readonly commands = new Commands();
  readonly toasts = new Toasts();

  route: Route = $state.raw({ page: 'start' });
  visitor: Visitor = $state('checking');
  linkRefused = $state(false);
  running: Running | null = $state.raw(null);
  failure: Failure | null = $state.raw(null);
  open: OpenComparison | null = $state.raw(null);
  /** The view of three drafts, once it was opened. */
  drafts: Drafts | null = $state.raw(null);
  /** What covers the page. */
  over: 'palette' | 'help' | 'export' | null = $state(null);
  /** The next text for screen readers. */
  announcement = $state('');

  /** The content of the live editors. */
  liveTexts: Readonly<Record<Side, string>> = { original: '', revised: '' };

  readonly #deps: ApplicationDeps;
  #abort: AbortController | null = null;
  readonly #reviews: ReviewsOfOwner;

  constructor(deps: ApplicationDeps) {
    this.#deps = deps;
    this.#reviews = new ReviewsOfOwner(deps.newReviews);
    this.client = deps.client;
    this.sample = new Sample(deps.client);
    this.settings = deps.settings;
    this.recents = deps.recents;
    this.saveFile = deps.saveFile;
    this.inputs = new Inputs((text) => this.announce(text));
    this.stored = new StoredComparisons(deps);
    const { stored, client } = this;
    this.exporting = new Exporting({ ...deps, storeAgain: (open) => stored.storeAgain(open) });
    this.markedPages = new MarkedPages({ client, stored, isVisitor: () => this.visitor === 'visitor' });
  }

  /** The page knows whose it is. The reviews of an owner are shared with all windows. */
  identified(visitor: Visitor): void {
    this.visitor = visitor;
    this.#reviews.identified(visitor === 'owner', () => this.open);
  }

  /** Deletes the review of a comparison that left this browser. Other windows that have it open keep it. */
  forgetReview({ reviewId }: Recent): void {
    if (reviewId !== undefined) this.#reviews.forget(reviewId);
  }

  /** Announces a text to screen readers. */
  announce(text: string): void {
    this.announcement = text;
  }

  /** Navigates, as a step of the browser's history. */
  go(route: Route): void {
    this.#deps.navigate(hashOf(route));
  }

  /** Handles a new address, whatever caused it. Opens the comparison that it names. */
  async arrive(route: Route): Promise<void> {
    // A second report of the same address leaves its failure and what is over it in place.
    if (hashOf(route) !== hashOf(this.route)) [this.failure, this.over] = [null, null];
    this.route = route;
    if (route.page === 'sample') await this.#openSample();
    if (route.page === 'comparison' && this.open?.recentId !== route.recentId) await this.#openRecent(route.recentId);
  }

  /**
   * Takes files that were chosen, dropped or opened from the system. Compares them if the settings say so and both
   * sides have what they were given.
   */
  async takeFiles(side: Side | null, files: readonly Given[], afresh = false): Promise<void> {
    if (this.running || files.length === 0 || (await this.#tookReview(files))) return;
    const { failure, isWhole } = await this.inputs.takeFiles(files, { side, afresh });
    this.failure = failure;
    if (!isWhole || this.inputs.isRefused || !this.settings.choices.compareAtOnce || !this.inputs.areFiles) return;
    if (this.inputs.doubt !== null) {
      this.announce(appMessages.whichIsOriginal);
      return;
    }
    await this.compare();
    if (this.inputs.isTurned && this.open?.pair) this.#offerSwap(this.open.pair);
  }

  /** Takes the reader's word for which of two files is the original, and compares them if the settings say so. */
  async answerOrder(original: Side): Promise<void> {
    this.inputs.answer(original);
    this.failure = null;
    if (this.settings.choices.compareAtOnce) await this.compare();
  }

  /** Takes files that were dropped on a page. On another page than the first they begin a new comparison. */
  async takeDropped(files: readonly Given[]): Promise<void> {
    if (this.running || files.length === 0 || (await this.#tookReview(files))) return;
    const isElsewhere = this.route.page !== 'start';
    if (isElsewhere) this.go({ page: 'start' });
    await this.takeFiles(null, files, isElsewhere);
  }

  /** Whether the one file is a review file. Its review then goes to the comparison on which it was made. */
  async #tookReview(files: readonly Given[]): Promise<boolean> {
    const [given, second] = files;
    if (given === undefined || second !== undefined || 'refusal' in given) return false;
    if (formatOfName(given.file.name) !== 'html') return false;
    return await this.takeReview(given.file);
  }

  /**
   * Adds the decisions and notes in a review file to the comparison on which it was made: the open one, or one of the
   * recents, which is opened. Returns whether the file is a review file.
   */
  async takeReview(file: Blob): Promise<boolean> {
    const { givenReview, recentOf, withoutComparison } = await import('../comparison/given-review.ts');
    const review = await givenReview(file);
    if (review === null) return false;
    this.failure = 'record' in review ? null : review;
    if (!('record' in review)) return true;
    const { open } = this;
    const isOpen = open !== null && open.finished.html === review.fragment;
    const recentId = isOpen
      ? open.recentId
      : await recentOf(review, this.recents.list, (id) => this.recents.content(id));
    if (recentId === null) {
      this.failure = withoutComparison(review);
      return true;
    }
    const route: Route = { page: 'comparison', recentId };
    this.route = route;
    if (this.open?.recentId !== recentId) await this.#openRecent(recentId);
    this.open?.takeReview(review.record);
    this.go(route);
    return true;
  }

  /** Says which file was taken for the earlier one, and offers to swap them. */
  #offerSwap({ original, revised, format }: Pair): void {
    this.toasts.show(appMessages.sidesTurned(original.name ?? '', revised.name ?? ''), {
      label: appMessages.swap,
      run: () => void this.swapSides({ original, revised, format }),
    });
  }

  /** Compares the inputs and shows the result. */
  async compare(): Promise<void> {
    if (this.running) return;
    this.failure = this.inputs.refusal();
    if (this.failure !== null) return;
    this.inputs.forgetRefusals();
    await this.#compare(this.inputs.pair, null);
  }

  /** Compares the inputs as plain text, whatever their format is. */
  async compareAsText(): Promise<void> {
    this.inputs.format = 'txt';
    await this.compare();
  }

  /** Compares the documents of the open comparison again, with new content. */
  async compareAgain(pair: Pair): Promise<void> {
    await this.#compareInstead(pair, this.open?.recentId ?? null);
  }

  /**
   * Compares the documents of the open comparison in the other order. Its review goes along by content: every decision
   * keeps its wording. The comparison before stays in the recents if it was reviewed, and swapping back replaces it.
   */
  async swapSides({ original, revised, format }: Pair): Promise<void> {
    const { open } = this;
    const review = open && swappedReview(open);
    const replacing = (review === null ? open?.recentId : open?.swappedFrom) ?? null;
    await this.#compareInstead({ original: revised, revised: original, format }, replacing, review);
    if (open === null || review === null || this.open === null || this.open === open) return;
    this.open.swappedFrom = open.recentId;
    this.open.carried = 0;
    const { session, lost } = this.open;
    const isReordered = lost.length === 0 && readsOtherwise(open.session.review, session.review);
    this.toasts.show(appMessages.reviewTurned(session.decided.record().decided.size, lost.length, isReordered));
  }

  /**
   * Compares a pair and gives it the place of a recent comparison; null: a place of its own. `review`: what the reader
   * decided about it already; null: the earlier review of the same documents.
   */
  async #compareInstead(pair: Pair, replacing: string | null, review: KeptReview | null = null): Promise<void> {
    if (this.running) return;
    this.inputs.restore(pair);
    this.failure = this.inputs.refusal();
    if (this.failure === null) await this.#compare(pair, replacing, review);
  }

  /** What the view of three drafts depends on. */
  get draftsDeps(): DraftsDeps {
    return {
      client: this.client,
      negotiation: (comparisonId, next, signal) => this.exporting.negotiation(comparisonId, next, signal),
      announce: (text) => this.announce(text),
    };
  }

  /** Opens the view of three drafts with the sides of a comparison as the first two. */
  async followIntoThird(pair: Pair): Promise<void> {
    const { Drafts } = await import('../drafts/drafts.svelte.ts');
    this.drafts = new Drafts(this.draftsDeps);
    this.drafts.takePair(pair);
    this.go({ page: 'drafts' });
  }

  /** Opens one of the two comparisons of three drafts at a change. It is in the recents from then on. */
  async showInRedline(drafts: Drafts, step: DraftStep, changeId: string): Promise<void> {
    if (drafts.result === null) return;
    const { pairs, comparisons } = drafts.result;
    const known = drafts.recentIds[step] ?? null;
    const recent = (known === null ? undefined : this.recents.find(known)) ?? null;
    const id = (recent ?? this.recents.add(pairs[step], comparisons[step], null)).id;
    drafts.recentIds[step] = id;
    if (this.open?.recentId !== id) {
      void this.#show(id, pairs[step], comparisons[step], recent === null ? null : await this.recents.review(id));
      this.inputs.restore(pairs[step]);
    }
    if (this.open === null) return;
    this.open.cameFromDrafts = true;
    this.open.session.select(changeId);
    this.go({ page: 'comparison', recentId: id });
  }

  /** Stops the running comparison. */
  cancel(): void {
    if (!this.running) return;
    this.#abort?.abort();
    this.running = null;
    this.announce(appMessages.cancelled);
  }

  /** Opens the sheet of exports. `entry`: what it shows first; null: the first one of the format, or the last one. */
  showExports(entry: SheetEntry | null): void {
    // Who asks for exports after a link or paper was shown wants a file.
    const isFile = this.exporting.entry !== 'link' && this.exporting.entry !== 'print';
    if (entry !== null || !isFile) this.exporting.entry = entry;
    this.over = 'export';
  }

  async #compare(pair: Pair, replacing: string | null, review: KeptReview | null = null): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    const names = namesOf(pair, { original: messages.side('original'), revised: messages.side('revised') });
    this.running = { progress: NO_PROGRESS, names };
    this.announce(appMessages.comparing);
    try {
      const finished = await runComparison(pair, {
        client: this.client,
        signal: abort.signal,
        wantsToken: this.visitor === 'visitor',
        tell: (step) => this.#tell(abort, nextProgress(this.running?.progress ?? NO_PROGRESS, step)),
      });
      const kept = await reviewFor({ pair, finished, replacing, review }, this.recents);
      if (abort.signal.aborted) return;
      const recent = this.recents.add(pair, finished, replacing);
      const shared = this.#show(recent.id, pair, finished, kept);
      this.running = null;
      this.go({ page: 'comparison', recentId: recent.id });
      if (this.open !== null) void this.#offerEarlier(this.open, shared);
    } catch (fault) {
      if (abort.signal.aborted) return;
      this.running = null;
      this.failure = failureOf(fault);
    }
  }

  /** Looks for an earlier review by content, and offers it. A comparison that has a review needs none. */
  async #offerEarlier(open: OpenComparison, shared: Promise<void>): Promise<void> {
    await shared;
    const { accepted, rejected, notes } = open.session.decided.outcome;
    if (accepted + rejected + notes > 0) return;
    const { earlierHere } = await import('../reviews/earlier-review.ts');
    const atService = await this.#reviews.earlierOf(open);
    open.earlier = atService ?? (await earlierHere(this.recents, open.recentId, open.blocks));
  }

  #tell(abort: AbortController, progress: Progress): void {
    if (abort.signal.aborted || !this.running) return;
    if (progress.stage !== this.running.progress.stage) this.announce(appMessages.stageName(progress.stage));
    this.running = { ...this.running, progress };
  }

  async #openRecent(id: string): Promise<void> {
    this.open = null;
    const content = await this.recents.content(id);
    if (this.route.page !== 'comparison' || this.route.recentId !== id) return;
    if (content === null) {
      this.failure = ownFailure(appMessages.recentGone);
      return;
    }
    try {
      void this.#show(id, content.pair, content.finished, await this.recents.review(id));
      this.inputs.restore(content.pair);
      void this.recents.opened(id, this.#changesShown());
    } catch (fault) {
      this.failure = failureOf(fault);
    }
  }

  #changesShown(): number {
    return this.open?.session.decided.progress.changes ?? 0;
  }

  async #openSample(): Promise<void> {
    if (this.open?.finished.comparisonId === SAMPLE_ID) return;
    this.open = null;
    try {
      const comparison = await this.sample.get();
      this.settings.choose({ welcomed: true });
      void this.#show(null, null, { ...comparison, comparisonId: SAMPLE_ID, digests: null, outcome: comparison }, null);
    } catch (fault) {
      this.failure = failureOf(fault);
    }
  }

  /**
   * Shows a comparison. Throws `FragmentError` if the fragment is invalid. The result resolves when the review is the
   * same as that of the service.
   */
  #show(recentId: string | null, pair: Pair | null, finished: Finished, kept: KeptReview | null): Promise<void> {
    const open = openWithReview({ recentId, pair, finished, kept }, this.#deps);
    this.exporting.reset();
    this.open = open;
    open.begin();
    return this.#reviews.share(open);
  }
}
