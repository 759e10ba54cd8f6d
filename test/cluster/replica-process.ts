/** Replicas of a cluster as processes of their own, over the servers of the tests. */
import { spawn, type ChildProcess } from 'node:child_process';
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
import type { FaultPoint } from '../../service/store/fault-point.ts';
import { OBJECT_CREDENTIALS, type ObjectServer } from './object-server.ts';
import { freePort } from './postgres-server.ts';

/** It starts the built program where that is newer than the sources, and the sources otherwise. */
const LAUNCHER = fileURLToPath(new URL('../../bin/diffsvc.js', import.meta.url));
const FAULTY = fileURLToPath(new URL('../service/durability/faulty-service.ts', import.meta.url));

/** A replica that listens. */
export interface ReplicaProcess {
  readonly pid: number;
  readonly origin: string;
  /** Address of health, readiness and metrics. */
  readonly operations: string;
  /** Everything written to standard error. */
  log(): string;
  /** Whether it has ended, by itself or by a signal. */
  hasEnded(): boolean;
  /** Sends a signal and waits for the end. Returns the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** A cluster whose replicas come and go. */
export class TestCluster {
  readonly env: Record<string, string>;
  readonly #directory: string;
  readonly #running = new Set<ReplicaProcess>();
  readonly #children = new Set<ChildProcess>();

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
    process.once('exit', this.#killAll);
  }

  /** Starts a replica on a free port, or on that of `env`. `dieAt`: it kills itself there. */
  async start(env: Record<string, string> = {}, dieAt?: FaultPoint): Promise<ReplicaProcess> {
    const [port, operationsPort] = [env['DIFFSVC_PORT'] ?? String(await freePort()), String(await freePort())];
    const child = spawn(process.execPath, dieAt === undefined ? [LAUNCHER, 'serve'] : [FAULTY, dieAt], {
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
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    for await (const line of createInterface(child.stdout)) {
      if (!line.startsWith('listening ')) continue;
      child.stdout.resume();
      const replica: ReplicaProcess = {
        pid: child.pid ?? 0,
        hasEnded: () => child.exitCode !== null || child.signalCode !== null,
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
    // Another process may take a port between its choice and its use.
    if (env['DIFFSVC_PORT'] === undefined && log.includes('is in use')) return await this.start(env, dieAt);
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
    process.off('exit', this.#killAll);
    rmSync(this.#directory, { recursive: true, force: true });
  }

  /** No replica stays when this process ends early. */
  readonly #killAll = (): void => {
    for (const child of this.#children) child.kill('SIGKILL');
  };
}

/** Wait of a caller before it sends a refused request again. */
const PAUSE_MS = 500;
/** The refusals of a main thread that is late, and of workers for whom too much waits. */
const BUSY = /is too busy|are busy, and \d+ comparisons/;

/**
 * A request of a caller that comes again when the service is too busy. Such a refusal comes before any work. A slow
 * machine with other work beside gives it. `onBusy` counts them.
 */
export async function fetchPatiently(
  address: string,
  init: RequestInit = {},
  onBusy: () => void = () => undefined,
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  for (;;) {
    const response = await fetch(address, init);
    const text = await response.text();
    if (![429, 503].includes(response.status) || !BUSY.test(text)) {
      return { status: response.status, headers: response.headers, text };
    }
    onBusy();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Compares two texts at a replica. */
export async function compareAt(
  { origin }: Pick<ReplicaProcess, 'origin'>,
  headers: Record<string, string>,
  revised: string,
): Promise<{ readonly status: number; readonly code: string | undefined; readonly body: string }> {
  const { status, text } = await fetchPatiently(`${origin}/v1/diffsvc/html`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ original: '<p>one two three</p>', revised: `<p>${revised}</p>`, format: 'html' }),
  });
  return { status, code: (JSON.parse(text) as { code?: string }).code, body: text };
}

/** Waits until a replica says that it is ready. */
export async function untilReady({ operations }: ReplicaProcess): Promise<void> {
  for (;;) {
    const answer = await fetch(`${operations}/health/ready`).catch(() => null);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
