import type { FastifyInstance } from 'fastify';
import { JOBS_PATH, JOB_PATH, JOB_RESULT_PATH } from '../../shared/api/endpoint-paths.ts';
import { ServiceError } from '../../shared/errors.ts';

/**
 * Jobs (specification 4.6, 5.3): for a bearer only, whatever viewer token comes along. Nothing makes jobs in this version,
 * so that a caller has none.
 */
export function addJobEndpoints(server: FastifyInstance): void {
  const exporters = { config: { access: { to: 'account', otherwise: 'export_authentication_required' } } } as const;
  const unknown = (): never => {
    throw new ServiceError('not_found', 'There is no such job of this caller. GET /v1/diffsvc/jobs lists them.');
  };
  server.get(JOBS_PATH, exporters, () => ({ jobs: [] }));
  server.get(JOB_PATH, exporters, unknown);
  server.delete(JOB_PATH, exporters, unknown);
  server.get(JOB_RESULT_PATH, exporters, unknown);
}
