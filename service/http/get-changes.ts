import type { FastifyInstance } from 'fastify';
import { CHANGES_PATH } from '../../shared/api/endpoint-paths.ts';
import { ChangesQuery, VIEWER_TOKEN_HEADER } from '../../shared/api/changes.ts';
import { PAGE_DEFAULT_LIMIT } from '../../shared/limits.ts';
import type { TextComparisons } from '../comparison/text-comparisons.ts';
import { checked, invalid } from './validate.ts';

const checkQuery = checked(ChangesQuery, 'query');

/** `GET /v1/diffsvc/comparisons/<id>/changes`: a page of the structured changes, for whoever has the token. */
export function addChangesEndpoint(server: FastifyInstance, comparisons: TextComparisons): void {
  server.get<{ Params: { comparisonId: string }; Querystring: Record<string, string | string[] | undefined> }>(
    CHANGES_PATH,
    { config: { access: { to: 'viewer', isOpen: () => false } } },
    async (request, reply) => {
      const { query } = request;
      const { token, offset, limit } = checkQuery({
        ...(query.token === undefined ? {} : { token: single('token', query.token) }),
        offset: numberOf('offset', query.offset, 0),
        limit: numberOf('limit', query.limit, PAGE_DEFAULT_LIMIT),
      });
      const header = request.headers[VIEWER_TOKEN_HEADER];
      const given = token ?? (typeof header === 'string' ? header : undefined);
      const page = await comparisons.page(request.params.comparisonId, given, offset, limit);
      return reply.type('application/json').send(page);
    },
  );
}

/** A parameter of the query as a number; it is written in decimal digits and nothing else. */
function numberOf(name: string, given: string | string[] | undefined, absent: number): number {
  if (given === undefined) return absent;
  const text = single(name, given);
  if (!/^\d{1,15}$/.test(text)) {
    throw invalid([{ in: 'query', path: name, message: 'must be a whole number in decimal digits' }]);
  }
  return Number(text);
}

function single(name: string, given: string | string[]): string {
  if (typeof given === 'string') return given;
  throw invalid([{ in: 'query', path: name, message: 'must be given once' }]);
}
