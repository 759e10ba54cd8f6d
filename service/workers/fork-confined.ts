import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts one of our programs on untrusted input. No secret of the service is within its reach. It has no environment
 * and no output. It can read only the program's files and start no other program; `serveTask` takes the network. It ends itself at the limits of its
 * memory and of the CPU time of a task (`process-watch.ts`). They are its arguments, in bytes and in milliseconds.
 */
export function forkConfined(programFile: string, residentMegabytes: number, cpuSeconds: number): ChildProcess {
  return fork(programFile, [String(residentMegabytes * 1024 * 1024), String(cpuSeconds * 1_000)], {
    serialization: 'advanced',
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [
      '--permission',
      `--allow-fs-read=${PROJECT_ROOT}*`,
      '--allow-worker',
      '--disable-warning=ExperimentalWarning',
    ],
  });
}
