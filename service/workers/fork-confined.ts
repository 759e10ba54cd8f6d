import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts a program of ours on what came from outside. No secret of the service is in its reach: it has no environment, no
 * output, no file but the program's own, and starts no other program. `residentMegabytes`: the memory at which it ends itself
 * (`memory-watch.ts`), which it is given as its argument in bytes.
 */
export function forkConfined(programFile: string, residentMegabytes: number): ChildProcess {
  return fork(programFile, [String(residentMegabytes * 1024 * 1024)], {
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
