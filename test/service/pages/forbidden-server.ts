import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that nothing may ever call. */
export interface ForbiddenServer {
  /** `http://127.0.0.1:<port>`. */
  readonly address: string;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
  stop(): void;
}

/** Starts one on a free port. */
export async function startForbiddenServer(): Promise<ForbiddenServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, asked, stop: () => server.close() };
}
