import type { FastifyInstance } from 'fastify';
import { HEALTH_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { Health } from '../../../shared/api/health.ts';

/** `GET /v1/health`: reports that the service answers. It is cheap and open to every permitted caller. */
export function addHealthEndpoint(server: FastifyInstance, settings: { readonly version: string }): void {
  const health: Health = { status: 'ok', version: settings.version };
  server.get(HEALTH_PATH, () => health);
}
