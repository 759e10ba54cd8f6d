import {
  REVIEW_CHANGES_PATH,
  REVIEW_EVENTS_PATH,
  REVIEW_OPERATIONS_PATH,
  REVIEW_PATH,
  REVIEW_SEARCH_PATH,
  REVIEWS_PATH,
} from '../../../shared/api/endpoint-paths.ts';
import {
  ReviewListQuery,
  type AppendRequest,
  type DoneOperation,
  type ListedReview,
  type OwnerReview,
  type ReviewedChange,
  type ReviewSearchRequest,
  type ReviewSubject,
} from '../../../shared/api/reviews.ts';
import { json, type DescribedOperation, type DescribedParameter } from '../openapi/operation.ts';

const DIGESTS = {
  original: '0a'.repeat(32),
  revised: '0b'.repeat(32),
  fragment: '0c'.repeat(32),
};

const REVIEW_ID_EXAMPLE = '556898d5cafd3f2e23354857c1994aed2d960bc04b1019e3eb8c27d73e8fa711';

const REVIEW_ID: DescribedParameter = {
  name: 'reviewId',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: 'SHA-256 of the digests of the original, the revised document and the redline, each with a line feed.',
  example: REVIEW_ID_EXAMPLE,
};

const CHANGE: ReviewedChange = {
  changeId: 'chg_000001',
  signs: ['k3v9x1b2', 'a8c7d6e5', 'f4g3h2j1', 'm9n8p7q6'],
  kind: 'replace',
  before: '30',
  after: '60',
};

const LISTED: ListedReview = {
  reviewId: REVIEW_ID_EXAMPLE,
  ...DIGESTS,
  originalName: 'Lease v1.docx',
  revisedName: 'Lease v2.docx',
  revision: 1,
  changes: 1,
  decided: 1,
  finished: false,
  changedAt: '2026-01-01T00:00:00.000Z',
};

const STEP: DoneOperation = {
  operationId: 'b2f1c0d9e8a74653',
  kind: 'step',
  decisions: [{ changeIds: ['chg_000001'], before: null, after: 'accepted' }],
  revision: 1,
  window: 'w-5b1f0c7a',
  reviewer: 'Ada',
  at: '2026-01-01T00:00:00.000Z',
};

const REVIEW: OwnerReview = {
  ...LISTED,
  state: {
    reviewer: 'Ada',
    savedAt: null,
    finished: false,
    accepted: ['chg_000001'],
    rejected: [],
    notes: [],
    passages: [],
  },
  operations: [STEP],
};

const SUBJECT: ReviewSubject = {
  ...DIGESTS,
  originalName: LISTED.originalName,
  revisedName: LISTED.revisedName,
  changes: [CHANGE],
};

const APPENDED: AppendRequest = {
  revision: 0,
  window: STEP.window,
  reviewer: 'Ada',
  decided: 1,
  operations: [{ operationId: STEP.operationId, kind: 'step', decisions: STEP.decisions! }],
};

const SEARCHED: ReviewSearchRequest = { ...DIGESTS, fragment: '0d'.repeat(32), signs: [CHANGE.signs] };

const BODY_REFUSALS = ['invalid_request', 'inline_limit_exceeded', 'unsupported_media_type'] as const;

/** The operation `listReviews`. */
export const LIST_REVIEWS: DescribedOperation = {
  method: 'get',
  path: REVIEWS_PATH,
  operationId: 'listReviews',
  tag: 'Reviews',
  summary: 'The owner’s reviews, the last changed first.',
  caller: 'owner',
  parameters: [
    { name: 'limit', in: 'query', schema: ReviewListQuery.properties.limit },
    { name: 'cursor', in: 'query', schema: ReviewListQuery.properties.cursor },
    { name: 'id', in: 'query', schema: ReviewListQuery.properties.id },
  ],
  answers: {
    200: { description: 'The reviews.', content: [json('ReviewList', { 'one review': { reviews: [LISTED] } })] },
  },
  refusals: ['invalid_request'],
};

/** The operation `getReview`. */
export const GET_REVIEW: DescribedOperation = {
  method: 'get',
  path: REVIEW_PATH,
  operationId: 'getReview',
  tag: 'Reviews',
  summary: 'A review as it is now, with its last operations.',
  description:
    '`state` has the decisions that a person made. What follows from them is not stored. `operations` are the last 1,000.',
  caller: 'owner',
  parameters: [REVIEW_ID],
  answers: { 200: { description: 'The review.', content: [json('OwnerReview', { 'a review': REVIEW })] } },
  refusals: ['not_found'],
};

