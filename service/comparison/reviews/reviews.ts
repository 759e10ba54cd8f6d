import { excessInWords, sizeInWords } from '../../../shared/in-words.ts';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type {
  AppendAnswer,
  AppendRequest,
  DoneOperation,
  FoundReviews,
  ListedReview,
  OwnerReview,
  RefusedDecision,
  ReviewedChange,
  ReviewSearchRequest,
  ReviewState,
  ReviewSubject,
} from '../../../shared/api/reviews.ts';
import { ServiceError } from '../../../shared/errors.ts';
import {
  EMPTY_RECORD,
  recordFromJson,
  recordToJson,
  type ReviewRecord,
} from '../../../shared/review-file/review-record.ts';
import { applyOperation } from '../../../shared/reviews/apply-operation.ts';
import type { ReviewEvents } from './review-events.ts';
import { rankedByContent } from './rank-by-content.ts';
import type { NextRevision, ReviewHead, ReviewPosition, ReviewStore, StoredReview } from './review-store.ts';
import { sha256 } from '../../sha256.ts';

/** Reviews that one owner keeps, and the size of what one of them has: decisions and notes. */
const REVIEWS_MAX = 20_000;
const STATE_MAX_BYTES = 8 * 1024 * 1024;
/** Operations that a review remembers. Older ones can no longer be undone. */
const REMEMBERED_OPERATIONS = 1_000;
/** Attempts to store operations while others do the same. */
const ATTEMPTS = 20;
/** The last changed reviews among which an earlier one is looked for. */
const SEARCHED_REVIEWS = 300;
const FOUND_MAX = 5;

const compress = promisify(deflate);
const expand = promisify(inflate);

/** Dependencies of the reviews. */
export interface ReviewsDeps {
  readonly store: ReviewStore;
  readonly events: ReviewEvents;
  readonly now: () => Date;
}

/** The reviews of an owner: one copy of every decision, for all windows. */
export class Reviews {
  readonly #store: ReviewStore;
  readonly #events: ReviewEvents;
  readonly #now: () => Date;

  constructor({ store, events, now }: ReviewsDeps) {
    this.#store = store;
    this.#events = events;
    this.#now = now;
  }

  /** The stream of what happens. */
  get events(): ReviewEvents {
    return this.#events;
  }

  /** A review. Throws `not_found`. */
  async find(subject: string, reviewId: string): Promise<OwnerReview> {
    const review = await this.#stored(subject, reviewId);
    const operations = await this.#store.operations(subject, reviewId, 0);
    // Another window may have written between the two reads.
    const upTo = operations.filter(({ revision }) => revision <= review.revision);
    const state = JSON.parse(review.state) as ReviewState;
    return { ...listed(review), state, operations: upTo };
  }

  /** A page of the list, and where the next one starts. */
  async list(
    subject: string,
    after: ReviewPosition | null,
    limit: number,
  ): Promise<{ reviews: ListedReview[]; next: ReviewPosition | null }> {
    const heads = await this.#store.list(subject, after, limit + 1);
    const page = heads.slice(0, limit);
    const last = page.at(-1);
    return { reviews: page.map(listed), next: heads.length > limit && last !== undefined ? last : null };
  }

  /** The entry of one review; none if it is not there. A caller may ask without an error in its log. */
  async listOne(subject: string, reviewId: string): Promise<ListedReview[]> {
    const review = await this.#store.find(subject, reviewId);
    return review === null ? [] : [listed(review)];
  }

