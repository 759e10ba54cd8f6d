import type { FastifyInstance } from 'fastify';
import type { Installation } from '../../../shared/api/installation.ts';
import { addressOf } from '../openapi/operation.ts';
import type { ServerSettings } from '../reply/server-settings.ts';
import { GET_INSTALLATION } from './operations.ts';

/** Tells the owner where the installation stores its data, and where its links lead. */
export function addInstallationEndpoint(
  server: FastifyInstance,
  { version, dataDirectory, viewerUrl }: Pick<ServerSettings, 'version' | 'dataDirectory' | 'viewerUrl'>,
): void {
  const ownersOnly = { config: { access: { to: 'owner' } } } as const;
  server.route({
    ...addressOf(GET_INSTALLATION),
    ...ownersOnly,
    handler: (): Installation => ({ version, dataDirectory, viewerUrl: viewerUrl() }),
  });
}
