import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../shared/errors.ts';
import { CHANGES_PATH } from '../../shared/api/changes.ts';
import { COMPARE_TEXT_PATH } from '../../shared/api/compare-text.ts';
import { HEALTH_PATH } from '../../shared/api/health.ts';
import { OPENAPI_PATH } from '../../shared/api/openapi.ts';
import { PAGE_PATH, STYLESHEET_PATH } from './static-files.ts';

/** Every path that exists, as the router knows it. */
const PATHS = [COMPARE_TEXT_PATH, CHANGES_PATH, HEALTH_PATH, OPENAPI_PATH, STYLESHEET_PATH, PAGE_PATH];

/** Answers the other methods of every existing path with 405 and `Allow`. To be called after all routes are there. */
export function addMethodRefusals(server: FastifyInstance): void {
  for (const url of PATHS) {
    const isAllowed = (method: string): boolean => server.hasRoute({ url, method: method });
    const allowed = server.supportedMethods.filter(isAllowed);
    const others = server.supportedMethods.filter((method) => !isAllowed(method));
    server.route({
      url,
      method: others,
      // Before the body is read: what it holds does not matter.
      onRequest: (request) => {
        throw new ServiceError(
          'method_not_allowed',
          `${request.method} is not possible at this address; use ${allowed.join(' or ')}.`,
          { allow: allowed.join(', ') },
        );
      },
      handler: () => undefined,
    });
  }
}
