import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plan } from '../../shared/api/usage.ts';

/** The tests compare more often in a minute than an anonymous caller may. */
const ROOMY = {
  anonymous: { requestsPerMinute: 1_000, unitsPerMonth: 100_000 },
  creator: { requestsPerMinute: 1_000 },
};
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** It starts the built program where that is newer than the sources, and the sources otherwise. */
const LAUNCHER = join(ROOT, 'bin', 'diffsvc.js');

/** A service on a free port with a temporary data directory. */
export interface TestService {
  /** Address of the browser page. */
  readonly pageUrl: string;
  /** The same address with the code that signs the owner in once. */
  readonly link: string;
  /** Whether its process runs. */
  readonly isRunning: boolean;
  /** An API key of an account of this plan, the same one at each call. */
  key(plan: Plan): Promise<string>;
  /** A new link that signs the owner in once. */
  newLink(): Promise<string>;
  /** Kills the process without warning. */
  kill(): Promise<void>;
  /** Restarts it after `kill`, at the same port and with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

let pages: Promise<unknown> | null = null;

/** Builds the pages of the service once, if their sources changed. */
async function buildPages(): Promise<void> {
  pages ??= promisify(execFile)(process.execPath, [join(ROOT, 'scripts', 'build-renderer.mjs')]);
  await pages;
}

/**
 * Starts the real service as a process. `plans` replaces the generous default terms, and `environment` adds to the
 * environment of the process.
 */
export async function startTestService(plans: object = {}, environment: NodeJS.ProcessEnv = {}): Promise<TestService> {
  await buildPages();
  const dataDir = await mkdtemp(join(tmpdir(), 'diffsvc-e2e-'));
  let running = await startProcess(dataDir, '0', plans, environment);
  const command = async (...args: string[]): Promise<string> => {
    const env = { ...process.env, DIFFSVC_DATA_DIR: dataDir };
    return (await promisify(execFile)(process.execPath, [LAUNCHER, ...args], { env })).stdout;
  };
  const keys = new Map<Plan, Promise<string>>();
  const newKey = async (plan: Plan): Promise<string> => {
    const { accountId } = JSON.parse(await command('accounts', 'create', '--plan', plan, '--json')) as {
      accountId: string;
    };
    return (await command('keys', 'create', '--account', accountId)).trim();
  };
  return {
    pageUrl: new URL('/', running.link).href,
    link: running.link,
    get isRunning() {
      return !running.hasEnded();
    },
    key: (plan) => {
      const key = keys.get(plan) ?? newKey(plan);
      keys.set(plan, key);
      return key;
    },
    newLink: async () => /http\S+/u.exec(await command('link'))?.[0] ?? '',
    kill: () => running.end('SIGKILL'),
    restart: async () => {
      running = await startProcess(dataDir, new URL(running.link).port, plans, environment);
    },
    stop: async () => {
      await running.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface RunningService {
  readonly link: string;
  hasEnded(): boolean;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

async function startProcess(
  dataDir: string,
  port: string,
  plans: object,
  environment: NodeJS.ProcessEnv,
): Promise<RunningService> {
  const child = spawn(process.execPath, [LAUNCHER, 'serve', '--print-link'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DIFFSVC_PORT: port,
      DIFFSVC_DATA_DIR: dataDir,
      DIFFSVC_LOG_LEVEL: 'error',
      DIFFSVC_PLANS: JSON.stringify({ ...ROOMY, ...plans }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  for await (const line of createInterface(child.stdout)) {
    const link = /^open (\S+)$/u.exec(line)?.[1];
    if (link !== undefined) {
      child.stdout.resume();
      return { link, end, hasEnded: () => child.exitCode !== null || child.signalCode !== null };
    }
  }
  throw new Error('The service ended before it was listening.');
}
