/** Runs one measurement in its own process. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * The last message of a child process, or a text that says why there is none. The limit is of wall-clock time, loading and
 * judging included; it ends a runaway process.
 */
export async function runChild<Message>(file: string, task: unknown, allowedMs: number): Promise<Message | string> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  return await new Promise((resolve) => {
    let complaint = '';
    let last: Message | undefined;
    let stopped = false;
    const timer = setTimeout(() => {
      stopped = true;
      child.kill('SIGKILL');
    }, allowedMs);
    child.stderr?.on('data', (data: Buffer) => {
      complaint = (complaint + data.toString()).slice(0, 20_000);
    });
    child.on('message', (message) => {
      last = message as Message;
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const line = /^(?:[A-Za-z]*Error\b|FATAL)[^\n]*/mu.exec(complaint)?.[0] ?? `ended with ${signal ?? code}`;
      resolve(last ?? (stopped ? 'T/O' : `fails: ${line.slice(0, 80)}`));
    });
  });
}
