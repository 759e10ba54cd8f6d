import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const EXAMPLES = fileURLToPath(new URL('../../docs/examples', import.meta.url));
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
/** The service that the example names. */
const EXAMPLE_SERVICE = 'http://127.0.0.1:4870';

/** A stored comparison with its links. */
export interface Hosted {
  readonly comparisonId: string;
  readonly viewerToken: string;
  readonly viewerUrl: string;
  readonly embedUrl: string;
  readonly html: string;
}

/** Compares and stores, with a key or anonymously. */
export async function host(pageUrl: string, key: string | null, request: object): Promise<Hosted> {
  const response = await fetch(new URL('/v1/diffsvc/html', pageUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ output: ['html', 'hosted_viewer'], ...request }),
  });
  const answer: unknown = await response.json();
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return answer as Hosted;
}

/** A web server of another origin. */
export interface HostSite {
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Serves docs/examples for the given service on its own origin: another name and another port. `policy` is the
 * Content-Security-Policy of its pages.
 */
export async function startHostSite(pageUrl: string, policy?: string): Promise<HostSite> {
  const service = new URL(pageUrl).origin;
  const server: Server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
    if (name === 'favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    readFile(join(EXAMPLES, name.replaceAll('..', '')), 'utf8').then(
      (text) => {
        const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
        response.writeHead(200, {
          'content-type': type,
          ...(policy === undefined ? {} : { 'content-security-policy': policy.replaceAll('SERVICE', service) }),
        });
        response.end(text.replaceAll(EXAMPLE_SERVICE, service));
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}
