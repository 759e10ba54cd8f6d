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
  /** Null: a signal ended it, or it could not be started. */
  readonly code: number | null;
  /** The last that it said on standard error, without the log. */
  readonly lastWords: string;
}

/** A service that runs as a child of the shell. */
export interface ServiceChild {
  /** Origin, once it listens; null when it ended before. */
  readonly listening: Promise<string | null>;
  readonly ended: Promise<ChildEnd>;
  /** The code that signs in once. */
  readonly code: string;
  /** Asks it to end, and makes it end after some seconds. */
  stop(): Promise<void>;
}

/** Answers under way have five seconds of the service; the rest is for closing the database. */
const STOP_PATIENCE_MS = 8_000;
/** A failure to start says its reason in one line. */
const LAST_WORDS_MOST = 2_000;

/**
 * Starts the service. `anyPort`: not the configured port, which something else holds. `log` takes what the service says
 * on standard error, line by line.
 */
export function startServiceChild(
  { node, command, dataDir, environment }: ServicePrograms,
  anyPort: boolean,
  log: (line: string) => void,
): ServiceChild {
  const code = randomBytes(32).toString('base64url');
  const args = [command, 'serve', '--by-shell', '--data-dir', dataDir, ...(anyPort ? ['--port', '0'] : [])];
  const child = spawn(node, args, {
    env: environmentFor(environment),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  // A child that is gone before it was told its code is noticed by its end.
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
    // Not by a signal: Windows has none that a program could answer.
    child.stdin.end();
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
    await ended;
    clearTimeout(timer);
  };
  return { listening, ended, code, stop };
}

/** The environment without what would change how Node itself behaves. */
function environmentFor(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !/^(NODE_|ELECTRON_|CHROME_)/.test(name)) kept[name] = value;
  }
  return kept;
}