  /** Begins a review, or leaves the one that is there as it is. Throws `invalid_request` beyond the limit. */
  async begin(subject: string, reviewId: string, about: ReviewSubject): Promise<void> {
    if (reviewId !== reviewIdOf(about)) {
      throw new ServiceError(
        'invalid_request',
        'The address of the review is not the SHA-256 of its three digests. Hash original, revised and fragment, each with a line feed after it.',
      );
    }
    const count = await this.#store.count(subject);
    if (count >= REVIEWS_MAX && (await this.#store.find(subject, reviewId)) === null) {
      throw new ServiceError(
        'invalid_request',
        `${count} reviews are kept, and the limit is ${REVIEWS_MAX}. Delete reviews that you no longer need.`,
      );
    }
    const { original, revised, fragment, originalName, revisedName, changes } = about;
    await this.#store.insert(subject, {
      reviewId,
      original,
      revised,
      fragment,
      originalName,
      revisedName,
      changes: changes.length,
      changedAtMs: this.#now().getTime(),
      state: JSON.stringify(recordToJson(EMPTY_RECORD)),
      changeBytes: await compress(JSON.stringify(changes)),
    });
  }

  /** The changes that a review is about. Throws `not_found`. */
  async changes(subject: string, reviewId: string): Promise<ReviewedChange[]> {
    const bytes = await this.#store.changes(subject, reviewId);
    if (bytes === null) throw unknownReview();
    return await changesOf(bytes);
  }

  /**
   * Does operations that were made on a revision, whatever was done since: see `applyOperation`. An operation that was
   * done before is not done again. Throws `not_found`, and `invalid_request` if the review becomes too large.
   */
  async append(subject: string, reviewId: string, request: AppendRequest): Promise<AppendAnswer> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const review = await this.#stored(subject, reviewId);
      const ids = request.operations.map(({ operationId }) => operationId);
      const known = await this.#store.known(subject, reviewId, ids);
      const next = nextRevision(review, request, known, this.#now());
      // What comes again was refused at an earlier revision, if it was.
      const from = known.size === 0 ? review.revision : 0;
      if (next.revision === review.revision)
        return await this.#answer(reviewId, { subject, request, from }, next.revision);
      if (!(await this.#store.advance(subject, reviewId, next))) continue;
      this.#events.changed({ subject, reviewId, base: review.revision, revision: next.revision });
      return await this.#answer(reviewId, { subject, request, from }, next.revision);
    }
    throw new ServiceError(
      'unavailable',
      `Other windows wrote to this review at each of ${ATTEMPTS} attempts. Send the operations again.`,
      { retryAfterSeconds: 1 },
    );
  }

  /** Deletes a review. Throws `not_found`. */
  async remove(subject: string, reviewId: string): Promise<void> {
    if (!(await this.#store.remove(subject, reviewId))) throw unknownReview();
    this.#events.deleted(subject, reviewId);
  }

  /** The earlier reviews that share changes with a comparison: half of them, or some of them and a file. */
  async search(subject: string, request: ReviewSearchRequest): Promise<FoundReviews> {
    const reviewed = (await this.#store.list(subject, null, SEARCHED_REVIEWS)).filter(
      ({ decided, fragment }) => decided > 0 && fragment !== request.fragment,
    );
    const ranked = await rankedByContent(reviewed, request, async ({ reviewId }) => {
      const bytes = await this.#store.changes(subject, reviewId);
      return bytes === null ? [] : await changesOf(bytes);
    });
    return { reviews: ranked.slice(0, FOUND_MAX).map(({ head, found }) => ({ ...listed(head), found })) };
  }

  async #stored(subject: string, reviewId: string): Promise<StoredReview> {
    const review = await this.#store.find(subject, reviewId);
    if (review === null) throw unknownReview();
    return review;
  }

  /**
   * What was done since the revision of the writer. It may be ahead of the review, of which a backup was restored: then
   * nothing joins on, and the writer reads the review. `from` is a revision before all operations of the request.
   */
  async #answer(
    reviewId: string,
    { subject, request, from }: { subject: string; request: AppendRequest; from: number },
    revision: number,
  ): Promise<AppendAnswer> {
    const { revision: base, operations: asked } = request;
    const all = await this.#store.operations(subject, reviewId, Math.min(base, from));
    const done = all.filter((operation) => operation.revision <= revision);
    const since = done.filter((operation) => operation.revision > base);
    const isWhole = base === revision || since[0]?.revision === base + 1;
    const mine = new Set(asked.map(({ operationId }) => operationId));
    const conflicts = done.filter(({ operationId }) => mine.has(operationId)).flatMap(({ refused = [] }) => refused);
    return { revision, conflicts, ...(isWhole && { operations: since }) };
  }
}

/** The id of a review: what it is about, and nothing else. */
export function reviewIdOf({
  original,
  revised,
  fragment,
}: Pick<ReviewSubject, 'original' | 'revised' | 'fragment'>): string {
  return sha256(`${original}\n${revised}\n${fragment}\n`);
}

function nextRevision(
  review: StoredReview,
  { operations, window, reviewer, decided }: AppendRequest,
  known: ReadonlySet<string>,
  now: Date,
): NextRevision {
  let record = recordOf(review);
  let { revision } = review;
  const done: DoneOperation[] = [];
  const seen = new Set(known);
  for (const operation of operations) {
    if (seen.has(operation.operationId)) continue;
    seen.add(operation.operationId);
    const applied = applyOperation(record, operation);
    record = { ...applied.record, reviewer: reviewer === '' ? record.reviewer : reviewer };
    revision += 1;
    const refused: RefusedDecision[] = [...applied.refused];
    done.push({
      ...knownParts(operation),
      ...(operation.decisions !== undefined && { decisions: [...applied.decisions] }),
      revision,
      window,
      reviewer,
      at: now.toISOString(),
      ...(refused.length > 0 && { refused }),
    });
  }
  const state = JSON.stringify(recordToJson(record));
  if (state.length > STATE_MAX_BYTES) {
    throw new ServiceError(
      'invalid_request',
      `The review would have ${excessInWords(state.length, STATE_MAX_BYTES)}, and the limit is ${sizeInWords(STATE_MAX_BYTES)}. Delete notes, or write shorter ones.`,
    );
  }
  return {
    revision,
    decided,
    state,
    operations: done,
    before: review.revision,
    finished: record.finished,
    // The list never goes back, also if the clock does.
    changedAtMs: Math.max(now.getTime(), review.changedAtMs),
    forgotten: revision - REMEMBERED_OPERATIONS,
  };
}

/** The members of an operation that the schema names. */
function knownParts({
  operationId,
  kind,
  of,
  notes,
  passages,
  finished,
}: DoneOperation | AppendRequest['operations'][number]) {
  return {
    operationId,
    kind,
    ...(of !== undefined && { of }),
    ...(notes !== undefined && { notes }),
    ...(passages !== undefined && { passages }),
    ...(finished !== undefined && { finished }),
  };
}

function recordOf({ state, reviewId }: StoredReview): ReviewRecord {
  const record = recordFromJson(JSON.parse(state));
  if (record === null) throw new Error(`The stored state of the review ${reviewId} is not a record.`);
  return record;
}

async function changesOf(bytes: Uint8Array): Promise<ReviewedChange[]> {
  return JSON.parse((await expand(bytes)).toString('utf8')) as ReviewedChange[];
}

function listed(head: ReviewHead): ListedReview {
  const { reviewId, original, revised, fragment, originalName, revisedName, revision, changes, decided, finished } =
    head;
  return {
    reviewId,
    original,
    revised,
    fragment,
    originalName,
    revisedName,
    revision,
    changes,
    decided,
    finished,
    changedAt: new Date(head.changedAtMs).toISOString(),
  };
}

function unknownReview(): ServiceError {
  return new ServiceError('not_found', 'There is no such review. GET /v1/diffsvc/reviews lists yours.');
}
