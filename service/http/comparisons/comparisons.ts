import type { FastifyInstance } from 'fastify';
import {
  ComparisonListQuery,
  HostedQuery,
  LIST_DEFAULT_LIMIT,
  ShareRequest,
  type ComparisonList,
  type Share,
} from '../../../shared/api/comparisons.ts';
import { SHARES_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { Admission } from '../../admission/admission.ts';
import type { ReplayCache } from '../../admission/replay-cache.ts';
import { isSample } from '../../comparison/samples/samples.ts';
import type { StoredComparisons } from '../../comparison/stored/stored-comparisons.ts';
import type { Access } from '../guards/access.ts';
import { admit } from '../reply/admit.ts';
import { viewerUrls } from './hosted-addresses.ts';
import { hostedAnswer } from './hosted-answer.ts';
import { linkTermsOf } from './link-terms.ts';
import { readCursor, writeCursor } from './list-cursor.ts';
import { numberOf, single, type GivenQuery } from '../guards/query.ts';
import { readJson } from '../guards/read-json.ts';
import { jsonParts } from '../reply/json-parts.ts';
import type { ServerSettings } from '../reply/server-settings.ts';
import { checked } from '../guards/validate.ts';
import { visitorOf } from './visitor.ts';
import { addressOf } from '../openapi/operation.ts';
import { LIST_COMPARISONS, GET_COMPARISON, DELETE_COMPARISON, CREATE_SHARE } from './operations.ts';

const checkListQuery = checked(ComparisonListQuery, 'query');
const checkHostedQuery = checked(HostedQuery, 'query');
const checkShare = checked(ShareRequest, 'body');

/** Only the owning account may list, share and delete comparisons. */
const OWN: Access = { to: 'account', otherwise: 'unauthorized' };

interface OfComparison {
  Params: { comparisonId: string };
  Querystring: GivenQuery;
}

/** Dependencies of the endpoints of stored comparisons. */
export interface ComparisonEndpointDeps {
  readonly comparisons: StoredComparisons;
  readonly admission: Admission;
  readonly replays: ReplayCache;
  readonly settings: ServerSettings;
}

/** The endpoints of stored comparisons: list, read, delete, share. */
export function addComparisonEndpoints(server: FastifyInstance, deps: ComparisonEndpointDeps): void {
  const { comparisons, admission, replays, settings } = deps;

  server.route<{ Querystring: GivenQuery }>({
    ...addressOf(LIST_COMPARISONS),
    config: { access: OWN },
    handler: async (request, reply) => {
      const { limit, cursor } = checkListQuery({
        limit: numberOf('limit', request.query.limit, LIST_DEFAULT_LIMIT),
        ...(request.query.cursor === undefined ? {} : { cursor: single('cursor', request.query.cursor) }),
      });
      const after = cursor === undefined ? null : readCursor(cursor);
      const { comparisons: listed, next } = await comparisons.list(request.identity.subject, after, limit);
      const list: ComparisonList = {
        comparisons: listed,
        ...(next === null ? {} : { nextCursor: writeCursor(next) }),
      };
      return reply.send(list);
    },
  });

  const viewer: Access = { to: 'viewer', isOpen: isSample };
  server.route<OfComparison>({
    ...addressOf(GET_COMPARISON),
    config: { access: viewer },
    handler: async (request, reply) => {
      const given = request.query.token;
      const { token } = checkHostedQuery(given === undefined ? {} : { token: single('token', given) });
      const open = await comparisons.open(request.params.comparisonId, visitorOf(request, token));
      return reply.type('application/json').send(await hostedAnswer(open, settings));
    },
  });

  server.route<OfComparison>({
    ...addressOf(DELETE_COMPARISON),
    config: { access: OWN },
    handler: async (request, reply) => {
      const { subject } = request.identity;
      await comparisons.remove(subject, request.params.comparisonId);
      // A repeated answer must not name something that was deleted.
      replays.forget(subject);
      return reply.code(204).send();
    },
  });

  server.route<OfComparison>({
    ...addressOf(CREATE_SHARE),
    config: { access: OWN },
    handler: async (request, reply) => {
      const { comparisonId } = request.params;
      const { identity } = request;
      const operation = await admit(request, reply, {
        admission,
        endpoint: `POST ${SHARES_PATH.replace(':comparisonId', comparisonId)}`,
        read: async (body) => {
          const terms = linkTermsOf(checkShare(readJson(body)), identity);
          return { units: 0, issued: await comparisons.issueShare(identity.subject, comparisonId, terms) };
        },
      });
      if (operation === null) return reply;
      const { token, share } = operation.asked.issued;
      const answer: Share = {
        ...viewerUrls(settings, comparisonId, token),
        viewerToken: token,
        expiresAt: new Date((share.issuedAtSeconds + share.ttlSeconds) * 1_000).toISOString(),
      };
      try {
        await operation.complete({ status: 201, parts: jsonParts(answer) }, (transaction) =>
          comparisons.addShare(transaction, comparisonId, share),
        );
      } catch (fault) {
        await operation.fail(fault);
      }
      return reply;
    },
  });
}
