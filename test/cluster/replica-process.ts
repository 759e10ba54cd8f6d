/** Replicas of a cluster as processes of their own, over the servers of the tests. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { withAccounts } from '../../service/administration.ts';
import type { AccountPlan } from '../../service/admission/accounts.ts';
import { readConfiguration } from '../../service/configuration/read-configuration.ts';
import { OBJECT_CREDENTIALS, type ObjectServer } from './object-server.ts';
import { freePort } from './postgres-server.ts';

const CLI = fileURLToPath(new URL('../../service/cli/main.ts', import.meta.url));

/** A replica that listens. */
export interface ReplicaProcess {
  readonly origin: string;
  /** Address of health, readiness and metrics. */
  readonly operations: string;
  /** Everything written to standard error. */
  log(): string;
  /** Sends a signal and waits for the end. Returns the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** A cluster whose replicas come and go. */
export class TestCluster {
  readonly env: Record<string, string>;
  readonly #directory: string;
  readonly #running = new Set<ReplicaProcess>();

  constructor(databaseUrl: string, objects: ObjectServer, port = 4870) {
    this.#directory = mkdtempSync(join(tmpdir(), 'diffsvc-replicas-'));
    const secret = (): string => randomBytes(32).toString('base64');
    const secretsFile = join(this.#directory, 'secrets.json');
    writeFileSync(secretsFile, JSON.stringify({ access: [secret()], viewer: [secret()] }), { mode: 0o600 });
    this.env = {
      ...OBJECT_CREDENTIALS,
      DIFFSVC_DATABASE_URL: databaseUrl,
      DIFFSVC_OBJECT_STORE_URL: objects.url(new URL(databaseUrl).pathname.slice(1)),
      DIFFSVC_SECRETS_FILE: secretsFile,
      DIFFSVC_BASE_URL: `http://127.0.0.1:${port}/v1`,
      DIFFSVC_DATA_DIR: join(this.#directory, 'data'),
      DIFFSVC_WORKERS: '1',
      DIFFSVC_TRUSTED_PROXIES: '127.0.0.1',
    };
  }

  /** Starts a replica on a free port, or on this one. */
  async start(env: Record<string, string> = {}): Promise<ReplicaProcess> {
    const [port, operationsPort] = [env['DIFFSVC_PORT'] ?? String(await freePort()), String(await freePort())];
    const child = spawn(process.execPath, [CLI, 'serve'], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        ...this.env,
        DIFFSVC_PORT: port,
        DIFFSVC_OPERATIONS_PORT: operationsPort,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    for await (const line of createInterface(child.stdout)) {
      if (!line.startsWith('listening ')) continue;
      child.stdout.resume();
      const replica: ReplicaProcess = {
        origin: `http://127.0.0.1:${port}`,
        operations: `http://127.0.0.1:${operationsPort}`,
        log: () => log,
        end: async (signal) => {
          this.#running.delete(replica);
          child.kill(signal);
          const [code, by] = await ended;
          return code ?? by ?? 'SIGKILL';
        },
      };
      this.#running.add(replica);
      return replica;
    }
    throw new Error(`The replica ended before it was listening: ${log}`);
  }

  /** A key of a new account, as an `Authorization` header. */
  async newBearer(plan: AccountPlan): Promise<{ keyId: string; accountId: string; bearer: { authorization: string } }> {
    return await this.administer(async (accounts) => {
      const { accountId } = await accounts.create(plan, 'test');
      const created = await accounts.createKey(accountId, 'test');
      return { keyId: created!.apiKey.keyId, accountId, bearer: { authorization: `Bearer ${created!.key}` } };
    });
  }

  /** Works on the accounts as the command line does. */
  async administer<T>(work: Parameters<typeof withAccounts<T>>[1]): Promise<T> {
    return await withAccounts(readConfiguration({}, this.env), work);
  }

  /** Ends every replica at once, and deletes the files. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map((replica) => replica.end('SIGKILL')));
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

/** Compares two texts at a replica. */
export async function compareAt(
  { origin }: Pick<ReplicaProcess, 'origin'>,
  headers: Record<string, string>,
  revised: string,
): Promise<{ readonly status: number; readonly code: string | undefined; readonly body: string }> {
  const response = await fetch(`${origin}/v1/diffsvc/html`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ original: '<p>one two three</p>', revised: `<p>${revised}</p>`, format: 'html' }),
  });
  const body = await response.text();
  return { status: response.status, code: (JSON.parse(body) as { code?: string }).code, body };
}

/** Waits until a replica says that it is ready. */
export async function untilReady({ operations }: ReplicaProcess): Promise<void> {
  for (;;) {
    const answer = await fetch(`${operations}/health/ready`).catch(() => null);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
