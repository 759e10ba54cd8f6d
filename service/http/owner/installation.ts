import type { FastifyInstance } from 'fastify';
import { INSTALLATION_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { Installation } from '../../../shared/api/installation.ts';

/** Tells the owner where the installation stores its data. */
export function addInstallationEndpoint(
  server: FastifyInstance,
  { version, dataDirectory }: { readonly version: string; readonly dataDirectory: string },
): void {
  const ownersOnly = { config: { access: { to: 'owner' } } } as const;
  server.get(INSTALLATION_PATH, ownersOnly, (): Installation => ({ version, dataDirectory }));
}
