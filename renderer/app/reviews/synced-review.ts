import { ServiceCallError } from '../../../shared/client/service-call-error.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import type { AppendAnswer, DoneOperation, ReviewOperation } from '../../../shared/api/reviews.ts';
import { unitsOf, type Units } from '../../../shared/fragment/units.ts';
import type { ReviewRecord } from '../../../shared/review-file/review-record.ts';
import type { ReviewConflict } from '../../review/merge-reviews.ts';
import type { Review, ReviewStep } from '../../review/review.ts';
import type { ReviewSession } from '../../review/review-session.svelte.ts';
import { ReviewCopy, type Refusal } from './review-copy.ts';
import type { ReviewQueue } from './review-queue.ts';
import { sha256, type IdentifiedSubject } from './review-subject.ts';
import { historyOfOperations, operationBetween, operationsOfReview, seenOf, type Seen, type StepIds } from './steps.ts';
import { isRefusal, troubleOf, type SharingTrouble } from './sharing-trouble.ts';
import type { WindowIdentity } from './window-identity.ts';

/** Steps that are sent at once: the service takes 200. */
const SENT_AT_ONCE = 100;
/** Wait before another attempt to reach the service, in milliseconds: it doubles up to the most. */
const RETRY_FIRST_MS = 500;
const RETRY_MOST_MS = 15_000;

/** What a review shares with the service. */
export interface SyncedReviewDeps {
  readonly client: Pick<ServiceClient<AbortSignal>, 'reviews' | 'review' | 'beginReview' | 'appendToReview'>;
  readonly queue: ReviewQueue;
  readonly window: WindowIdentity;
  readonly session: ReviewSession;
  readonly subject: () => Promise<IdentifiedSubject>;
  /** Whether the service had the review of this browser before. Otherwise the review goes there as a whole. */
  readonly wasShared: boolean;
  /** Called when the review is the same as that of the service, with its id. */
  readonly shared: (reviewId: string) => void;
  /** Why steps wait in this browser; null if none does. */
  readonly trouble: (trouble: SharingTrouble | null) => void;
  readonly wait: (ms: number) => Promise<void>;
  readonly newId: () => string;
}

/**
 * The review of an open comparison, shared with the service and with every other window. Steps are shown at once and
 * sent after. While the service cannot be reached they wait in this browser.
 */
export class SyncedReview {
  readonly #deps: SyncedReviewDeps;
  readonly #copy = new ReviewCopy();
  readonly #units: Units;
  readonly #ids: StepIds = new WeakMap<ReviewStep, string>();
  #seen: Seen;
  #subject: IdentifiedSubject | null = null;
  #isBegun = false;
  /** Whether the service should have the review. */
  #isExpected: boolean;
  #isBusy = false;
  #isAgain = false;
  #isClosed = false;
  #retryMs = RETRY_FIRST_MS;
  /** After a refusal steps go one by one, until the refused one is found. */
  #sentAtOnce = SENT_AT_ONCE;
  /** The steps that the service refused, with its reasons. They are sent again when the comparison is opened again. */
  readonly #refused = new Map<string, ServiceCallError>();

  /** `review` and `record` are what the session shows now. */
  constructor(deps: SyncedReviewDeps, review: Review, record: ReviewRecord) {
    this.#deps = deps;
    this.#units = unitsOf(review.blocks);
    this.#seen = seenOf(review, record);
    this.#isExpected = deps.wasShared;
    if (!deps.wasShared) for (const operation of this.#whole()) this.#copy.add(operation);
  }

  /** The id of the review; null before it is known. */
  get reviewId(): string | null {
    return this.#subject?.reviewId ?? null;
  }

  /** Begins to share. Resolves after the first attempt, whether it succeeded or not. */
  async start(): Promise<void> {
    const subject = await this.#deps.subject();
    this.#copy.addEarlier(await this.#deps.queue.load(subject.reviewId));
    this.#subject = subject;
    this.#keepQueue();
    await this.catchUp();
  }

  /** Takes a step of this window: what the session shows after it. */
  step(review: Review, record: ReviewRecord): void {
    const now = seenOf(review, record);
    const operation = operationBetween(this.#seen, now, this.#tools());
    this.#seen = now;
    if (operation === null) return;
    this.#copy.add(operation);
    this.#keepQueue();
    void this.#exchange(false);
  }

  /** Takes what another window did. */
  take(base: number, operations: readonly DoneOperation[]): void {
    const refusals = this.#copy.takeOperations(base, operations);
    if (refusals === null) void this.catchUp();
    else this.#show(refusals, null);
  }

  /** The service no longer has the review. It gets what this window shows with the next step. */
  dropped(): void {
    this.#isBegun = false;
    this.#copy.restart([...this.#whole(), ...this.#copy.pending]);
  }

  /** Reads the review as the service has it, and sends what waits. */
  async catchUp(): Promise<void> {
    await this.#exchange(true);
  }

  /** Ends sharing. What waits stays in this browser. */
  close(): void {
    this.#isClosed = true;
  }

  async #exchange(isReading: boolean): Promise<void> {
    this.#isAgain ||= isReading;
    if (this.#isBusy || this.#subject === null || this.#isClosed) return;
    this.#isBusy = true;
    try {
      while (this.#hasWork()) {
        if (this.#isAgain) await this.#read(this.#subject);
        else await this.#send(this.#subject);
        this.#retryMs = RETRY_FIRST_MS;
      }
      this.#deps.trouble(this.#refusedTrouble());
    } catch (fault) {
      const { length } = this.#copy.pending;
      this.#deps.trouble(length > 0 ? troubleOf(fault, length) : null);
      // Nobody knows whether other windows were told meanwhile.
      this.#isAgain = true;
      if (!isFinal(fault)) void this.#tryLater();
    } finally {
      this.#isBusy = false;
    }
  }

  /** Whether something is to be read or sent. Sharing may end during every exchange. */
  #hasWork(): boolean {
    return !this.#isClosed && (this.#isAgain || this.#unsent().length > 0);
  }

  #unsent(): readonly ReviewOperation[] {
    return this.#copy.pending.filter(({ operationId }) => !this.#refused.has(operationId));
  }

  #refusedTrouble(): SharingTrouble | null {
    const waiting = this.#copy.pending.flatMap(({ operationId }) => this.#refused.get(operationId) ?? []);
    return waiting[0] === undefined ? null : troubleOf(waiting[0], waiting.length);
  }

