import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../../shared/errors.ts';
import * as endpointPaths from '../../../shared/api/endpoint-paths.ts';

/** Answers the other methods of every existing path with 405 and `Allow`. Call it after all routes were added. */
export function addMethodRefusals(server: FastifyInstance): void {
  for (const url of Object.values(endpointPaths)) {
    const isAllowed = (method: string): boolean => server.hasRoute({ url, method: method });
    const allowed = server.supportedMethods.filter(isAllowed);
    // A path of a newer client that this server does not have: not found for every method.
    if (allowed.length === 0) continue;
    const others = server.supportedMethods.filter((method) => !isAllowed(method));
    server.route({
      url,
      method: others,
      // The refusal comes before the body is read, because its content does not matter.
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
