import type { FastifyInstance } from 'fastify';
import { OPENAPI_PATH } from '../../../shared/api/endpoint-paths.ts';
import { describeInterface } from '../openapi/describe-interface.ts';

/** `GET /v1/openapi.json`: the description of the API, made of the schemas that check requests. */
export function addOpenApiEndpoint(server: FastifyInstance, settings: { readonly version: string }): void {
  const description = Buffer.from(JSON.stringify(describeInterface(settings.version)));
  server.get(OPENAPI_PATH, (_request, reply) => reply.type('application/json').send(description));
}