/** The operation `beginReview`. */
export const BEGIN_REVIEW: DescribedOperation = {
  method: 'put',
  path: REVIEW_PATH,
  operationId: 'beginReview',
  tag: 'Reviews',
  summary: 'Begins the review of a comparison. A review that is there stays as it is.',
  description:
    'The review belongs to the content: the same two documents with the same redline have the same review, wherever they are compared. `changes` lets the next draft find the review. An owner has at most 20,000 reviews. A review stays until it is deleted.',
  caller: 'owner',
  parameters: [REVIEW_ID],
  request: json('ReviewSubject', { 'a review': SUBJECT }),
  answers: { 204: { description: 'The review is there.' } },
  refusals: [...BODY_REFUSALS],
};

/** The operation `deleteReview`. */
export const DELETE_REVIEW: DescribedOperation = {
  method: 'delete',
  path: REVIEW_PATH,
  operationId: 'deleteReview',
  tag: 'Reviews',
  summary: 'Deletes a review with all its decisions and notes.',
  caller: 'owner',
  parameters: [REVIEW_ID],
  answers: { 204: { description: 'Done.' } },
  refusals: ['not_found'],
};

/** The operation `getReviewChanges`. */
export const GET_REVIEW_CHANGES: DescribedOperation = {
  method: 'get',
  path: REVIEW_CHANGES_PATH,
  operationId: 'getReviewChanges',
  tag: 'Reviews',
  summary: 'The changes that a review is about, as it remembers them.',
  caller: 'owner',
  parameters: [REVIEW_ID],
  answers: {
    200: { description: 'The changes.', content: [json('ReviewedChanges', { 'one change': { changes: [CHANGE] } })] },
  },
  refusals: ['not_found'],
};

/** The operation `appendToReview`. */
export const APPEND_TO_REVIEW: DescribedOperation = {
  method: 'post',
  path: REVIEW_OPERATIONS_PATH,
  operationId: 'appendToReview',
  tag: 'Reviews',
  summary: 'Does steps of a person, whatever others did since.',
  description:
    'A decision says which verdict its maker saw, and the new one. It is made if the changes still have the verdict that its maker saw. So steps on different changes merge. Otherwise nothing is overwritten: the decision is left out, and `conflicts` names it with the verdict that stands. Messages and tags merge one by one. An operation that comes again is done once. A request has at most 200 operations, and the state of a review 8 MiB.',
  caller: 'owner',
  parameters: [REVIEW_ID],
  request: json('AppendRequest', { 'one decision': APPENDED }),
  answers: {
    200: {
      description: 'What was done.',
      content: [json('AppendAnswer', { 'one decision': { revision: 1, operations: [STEP], conflicts: [] } })],
    },
  },
  refusals: ['not_found', 'unavailable', ...BODY_REFUSALS],
};

/** The operation `searchReviews`. */
export const SEARCH_REVIEWS: DescribedOperation = {
  method: 'post',
  path: REVIEW_SEARCH_PATH,
  operationId: 'searchReviews',
  tag: 'Reviews',
  summary: 'The earlier reviews whose changes a comparison has again.',
  description:
    'A review is found if half of its changes are here again, or some of them and one of its files. The names of files do not matter. `signs` has the hashes of each change.',
  caller: 'owner',
  request: json('ReviewSearchRequest', { 'a draft': SEARCHED }),
  answers: {
    200: {
      description: 'The reviews, the best one first.',
      content: [json('FoundReviews', { 'one review': { reviews: [{ ...LISTED, found: 1 }] } })],
    },
  },
  refusals: [...BODY_REFUSALS],
};

/** The operation `streamReviews`. */
export const STREAM_REVIEWS: DescribedOperation = {
  method: 'get',
  path: REVIEW_EVENTS_PATH,
  operationId: 'streamReviews',
  tag: 'Reviews',
  summary: 'What happens to the owner’s reviews, as one stream of events.',
  description:
    '`ready` comes first. `review` has a new revision with its operations. `deleted` names a review. `missed` asks to read the reviews again. The stream ends with `complete` after ten minutes: open it again, then read what is open. A caller has at most 50 streams.',
  caller: 'owner',
  answers: {
    200: {
      description: 'The events.',
      content: [
        {
          type: 'text/event-stream',
          schema: { type: 'string', description: 'Events. The payload of `review` is the schema `ChangedReview`.' },
          examples: { 'a stream': 'event: ready\ndata: {}\n\n' },
        },
      ],
    },
  },
  refusals: [],
};

/** The operations of this folder, in the order of the reference. */
export const REVIEWS_OPERATIONS: readonly DescribedOperation[] = [
  LIST_REVIEWS,
  GET_REVIEW,
  BEGIN_REVIEW,
  DELETE_REVIEW,
  GET_REVIEW_CHANGES,
  APPEND_TO_REVIEW,
  SEARCH_REVIEWS,
  STREAM_REVIEWS,
];
