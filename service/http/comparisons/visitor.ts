import type { FastifyRequest } from 'fastify';
import { VIEWER_TOKEN_HEADER } from '../../../shared/api/changes.ts';
import type { Visitor } from '../../comparison/stored/stored-comparisons.ts';

/**
 * The visitor of a comparison: the token of the query or else of the header, and the caller if authenticated. An empty
 * token is none.
 */
export function visitorOf(request: FastifyRequest, token: string | undefined): Visitor {
  const header = request.headers[VIEWER_TOKEN_HEADER];
  const { subject, by } = request.identity;
  return {
    token: [token, header].flat().find((each) => each !== undefined && each !== ''),
    subject: by === 'address' ? null : subject,
  };
}
