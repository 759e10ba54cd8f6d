import type { CompareTextRequest, CompareTextResponse } from '../api/compare-text.ts';
import type { ComparisonList, HostedComparison, Share, ShareRequest } from '../api/comparisons.ts';
import type { CompareDocumentsRequest } from '../api/documents.ts';
import {
  CHANGES_PATH,
  COMPARE_DOCUMENTS_PATH,
  COMPARE_TEXT_PATH,
  COMPARISON_PATH,
  COMPARISONS_PATH,
  EXPORTS_PATH,
  HEALTH_PATH,
  INSTALLATION_PATH,
  JOB_PATH,
  JOB_RESULT_PATH,
  JOBS_PATH,
  KEY_PATH,
  KEYS_PATH,
  PAGE_MARKS_PATH,
  PAIRING_CONFIRMATION_PATH,
  PAIRING_PATH,
  PAIRINGS_PATH,
  REVIEW_CHANGES_PATH,
  REVIEW_EVENTS_PATH,
  REVIEW_OPERATIONS_PATH,
  REVIEW_PATH,
  REVIEW_SEARCH_PATH,
  REVIEWS_PATH,
  SHARES_PATH,
  UPLOADS_PATH,
  USAGE_PATH,
} from '../api/endpoint-paths.ts';
import type { Health } from '../api/health.ts';
import type { Installation } from '../api/installation.ts';
import type { ExportRequest, Job, JobList } from '../api/jobs.ts';
import type { CreatedKey, KeyList } from '../api/owner.ts';
import type { PageMarks, PageMarksEvent } from '../api/page-marks.ts';
import type { PairingList } from '../api/pairing.ts';
import type {
  AppendAnswer,
  AppendRequest,
  FoundReviews,
  OwnerReview,
  ReviewedChanges,
  ReviewEvent,
  ReviewList,
  ReviewSearchRequest,
  ReviewSubject,
} from '../api/reviews.ts';
import type { DocumentStreamEvent, TextStreamEvent } from '../api/stream-events.ts';
import type { CreateUploadRequest, CreateUploadResponse } from '../api/uploads.ts';
import type { Usage } from '../api/usage.ts';
import type { StructuredPage } from '../change/page.ts';
import {
  DOCUMENT_EVENTS,
  isLastEvent,
  knownEvents,
  PAGE_MARKS_EVENTS,
  REVIEW_EVENTS,
  TEXT_EVENTS,
} from './known-events.ts';
import type { CancelSignal } from './platform.ts';
import {
  jobPath,
  ownPath,
  post,
  reading,
  signedPost,
  withParameters,
  withQuery,
  type CallOptions,
  type ComparisonAccess,
  type Signing,
} from './service-calls.ts';
import { INCOMPLETE_STREAM, ServiceCallError } from './service-call-error.ts';
import { readJson, Transport, type Call, type TransportOptions } from './transport.ts';

export type { Fetch, FetchedResponse, FetchInit } from './platform.ts';
export type { TransportOptions as ServiceClientOptions } from './transport.ts';
export type { CallOptions, ComparisonAccess } from './service-calls.ts';

/** Options of a comparison of texts. */
export interface CompareTextOptions<Signal> extends CallOptions<Signal> {
  /** Whether to compute anew and keep nothing for later callers. */
  readonly fresh?: boolean;
}

/**
 * Calls the service, one method per endpoint. Every method throws `ServiceCallError` on a refusal. On an abort it
 * throws the error of `fetch`. Addresses from the service are called at the client's own origin.
 */
export class ServiceClient<Signal extends CancelSignal = CancelSignal> {
  readonly #transport: Transport<Signal>;

  constructor(options: TransportOptions<Signal>) {
    this.#transport = new Transport(options);
  }

