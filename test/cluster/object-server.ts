/** An S3-compatible store of the tests' own, which checks signatures and rights, and can refuse for a while. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSignedBy } from './signed-request.ts';

interface S3rver {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
const require = createRequire(import.meta.url);

/** Credentials that the store knows, for the environment of a process that uses it. */
export const OBJECT_CREDENTIALS = {
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: '9wJbGm4Tz7QxVd2LkYc8RfNs5HpEu3Ka',
};
export const BUCKET = 'diffsvc';

/** A running store behind a door, which a test can close. */
export class ObjectServer {
  /** Whether every request is answered 503. */
  refuses = false;
  /** How many objects may still be written. The next one is refused, and everything after it. */
  writesLeft = Infinity;
  /** What the key may not do: methods, or LIST. */
  forbidden: readonly string[] = [];
  readonly #store: S3rver;
  readonly #door: Server;
  readonly #directory: string;

  private constructor(store: S3rver, door: Server, directory: string) {
    this.#store = store;
    this.#door = door;
    this.#directory = directory;
  }

  static async start(): Promise<ObjectServer> {
    const directory = mkdtempSync(join(tmpdir(), 'diffsvc-objects-'));
    const Store = require('s3rver') as new (options: object) => S3rver;
    const store = new Store({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
    const { port } = await store.run();
    const door = createServer((incoming, outgoing) => {
      if (incoming.method === 'PUT' && server.writesLeft-- <= 0) server.refuses = true;
      if (server.refuses) {
        incoming.resume();
        outgoing.writeHead(503).end();
        return;
      }
      const { method = '', url = '', headers } = incoming;
      const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = OBJECT_CREDENTIALS;
      const code = !isSignedBy(incoming, id, secret)
        ? 'SignatureDoesNotMatch'
        : server.forbidden.includes(url.includes('list-type=2') ? 'LIST' : method)
          ? 'AccessDenied'
          : null;
      if (code !== null) {
        incoming.resume();
        outgoing.writeHead(403, { 'content-type': 'application/xml' });
        outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Refused.</Message></Error>`);
        return;
      }
      const inner = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      inner.on('error', () => outgoing.destroy());
      incoming.pipe(inner);
    });
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    door.unref();
    const server = new ObjectServer(store, door, directory);
    process.once('exit', server.#remove);
    return server;
  }

  /** Address of the door. */
  get endpoint(): string {
    const address = this.#door.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  /** The value of DIFFSVC_OBJECT_STORE_URL, with a prefix of the caller's own. */
  url(prefix: string): string {
    return `s3://${BUCKET}/${prefix}?endpoint=${encodeURIComponent(this.endpoint)}&region=us-east-1`;
  }

  async close(): Promise<void> {
    this.#door.closeAllConnections();
    this.#door.close();
    await this.#store.close();
    process.off('exit', this.#remove);
    this.#remove();
  }

  readonly #remove = (): void => rmSync(this.#directory, { recursive: true, force: true });
}
