/**
 * Reviews of the owner: what one person decided on the changes of a comparison, as the service keeps it. Windows, the
 * desktop and scripts of the owner work on one copy by operations.
 */
import { Type, type Static } from 'typebox';

/** Default and maximum number of reviews in a list. */
export const REVIEW_LIST_DEFAULT_LIMIT = 100;
export const REVIEW_LIST_MAX_LIMIT = 500;
/** Maximum number of operations in one request, and of operations that a review remembers. */
export const REVIEW_OPERATIONS_AT_ONCE = 200;
/** Maximum number of changes of one review: ten times as many as any comparison of the corpus has. */
export const REVIEW_CHANGES_MAX = 100_000;
/** Maximum number of characters of a change that a review remembers, to show it later. */
export const REVIEWED_TEXT_MAX = 200;
/** Maximum number of characters of one message. */
const MESSAGE_MAX_LENGTH = 20_000;
const NAME_MAX_LENGTH = 500;

const Sha256 = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description });
const ChangeId = Type.String({ maxLength: 64 });
const Name = Type.Union([Type.String({ maxLength: NAME_MAX_LENGTH }), Type.Null()]);
const Verdict = Type.Union([Type.Literal('accepted'), Type.Literal('rejected'), Type.Null()], {
  title: '"accepted", "rejected" or null',
  description: 'Null: undecided.',
});
const Moment = Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' });

const Message = Type.Object({
  author: Type.String({ maxLength: NAME_MAX_LENGTH }),
  at: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
  text: Type.String({ maxLength: MESSAGE_MAX_LENGTH }),
});
const Messages = Type.Array(Message, { maxItems: 1_000 });
const Tags = Type.Array(Type.String({ maxLength: NAME_MAX_LENGTH }), { maxItems: 100 });

/** What changes of a thread: messages and tags that it gets, and those that go. */
const ThreadEdit = { added: Messages, removed: Messages };
const Passage = {
  quote: Type.String({ maxLength: MESSAGE_MAX_LENGTH }),
  before: Type.String({ maxLength: NAME_MAX_LENGTH }),
  after: Type.String({ maxLength: NAME_MAX_LENGTH }),
};

/** The decision on changes that one person decides together, such as both ends of a move. */
export const ReviewDecision = Type.Object({
  changeIds: Type.Array(ChangeId, { minItems: 1, maxItems: REVIEW_CHANGES_MAX }),
  before: Verdict,
  after: Verdict,
  by: Type.Optional(Type.String({ maxLength: NAME_MAX_LENGTH, description: 'Who decided, if not the reviewer.' })),
});
export type ReviewDecision = Static<typeof ReviewDecision>;

/** What an operation does to the thread and the tags of one change. */
export const NoteEdit = Type.Object({ changeId: ChangeId, ...ThreadEdit, tagsAdded: Tags, tagsRemoved: Tags });
export type NoteEdit = Static<typeof NoteEdit>;

/** What an operation does to the thread about one passage. */
export const PassageEdit = Type.Object({ id: ChangeId, ...Passage, ...ThreadEdit });
export type PassageEdit = Static<typeof PassageEdit>;

const operation = {
  operationId: Type.String({
    pattern: '^[A-Za-z0-9_-]{16,64}$',
    description: 'A new one for each operation. An operation that comes again is done once.',
  }),
  kind: Type.Enum(['step', 'undo', 'redo', 'import'], {
    description: '`undo` and `redo` name the step in `of`. What does not fit any longer is then left as it is.',
  }),
  of: Type.Optional(Type.String({ maxLength: 64 })),
  decisions: Type.Optional(Type.Array(ReviewDecision, { maxItems: REVIEW_CHANGES_MAX })),
  notes: Type.Optional(Type.Array(NoteEdit, { maxItems: REVIEW_CHANGES_MAX })),
  passages: Type.Optional(Type.Array(PassageEdit, { maxItems: REVIEW_CHANGES_MAX })),
  finished: Type.Optional(Type.Boolean({ description: 'The reviewer finishes the review, or goes on with it.' })),
};

/** One step of a person: decisions, notes, or the end of the review. */
export const ReviewOperation = Type.Object(operation);
export type ReviewOperation = Static<typeof ReviewOperation>;

/** A decision that was not made, because the changes were decided differently meanwhile. */
export const RefusedDecision = Type.Object({
  changeIds: Type.Array(Type.String()),
  wanted: Verdict,
  stands: Verdict,
});
export type RefusedDecision = Static<typeof RefusedDecision>;

/** An operation as it was done. `decisions` are those that were made. */
export const DoneOperation = Type.Object({
  ...operation,
  revision: Type.Integer({ minimum: 1, description: 'The revision of the review after it.' }),
  window: Type.String({ description: 'Who made it, such as one window of a browser.' }),
  reviewer: Type.String(),
  at: Moment,
  refused: Type.Optional(Type.Array(RefusedDecision)),
});
export type DoneOperation = Static<typeof DoneOperation>;

/** A change as a review remembers it, so that the next draft finds it again. */
export const ReviewedChange = Type.Object({
  changeId: ChangeId,
  signs: Type.Array(Type.String({ maxLength: 16 }), {
    maxItems: 8,
    description: 'Hashes of the change with the unchanged text around it, the most certain first.',
  }),
  kind: Type.String({ maxLength: 32 }),
  before: Type.String({ maxLength: REVIEWED_TEXT_MAX }),
  after: Type.String({ maxLength: REVIEWED_TEXT_MAX }),
});
export type ReviewedChange = Static<typeof ReviewedChange>;

