import type { FastifyInstance } from 'fastify';
import { describeInterface } from './describe-interface.ts';
import { addressOf } from '../openapi/operation.ts';
import { GET_OPEN_API } from './operations.ts';

/** `GET /v1/openapi.json`: the description of the API, made of the schemas that check requests. */
export function addOpenApiEndpoint(server: FastifyInstance, settings: { readonly version: string }): void {
  const description = Buffer.from(JSON.stringify(describeInterface(settings.version)));
  server.route({
    ...addressOf(GET_OPEN_API),
    handler: (_request, reply) => reply.type('application/json').send(description),
  });
}