  /** Compares two texts. */
  async compareText(
    request: CompareTextRequest,
    options: CompareTextOptions<Signal> = {},
  ): Promise<CompareTextResponse> {
    return await this.#json<CompareTextResponse>({
      ...post(COMPARE_TEXT_PATH, request, options),
      ...(options.fresh === true ? FRESH : {}),
    });
  }

  /**
   * Compares two texts and emits the redline while it is made: previews, the whole redline, and at last `complete`.
   * Throws `incomplete_stream` if `complete` is missing, and the refusal if the comparison fails midway.
   */
  async *streamText(
    request: CompareTextRequest,
    options: CompareTextOptions<Signal> = {},
  ): AsyncGenerator<TextStreamEvent, void> {
    const call = {
      ...post(COMPARE_TEXT_PATH, { ...request, stream: true }, options),
      ...(options.fresh === true ? FRESH : {}),
      accept: EVENT_STREAM,
    };
    yield* this.#events<TextStreamEvent>(call, TEXT_EVENTS);
  }

  /**
   * Compares two documents. A complete stream has both `content_complete` and `complete`. If one is missing, it
   * throws `incomplete_stream`.
   */
  async *compareDocuments(
    request: CompareDocumentsRequest,
    options: CallOptions<Signal> & Signing = {},
  ): AsyncGenerator<DocumentStreamEvent, void> {
    const call = { ...(await signedPost(COMPARE_DOCUMENTS_PATH, request, options)), accept: EVENT_STREAM };
    let hasContent = false;
    for await (const event of this.#events<DocumentStreamEvent>(call, DOCUMENT_EVENTS)) {
      hasContent ||= event.event === 'content_complete';
      if (event.event === 'complete' && !hasContent) {
        const message = 'The stream said that it is complete, but gave no content. Run the comparison again.';
        throw new ServiceCallError({ code: INCOMPLETE_STREAM, status: 200, message });
      }
      yield event;
    }
  }

  /**
   * Marks the changes of a stored comparison on its pages, and tells each step. The last event is `complete`. An abort
   * stops the work.
   */
  async *markPages(from: ComparisonAccess, options: { signal?: Signal } = {}): AsyncGenerator<PageMarksEvent, void> {
    const call = { ...reading(from, PAGE_MARKS_PATH, options), accept: EVENT_STREAM };
    yield* this.#events<PageMarksEvent>(call, PAGE_MARKS_EVENTS);
  }

  /** The pages of a stored comparison with its changes marked. */
  async pageMarks(from: ComparisonAccess, options: { signal?: Signal } = {}): Promise<PageMarks> {
    return await this.#json(reading(from, PAGE_MARKS_PATH, options));
  }

  /** Announces an upload. */
  async createUpload(request: CreateUploadRequest, options: { signal?: Signal } = {}): Promise<CreateUploadResponse> {
    return await this.#json(post(UPLOADS_PATH, request, options));
  }

  /** Sends the bytes of an upload, with the media type of its announcement. */
  async putUpload(
    uploadUrl: string,
    bytes: Uint8Array<ArrayBuffer>,
    contentType: string,
    options: { signal?: Signal } = {},
  ): Promise<void> {
    const path = ownPath(uploadUrl);
    await this.#empty({ method: 'PUT', path, body: bytes, contentType, withoutBearer: true, signal: options.signal });
  }

  /** A page of the changes of a stored comparison. `from` is its `changesUrl`, or its id and token. */
  async changes(
    from: string | ComparisonAccess,
    page: { readonly offset?: number; readonly limit?: number } = {},
    options: { signal?: Signal } = {},
  ): Promise<StructuredPage> {
    const call = reading(from, CHANGES_PATH, options);
    return await this.#json({ ...call, path: withQuery(call.path, page) });
  }

  /** All pages of the changes, in order. */
  async *allChanges(
    from: string | ComparisonAccess,
    options: { limit?: number; signal?: Signal } = {},
  ): AsyncGenerator<StructuredPage, void> {
    const { limit } = options;
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page: StructuredPage = await this.changes(
        from,
        { offset, ...(limit === undefined ? {} : { limit }) },
        options,
      );
      yield page;
      offset = page.nextOffset;
    }
  }

  /** A stored comparison with its redline. `from` is its `hostedUrl`, or its id and token. */
  async comparison(from: string | ComparisonAccess, options: { signal?: Signal } = {}): Promise<HostedComparison> {
    return await this.#json(reading(from, COMPARISON_PATH, options));
  }

  /** The caller's comparisons, newest first. */
  async comparisons(
    query: { readonly limit?: number; readonly cursor?: string } = {},
    options: { signal?: Signal } = {},
  ): Promise<ComparisonList> {
    return await this.#json({ method: 'GET', path: withQuery(COMPARISONS_PATH, query), signal: options.signal });
  }

  /** Deletes one of the caller's comparisons and all links to it. */
  async deleteComparison(comparisonId: string, options: { signal?: Signal } = {}): Promise<void> {
    const path = withParameters(COMPARISON_PATH, { comparisonId });
    await this.#empty({ method: 'DELETE', path, signal: options.signal });
  }

  /** Creates a further link to one of the caller's comparisons. */
  async createShare(
    comparisonId: string,
    request: ShareRequest = {},
    options: CallOptions<Signal> = {},
  ): Promise<Share> {
    return await this.#json(post(withParameters(SHARES_PATH, { comparisonId }), request, options));
  }

  /**
   * Starts the export of a stored comparison. Decisions that divide a unit, such as a move, are refused with
   * `invalid_request`, which names the other changes of the unit.
   */
  async createExport(comparisonId: string, request: ExportRequest, options: CallOptions<Signal> = {}): Promise<Job> {
    return await this.#json(post(withParameters(EXPORTS_PATH, { comparisonId }), request, options));
  }

  /** A job now, or when it has ended within `waitSeconds`, at most 50. `job` is its id or its `pollUrl`. */
  async job(job: string, options: { waitSeconds?: number; signal?: Signal } = {}): Promise<Job> {
    const path = withQuery(jobPath(job, JOB_PATH), { wait: options.waitSeconds });
    return await this.#json({ method: 'GET', path, signal: options.signal });
  }

  /** The caller's jobs. */
  async jobs(options: { signal?: Signal } = {}): Promise<JobList> {
    return await this.#json({ method: 'GET', path: JOBS_PATH, signal: options.signal });
  }

  /** Cancels a job. */
  async cancelJob(jobId: string, options: { signal?: Signal } = {}): Promise<void> {
    await this.#empty({ method: 'DELETE', path: withParameters(JOB_PATH, { jobId }), signal: options.signal });
  }

  /** The file of a job. `job` is its id or its `downloadUrl`. */
  async jobResult(job: string, options: { signal?: Signal } = {}): Promise<Uint8Array<ArrayBuffer>> {
    const call = { method: 'GET', path: jobPath(job, JOB_RESULT_PATH), accept: '*/*', signal: options.signal } as const;
    return await this.#transport.call(call, async (response) => new Uint8Array(await response.arrayBuffer()));
  }

  /** Units of the caller's month. */
  async usage(options: { signal?: Signal } = {}): Promise<Usage> {
    return await this.#json({ method: 'GET', path: USAGE_PATH, signal: options.signal });
  }

  /**
   * The owner's keys, oldest first, including revoked ones. This method and the next ones need the owner's access
   * token.
   */
  async keys(options: { signal?: Signal } = {}): Promise<KeyList> {
    return await this.#json({ method: 'GET', path: KEYS_PATH, signal: options.signal });
  }

  /** Creates a key. Only this answer has its secret. */
  async createKey(name: string, options: { signal?: Signal } = {}): Promise<CreatedKey> {
    return await this.#json(post(KEYS_PATH, { name }, options));
  }

  /** Revokes a key for ever. A key may revoke itself and no other. */
  async revokeKey(keyId: string, options: { signal?: Signal } = {}): Promise<void> {
    await this.#empty({ method: 'DELETE', path: withParameters(KEY_PATH, { keyId }), signal: options.signal });
  }

  /** The extensions that wait for pairing. */
  async pairings(options: { signal?: Signal } = {}): Promise<PairingList> {
    return await this.#json({ method: 'GET', path: PAIRINGS_PATH, signal: options.signal });
  }

  /** Confirms a pairing by the code that the extension shows. */
  async confirmPairing(pairingId: string, code: string, options: { signal?: Signal } = {}): Promise<void> {
    await this.#empty(post(withParameters(PAIRING_CONFIRMATION_PATH, { pairingId }), { code }, options));
  }

  /** Refuses a pairing. */
  async refusePairing(pairingId: string, options: { signal?: Signal } = {}): Promise<void> {
    await this.#empty({ method: 'DELETE', path: withParameters(PAIRING_PATH, { pairingId }), signal: options.signal });
  }

  /** The owner's reviews, the last changed first. This method and the next ones need the owner's access token. */
  async reviews(
    query: { readonly limit?: number; readonly cursor?: string; readonly id?: string } = {},
    options: { signal?: Signal } = {},
  ): Promise<ReviewList> {
    return await this.#json({ method: 'GET', path: withQuery(REVIEWS_PATH, query), signal: options.signal });
  }

  /** A review as it is now. */
  async review(reviewId: string, options: { signal?: Signal } = {}): Promise<OwnerReview> {
    return await this.#json({
      method: 'GET',
      path: withParameters(REVIEW_PATH, { reviewId }),
      signal: options.signal,
    });
  }

  /** The changes that a review is about. */
  async reviewedChanges(reviewId: string, options: { signal?: Signal } = {}): Promise<ReviewedChanges> {
    const path = withParameters(REVIEW_CHANGES_PATH, { reviewId });
    return await this.#json({ method: 'GET', path, signal: options.signal });
  }

  /** Begins a review, or leaves the one that is there as it is. */
  async beginReview(
    reviewId: string,
    about: ReviewSubject,
    options: { signal?: Signal } & Signing = {},
  ): Promise<void> {
    const path = withParameters(REVIEW_PATH, { reviewId });
    await this.#empty({ ...(await signedPost(path, about, options)), method: 'PUT' });
  }

  /** Does steps of a review. An operation that comes again is done once, so the call may be repeated. */
  async appendToReview(
    reviewId: string,
    request: AppendRequest,
    options: { signal?: Signal } & Signing = {},
  ): Promise<AppendAnswer> {
    const path = withParameters(REVIEW_OPERATIONS_PATH, { reviewId });
    return await this.#json(await signedPost(path, request, options));
  }

  /** Deletes a review. */
  async deleteReview(reviewId: string, options: { signal?: Signal } = {}): Promise<void> {
    const path = withParameters(REVIEW_PATH, { reviewId });
    await this.#empty({ method: 'DELETE', path, signal: options.signal });
  }

  /** The earlier reviews whose changes a comparison has again. */
  async searchReviews(
    request: ReviewSearchRequest,
    options: { signal?: Signal } & Signing = {},
  ): Promise<FoundReviews> {
    return await this.#json(await signedPost(REVIEW_SEARCH_PATH, request, options));
  }

  /** What happens to the reviews, until the service ends the stream with `complete`. */
  async *reviewEvents(options: { signal?: Signal } = {}): AsyncGenerator<ReviewEvent, void> {
    const { signal } = options;
    const call = { method: 'GET', path: REVIEW_EVENTS_PATH, accept: EVENT_STREAM, isLive: true, signal } as const;
    yield* this.#events<ReviewEvent>(call, REVIEW_EVENTS);
  }

  /** The installation's data folder and version. */
  async installation(options: { signal?: Signal } = {}): Promise<Installation> {
    return await this.#json({ method: 'GET', path: INSTALLATION_PATH, signal: options.signal });
  }

  /** Whether the service answers, and its version. */
  async health(options: { signal?: Signal } = {}): Promise<Health> {
    return await this.#json({ method: 'GET', path: HEALTH_PATH, signal: options.signal });
  }

  async #json<T>(call: Call<Signal>): Promise<T> {
    return (await this.#transport.call(call, readJson)) as T;
  }

  async #empty(call: Call<Signal>): Promise<void> {
    await this.#transport.call(call, () => Promise.resolve());
  }

  #events<Event extends { readonly event: string; readonly data: unknown }>(
    call: Call<Signal>,
    known: ReadonlySet<Event['event']>,
  ): AsyncGenerator<Event, void> {
    return knownEvents<Event>(this.#transport.stream(call, isLastEvent), known);
  }
}

const EVENT_STREAM = 'text/event-stream';
const FRESH = { headers: { 'cache-control': 'no-store' } };
