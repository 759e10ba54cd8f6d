import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { withAccounts } from '../../../service/administration.ts';
import type { AccountPlan } from '../../../service/admission/accounts.ts';
import type { FaultPoint } from '../../../service/store/fault-point.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** It starts the built program where that is newer than the sources, and the sources otherwise. */
const LAUNCHER = fileURLToPath(new URL('../../../bin/diffsvc.js', import.meta.url));
const SOURCES = fileURLToPath(new URL('../../../service/main.ts', import.meta.url));

/** A service as a process of its own, on a free port. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly origin: string;
  /** Sends a signal and waits until the process has ended. Returns its exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** Everything written to standard error. */
  log(): string;
}

export interface StartOptions {
  readonly dataDir: string;
  /** The process kills itself here. */
  readonly dieAt?: FaultPoint;
  readonly env?: Record<string, string>;
  /** For a test of the modules that are loaded: a bundle has other names for them. */
  readonly fromSources?: true;
  /** Options of Node, before its script. */
  readonly nodeOptions?: readonly string[];
}

/** Starts a service and waits until it listens. Throws with its log when it ends instead. */
export async function startProcess(options: StartOptions): Promise<ServiceProcess> {
  const { dataDir, dieAt, env, nodeOptions = [], fromSources = false } = options;
  const usual = fromSources ? [SOURCES] : [LAUNCHER, 'serve'];
  const script = dieAt === undefined ? usual : [join(HERE, 'faulty-service.ts'), dieAt];
  const child = spawn(process.execPath, [...nodeOptions, ...script], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DIFFSVC_PORT: '0',
      DIFFSVC_DATA_DIR: dataDir,
      DIFFSVC_WORKERS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  for await (const line of createInterface(child.stdout)) {
    const baseUrl = /^listening (\S+)$/u.exec(line)?.[1];
    if (baseUrl === undefined) continue;
    child.stdout.resume();
    return {
      child,
      origin: new URL(baseUrl).origin,
      log: () => log,
      end: async (signal) => {
        child.kill(signal);
        const [code, by] = await ended;
        return code ?? by ?? 'SIGKILL';
      },
    };
  }
  throw new Error(`The service ended before it was listening: ${log}`);
}

/** Waits until a process has ended by itself. */
export async function ended({ child }: ServiceProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** An `Authorization` header for a new account of this plan in a data directory. */
export async function newBearer(dataDir: string, plan: AccountPlan): Promise<{ authorization: string }> {
  return await withAccounts({ dataDir, cluster: null }, async (accounts) => {
    const { accountId } = await accounts.create(plan, 'test');
    const created = await accounts.createKey(accountId, 'test');
    return { authorization: `Bearer ${created!.key}` };
  });
}
