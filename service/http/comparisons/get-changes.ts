import type { FastifyInstance } from 'fastify';
import { CHANGES_PATH } from '../../../shared/api/endpoint-paths.ts';
import { ChangesQuery } from '../../../shared/api/changes.ts';
import { PAGE_DEFAULT_LIMIT } from '../../../shared/limits.ts';
import { isSample } from '../../comparison/samples/samples.ts';
import type { StoredComparisons } from '../../comparison/stored/stored-comparisons.ts';
import { numberOf, single, type GivenQuery } from '../guards/query.ts';
import { checked } from '../guards/validate.ts';
import { visitorOf } from './visitor.ts';

const checkQuery = checked(ChangesQuery, 'query');

/** `GET /v1/diffsvc/comparisons/<id>/changes`: a page of the structured changes. */
export function addChangesEndpoint(server: FastifyInstance, comparisons: StoredComparisons): void {
  server.get<{ Params: { comparisonId: string }; Querystring: GivenQuery }>(
    CHANGES_PATH,
    { config: { access: { to: 'viewer', isOpen: isSample } } },
    async (request, reply) => {
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
  );
}
