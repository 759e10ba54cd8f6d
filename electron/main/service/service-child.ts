import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';

/** How the service is started. */
export interface ServicePrograms {
  /** The Node that the service runs on. */
  readonly node: string;
  /** The `diffsvc` command as JavaScript or TypeScript. */
  readonly command: string;
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** How a child ended. */
export interface ChildEnd {
  /** Null if a signal ended it or it could not be started. */
  readonly code: number | null;
  /** The end of its standard error, without the log. */
  readonly lastWords: string;
}

/** A service that runs as a child of the shell. */
export interface ServiceChild {
  /** The origin once the service listens; null if it ended before. */
  readonly listening: Promise<string | null>;
  readonly ended: Promise<ChildEnd>;
  /** The code that signs in once. */
  readonly code: string;
  /** Asks the service to end, and kills it after some seconds. */
  stop(): Promise<void>;
}

/** The service gives running answers five seconds. The rest is for closing the database. */
const STOP_PATIENCE_MS = 8_000;
/** A service that fails to start gives its reason in one line. */
const LAST_WORDS_MOST = 2_000;

/**
 * Starts the service. `anyPort` ignores the configured port, because another program holds it. `log` receives each
 * line of standard error.
 */
export function startServiceChild(
  { node, command, dataDir, environment }: ServicePrograms,
  anyPort: boolean,
  log: (line: string) => void,
): ServiceChild {
  const code = randomBytes(32).toString('base64url');
  const args = [command, 'serve', '--by-shell', '--data-dir', dataDir];
  if (anyPort) args.push('--port', '0');
  const child = spawn(node, args, {
    env: environmentFor(environment),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  // The end of the child reports this failure as well.
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${code}\n`);
  let lastWords = '';
  createInterface(child.stderr).on('line', (line) => {
    log(line);
    if (!line.startsWith('{')) lastWords = `${lastWords}${line}\n`.slice(-LAST_WORDS_MOST);
  });
  const ended = new Promise<ChildEnd>((resolve) => {
    child.once('error', (fault) => resolve({ code: null, lastWords: fault.message }));
    child.once('close', (exitCode) => resolve({ code: exitCode, lastWords: lastWords.trim() }));
  });
  const listening = new Promise<string | null>((resolve) => {
    void ended.then(() => resolve(null));
    createInterface(child.stdout).on('line', (line) => {
      const address = /^listening (\S+)$/.exec(line)?.[1];
      if (address !== undefined) resolve(new URL(address).origin);
    });
  });
  const stop = async (): Promise<void> => {
    // Windows has no signal that a program could answer, so closing standard input ends the service.
    child.stdin.end();
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
    await ended;
    clearTimeout(timer);
  };
  return { listening, ended, code, stop };
}

/** The environment without variables that change Node's behaviour. */
function environmentFor(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !/^(NODE_|ELECTRON_|CHROME_)/.test(name)) result[name] = value;
  }
  return result;
}
