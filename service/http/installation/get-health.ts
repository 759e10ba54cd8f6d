import type { FastifyInstance } from 'fastify';
import type { Health } from '../../../shared/api/health.ts';
import { addressOf } from '../openapi/operation.ts';
import { ALWAYS_ANSWERS } from '../guards/pressure.ts';
import { GET_HEALTH } from './operations.ts';

/** `GET /v1/health`: reports that the service answers. It is cheap and open to every permitted caller. */
export function addHealthEndpoint(server: FastifyInstance, settings: { readonly version: string }): void {
  const health: Health = { status: 'ok', version: settings.version };
  server.route({ ...addressOf(GET_HEALTH), config: ALWAYS_ANSWERS, handler: () => health });
}
