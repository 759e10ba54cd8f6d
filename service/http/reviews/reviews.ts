import type { FastifyInstance } from 'fastify';
import {
  AppendRequest,
  REVIEW_LIST_DEFAULT_LIMIT,
  ReviewListQuery,
  ReviewSearchRequest,
  ReviewSubject,
  type AppendAnswer,
  type FoundReviews,
  type OwnerReview,
  type ReviewedChanges,
  type ReviewList,
} from '../../../shared/api/reviews.ts';
import { ServiceError } from '../../../shared/errors.ts';
import type { Reviews } from '../../comparison/reviews/reviews.ts';
import { numberOf, single, type GivenQuery } from '../guards/query.ts';
import { readBody } from '../guards/read-body.ts';
import { checked } from '../guards/validate.ts';
import { addressOf } from '../openapi/operation.ts';
import { EventStream, smallEvent } from '../reply/event-stream.ts';
import type { ServerSettings } from '../reply/server-settings.ts';
import { readReviewCursor, writeReviewCursor } from './review-cursor.ts';
import {
  APPEND_TO_REVIEW,
  BEGIN_REVIEW,
  DELETE_REVIEW,
  GET_REVIEW,
  GET_REVIEW_CHANGES,
  LIST_REVIEWS,
  SEARCH_REVIEWS,
  STREAM_REVIEWS,
} from './operations.ts';

/** Maximum size of a request: all changes of a long comparison, with their hashes and the start of their texts. */
const BODY_MAX_BYTES = 32 * 1024 * 1024;
/** A stream ends after this time. So a caller whose rights ended hears nothing more. */
const STREAM_MS = 10 * 60 * 1_000;

const checkQuery = checked(ReviewListQuery, 'query');
const checkSubject = checked(ReviewSubject, 'body');
const checkAppend = checked(AppendRequest, 'body');
const checkSearch = checked(ReviewSearchRequest, 'body');

interface OfReview {
  Params: { reviewId: string };
}

/** The endpoints of the owner's reviews. */
export function addReviewEndpoints(server: FastifyInstance, reviews: Reviews, settings: ServerSettings): void {
  const owner = { config: { access: { to: 'owner', for: 'reviews' }, bodyMaxBytes: BODY_MAX_BYTES } } as const;

  server.route<{ Querystring: GivenQuery }>({
    ...addressOf(LIST_REVIEWS),
    ...owner,
    handler: async ({ query, identity }): Promise<ReviewList> => {
      const { limit, cursor, id } = checkQuery({
        limit: numberOf('limit', query['limit'], REVIEW_LIST_DEFAULT_LIMIT),
        ...(query['cursor'] === undefined ? {} : { cursor: single('cursor', query['cursor']) }),
        ...(query['id'] === undefined ? {} : { id: single('id', query['id']) }),
      });
      if (id !== undefined) return { reviews: await reviews.listOne(identity.subject, id) };
      const after = cursor === undefined ? null : readReviewCursor(cursor);
      const { reviews: listed, next } = await reviews.list(identity.subject, after, limit);
      return { reviews: listed, ...(next !== null && { nextCursor: writeReviewCursor(next) }) };
    },
  });

  server.route<OfReview>({
    ...addressOf(GET_REVIEW),
    ...owner,
    handler: ({ params, identity }): Promise<OwnerReview> => reviews.find(identity.subject, reviewIdIn(params)),
  });

  server.route<OfReview>({
    ...addressOf(BEGIN_REVIEW),
    ...owner,
    handler: async (request, reply) => {
      await reviews.begin(request.identity.subject, reviewIdIn(request.params), checkSubject(readBody(request)));
      return reply.code(204).send();
    },
  });

  server.route<OfReview>({
    ...addressOf(DELETE_REVIEW),
    ...owner,
    handler: async ({ params, identity }, reply) => {
      await reviews.remove(identity.subject, reviewIdIn(params));
      return reply.code(204).send();
    },
  });

  server.route<OfReview>({
    ...addressOf(GET_REVIEW_CHANGES),
    ...owner,
    handler: async ({ params, identity }): Promise<ReviewedChanges> => ({
      changes: await reviews.changes(identity.subject, reviewIdIn(params)),
    }),
  });

  server.route<OfReview>({
    ...addressOf(APPEND_TO_REVIEW),
    ...owner,
    handler: (request): Promise<AppendAnswer> =>
      reviews.append(request.identity.subject, reviewIdIn(request.params), checkAppend(readBody(request))),
  });

  server.route({
    ...addressOf(SEARCH_REVIEWS),
    ...owner,
    handler: (request): Promise<FoundReviews> =>
      reviews.search(request.identity.subject, checkSearch(readBody(request))),
  });

  server.route({
    ...addressOf(STREAM_REVIEWS),
    ...owner,
    handler: (request, reply) => {
      const opened: EventStream[] = [];
      const close = (): void => {
        leave();
        for (const stream of opened) {
          stream.send(smallEvent('complete', {}));
          stream.end();
        }
      };
      const leave = reviews.events.listen(
        request.identity.subject,
        ({ event, data }) => opened[0]?.send(smallEvent(event, data)),
        close,
      );
      const ending = setTimeout(close, STREAM_MS).unref();
      reply.raw.once('close', () => {
        clearTimeout(ending);
        leave();
      });
      opened.push(new EventStream(reply, settings.streamTimes ?? {}));
      opened[0]?.send(smallEvent('ready', {}));
      return reply;
    },
  });
}

/** Throws `not_found` for what is no id of a review. */
function reviewIdIn({ reviewId }: OfReview['Params']): string {
  if (/^[0-9a-f]{64}$/.test(reviewId)) return reviewId;
  throw new ServiceError(
    'not_found',
    'There is no such review. Its id has 64 hexadecimal digits; GET /v1/diffsvc/reviews lists yours.',
  );
}