const names = { originalName: Name, revisedName: Name };
const digests = {
  original: Sha256('SHA-256 of the original file, or of the original text in UTF-8.'),
  revised: Sha256('SHA-256 of the revised file, or of the revised text in UTF-8.'),
  fragment: Sha256('SHA-256 of the redline in UTF-8.'),
};

/** What a review is about. */
export const ReviewSubject = Type.Object({
  ...digests,
  ...names,
  changes: Type.Array(ReviewedChange, { maxItems: REVIEW_CHANGES_MAX }),
});
export type ReviewSubject = Static<typeof ReviewSubject>;

/** An entry of the list of reviews. */
export const ListedReview = Type.Object({
  reviewId: Type.String({ description: 'SHA-256 of the three digests, each with a line feed after it.' }),
  ...digests,
  ...names,
  revision: Type.Integer({ minimum: 0 }),
  changes: Type.Integer({ minimum: 0, description: 'Number of changes with an id of their own.' }),
  decided: Type.Integer({
    minimum: 0,
    description: 'How many are decided, as the last writer counted. The application counts both ends of a move as one.',
  }),
  finished: Type.Boolean(),
  changedAt: Moment,
});
export type ListedReview = Static<typeof ListedReview>;

/** The owner’s reviews, the last changed first. */
export const ReviewList = Type.Object({
  reviews: Type.Array(ListedReview),
  nextCursor: Type.Optional(Type.String({ description: 'Pass it as `cursor`; absent on the last page.' })),
});
export type ReviewList = Static<typeof ReviewList>;

/** The query of the list, after its number is parsed. */
export const ReviewListQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: REVIEW_LIST_MAX_LIMIT, default: REVIEW_LIST_DEFAULT_LIMIT }),
  cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before.' })),
  id: Type.Optional(Type.String({ description: 'Lists this review alone, or nothing if it is not there.' })),
});
export type ReviewListQuery = Static<typeof ReviewListQuery>;

/** What was decided and written so far. */
export const ReviewState = Type.Object({
  reviewer: Type.String(),
  savedAt: Type.Null(),
  finished: Type.Boolean(),
  accepted: Type.Array(Type.String()),
  rejected: Type.Array(Type.String()),
  decidedBy: Type.Optional(Type.Record(Type.String(), Type.String())),
  notes: Type.Array(
    Type.Object({ changeId: Type.String(), text: Type.String(), tags: Type.Array(Type.String()), messages: Messages }),
  ),
  passages: Type.Array(Type.Object({ id: Type.String(), ...Passage, messages: Messages })),
});
export type ReviewState = Static<typeof ReviewState>;

/** A review as it is now, with the steps that can be undone. */
export const OwnerReview = Type.Object({
  ...ListedReview.properties,
  state: ReviewState,
  operations: Type.Array(DoneOperation, { description: 'The last operations, the oldest first.' }),
});
export type OwnerReview = Static<typeof OwnerReview>;

/** The changes that a review is about. */
export const ReviewedChanges = Type.Object({ changes: Type.Array(ReviewedChange) });
export type ReviewedChanges = Static<typeof ReviewedChanges>;

/** The body of `POST …/operations`. */
export const AppendRequest = Type.Object({
  revision: Type.Integer({ minimum: 0, description: 'The revision on which the operations were made.' }),
  window: Type.String({ maxLength: 64 }),
  reviewer: Type.String({ maxLength: NAME_MAX_LENGTH }),
  decided: Type.Integer({ minimum: 0, description: 'How many changes are decided after them, for the list.' }),
  operations: Type.Array(ReviewOperation, { minItems: 1, maxItems: REVIEW_OPERATIONS_AT_ONCE }),
});
export type AppendRequest = Static<typeof AppendRequest>;

/** What became of the operations. */
export const AppendAnswer = Type.Object({
  revision: Type.Integer(),
  operations: Type.Optional(
    Type.Array(DoneOperation, {
      description: 'All operations after the given revision, in order. Absent: read the review again.',
    }),
  ),
  conflicts: Type.Array(RefusedDecision),
});
export type AppendAnswer = Static<typeof AppendAnswer>;

/** The body of `POST …/search`: a comparison whose earlier review is looked for. */
export const ReviewSearchRequest = Type.Object({
  ...digests,
  signs: Type.Array(Type.Array(Type.String({ maxLength: 16 }), { maxItems: 8 }), { maxItems: REVIEW_CHANGES_MAX }),
});
export type ReviewSearchRequest = Static<typeof ReviewSearchRequest>;

/** Earlier reviews that share changes or a file with a comparison, the best one first. */
export const FoundReviews = Type.Object({
  reviews: Type.Array(
    Type.Object({
      ...ListedReview.properties,
      found: Type.Integer({ minimum: 1, description: 'How many of its changes are here again.' }),
    }),
  ),
});
export type FoundReviews = Static<typeof FoundReviews>;

/** The payload of the event `review`: a review that changed. */
export const ChangedReview = Type.Object({
  reviewId: Type.String(),
  base: Type.Integer({ description: 'The revision before the operations.' }),
  revision: Type.Integer(),
  decided: Type.Integer(),
  finished: Type.Boolean(),
  operations: Type.Optional(
    Type.Array(DoneOperation, { description: 'Absent if they are large: read the review again.' }),
  ),
});
export type ChangedReview = Static<typeof ChangedReview>;

/**
 * The events of `GET …/events`. `ready` comes first. `missed`: read every review again. `complete`: the stream ends;
 * open it again.
 */
export type ReviewEvent =
  | { readonly event: 'ready'; readonly data: object }
  | { readonly event: 'review'; readonly data: ChangedReview }
  | { readonly event: 'deleted'; readonly data: { readonly reviewId: string } }
  | { readonly event: 'missed'; readonly data: object }
  | { readonly event: 'complete'; readonly data: object };