  async #tryLater(): Promise<void> {
    const ms = this.#retryMs;
    this.#retryMs = Math.min(RETRY_MOST_MS, ms * 2);
    await this.#deps.wait(ms);
    await this.#exchange(true);
  }

  async #read({ reviewId }: IdentifiedSubject): Promise<void> {
    const { client, window } = this.#deps;
    this.#isAgain = false;
    // A browser notes each answer that something is not there. So the list is asked first.
    const { reviews } = await client.reviews({ id: reviewId });
    if (reviews.length === 0) {
      // The service may have forgotten it: its data was deleted, or an earlier backup restored.
      if (this.#copy.revision > 0 || this.#isExpected) this.dropped();
      this.#isExpected = false;
      this.#isBegun = false;
      window.inheritedTo(reviewId, 0);
      return;
    }
    const review = await client.review(reviewId);
    this.#isBegun = true;
    const refusals = this.#copy.takeReview(review);
    const inheritedTo = window.inheritedTo(reviewId, review.revision);
    this.#show(refusals, { window: window.id, inheritedTo });
  }

  async #send({ reviewId, about }: IdentifiedSubject): Promise<void> {
    const { client, session, window } = this.#deps;
    if (!this.#isBegun) await client.beginReview(reviewId, about, { sha256 });
    this.#isBegun = true;
    const request = {
      revision: this.#copy.revision,
      window: window.id,
      reviewer: session.decided.reviewer,
      decided: session.decided.progress.decided,
      operations: this.#unsent().slice(0, this.#sentAtOnce),
    };
    let answer: AppendAnswer;
    try {
      answer = await client.appendToReview(reviewId, request, { sha256 });
    } catch (fault) {
      if (isGone(fault)) this.#isAgain = true;
      else if (isRefusal(fault)) this.#setAside(request.operations, fault);
      else throw fault;
      return;
    }
    const { operations } = answer;
    const refusals = operations === undefined ? null : this.#copy.takeOperations(request.revision, operations);
    if (refusals === null) this.#isAgain = true;
    else this.#show(refusals, null);
  }

  /** Finds the refused one of several steps. The others go on. */
  #setAside([first, ...others]: readonly ReviewOperation[], fault: ServiceCallError): void {
    if (first !== undefined && others.length === 0) this.#refused.set(first.operationId, fault);
    this.#sentAtOnce = others.length > 0 ? 1 : SENT_AT_ONCE;
  }

  /** Shows the review as it is now. `from`: also replaces the history of the window. */
  #show(refusals: readonly Refusal[], from: { readonly window: string; readonly inheritedTo: number } | null): void {
    this.#settleQueue();
    // Another copy of the same review may be shown by now. It keeps the queue of this window.
    if (this.#isClosed || this.#subject === null) return;
    const { session, shared } = this.#deps;
    const history = from === null ? null : historyOfOperations(this.#copy.operations, from, this.#ids);
    session.decided.adopt(this.#copy.record, history, refusals.map(conflictOf));
    this.#seen = seenOf(session.review, session.decided.record());
    this.#keepQueue();
    if (this.#copy.pending.length === 0) shared(this.#subject.reviewId);
  }

  #settleQueue(): void {
    const pending = new Set(this.#copy.pending.map(({ operationId }) => operationId));
    const ids = this.#copy.operations.map(({ operationId }) => operationId);
    const done = new Set(ids.filter((id) => !pending.has(id)));
    if (this.#subject !== null) void this.#deps.queue.settle(this.#subject.reviewId, done);
  }

  #keepQueue(): void {
    const { queue, window } = this.#deps;
    if (this.#subject !== null) void queue.save(this.#subject.reviewId, window.id, this.#copy.pending);
  }

  #whole(): ReturnType<typeof operationsOfReview> {
    return operationsOfReview(this.#seen, this.#tools());
  }

  #tools() {
    return { units: this.#units, ids: this.#ids, newId: this.#deps.newId };
  }
}

/** What was refused, as a question to the reader. Changes that are decided together are one. */
function conflictOf({ changeIds, wanted, stands, by }: Refusal): ReviewConflict {
  return { changeId: changeIds[0] ?? '', mine: wanted, theirs: stands, by, theirsStand: true };
}

function isGone(fault: unknown): boolean {
  return fault instanceof ServiceCallError && fault.code === 'not_found';
}

/** Whether another attempt would fail again: the service refused the steps, or this page is no longer the owner's. */
function isFinal(fault: unknown): boolean {
  return fault instanceof ServiceCallError && fault.status >= 400 && fault.status < 500 && fault.status !== 429;
}
