import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';

/**
 * Signals that end a program. A terminal sends signals of the keyboard to the whole process group, the child included.
 */
const FROM_KEYBOARD = /** @type {const} */ (['SIGINT', 'SIGQUIT']);
const FROM_OUTSIDE = /** @type {const} */ (['SIGTERM', 'SIGHUP']);

/**
 * Runs a program in the foreground as if it had replaced this process: same input and output, signals passed on.
 * Resolves to its exit code, or as in a shell to 128 + N when signal N ended it. With `onLine`, its standard output goes
 * there line by line.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, onLine?: (line: string) => void }} [options]
 * @returns {Promise<number>}
 */
export function runChild(command, args, { onLine, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['inherit', onLine ? 'pipe' : 'inherit', 'inherit'], ...options });
    if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
    for (const signal of FROM_OUTSIDE) process.on(signal, () => child.kill(signal));
    for (const signal of FROM_KEYBOARD) process.on(signal, () => process.stdin.isTTY || child.kill(signal));
    if (process.env['npm_lifecycle_event'] !== undefined) whenOrphaned(() => child.kill('SIGTERM'));
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

/**
 * Calls back once when the parent has ended. npm sends SIGTERM to the shell between npm and this process. The shell ends
 * without passing it on, and without this watch the service would keep running.
 *
 * @param {() => void} act
 */
function whenOrphaned(act) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    act();
  }, 250);
  watch.unref();
}
