import { createServer, type Server } from 'node:http';
import type { ClusterSettings } from '../../configuration/configuration.ts';

/** What the operations port tells. */
export interface OperationsDeps {
  /** Why the replica is not ready, as one sentence; null if it is. */
  readonly unready: () => Promise<string | null>;
  readonly metrics: { readonly type: string; text(): Promise<string> };
}

/**
 * Health, readiness and metrics on a port of their own, for the machinery around the replica: `/health/live`,
 * `/health/ready`, `/metrics`. It checks no `Host`, because probes use the address of the machine. Keep it internal.
 */
export async function listenForOperations(
  { operationsPort, operationsHost }: Pick<ClusterSettings, 'operationsPort' | 'operationsHost'>,
  { unready, metrics }: OperationsDeps,
): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    };
    const failed = (): void => answer(500, 'The metrics cannot be read now.\n');
    switch (`${request.method ?? ''} ${request.url ?? ''}`) {
      case 'GET /health/live':
        answer(200, 'alive\n');
        return;
      case 'GET /health/ready':
        void unready().then((reason) => {
          if (reason === null) answer(200, 'ready\n');
          else answer(503, `not ready: ${reason}\n`);
        });
        return;
      case 'GET /metrics':
        void metrics.text().then((text) => answer(200, text, metrics.type), failed);
        return;
      default:
        answer(404, 'There are /health/live, /health/ready and /metrics.\n');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(operationsPort, operationsHost, resolve);
  });
  server.unref();
  return server;
}
