import type { FastifyInstance } from 'fastify';
import { ChangesQuery } from '../../../shared/api/changes.ts';
import { PAGE_DEFAULT_LIMIT } from '../../../shared/change/page.ts';
import { isSample } from '../../comparison/samples/samples.ts';
import type { StoredComparisons } from '../../comparison/stored/stored-comparisons.ts';
import { numberOf, single, type GivenQuery } from '../guards/query.ts';
import { checked } from '../guards/validate.ts';
import { visitorOf } from './visitor.ts';
import { addressOf } from '../openapi/operation.ts';
import { GET_CHANGES } from './operations.ts';

const checkQuery = checked(ChangesQuery, 'query');

/** `GET /v1/diffsvc/comparisons/<id>/changes`: a page of the structured changes. */
export function addChangesEndpoint(server: FastifyInstance, comparisons: StoredComparisons): void {
  server.route<{ Params: { comparisonId: string }; Querystring: GivenQuery }>({
    ...addressOf(GET_CHANGES),
    config: { access: { to: 'viewer', isOpen: isSample } },
    handler: async (request, reply) => {
      const { query } = request;
      const { token, offset, limit } = checkQuery({
        ...(query.token === undefined ? {} : { token: single('token', query.token) }),
        offset: numberOf('offset', query.offset, 0),
        limit: numberOf('limit', query.limit, PAGE_DEFAULT_LIMIT),
      });
      const visitor = visitorOf(request, token);
      const page = await comparisons.page(request.params.comparisonId, visitor, offset, limit);
      return reply.type('application/json').send(page);
    },
  });
}
