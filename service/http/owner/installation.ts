import type { FastifyInstance } from 'fastify';
import type { Installation } from '../../../shared/api/installation.ts';
import { addressOf } from '../openapi/operation.ts';
import { GET_INSTALLATION } from './operations.ts';

/** Tells the owner where the installation stores its data. */
export function addInstallationEndpoint(
  server: FastifyInstance,
  { version, dataDirectory }: { readonly version: string; readonly dataDirectory: string },
): void {
  const ownersOnly = { config: { access: { to: 'owner' } } } as const;
  server.route({
    ...addressOf(GET_INSTALLATION),
    ...ownersOnly,
    handler: (): Installation => ({ version, dataDirectory }),
  });
}
