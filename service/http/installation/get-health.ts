import type { FastifyInstance } from 'fastify';
import { HEALTH_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { Health } from '../../../shared/api/health.ts';

/** `GET /v1/health`: that the service answers. Cheap, and open to everyone who may call it at all. */
export function addHealthEndpoint(server: FastifyInstance, settings: { readonly version: string }): void {
  const health: Health = { status: 'ok', version: settings.version };
  server.get(HEALTH_PATH, () => health);
}
