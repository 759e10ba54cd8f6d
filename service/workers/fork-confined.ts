import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts one of our programs on untrusted input. No secret of the service is within its reach. It has no environment
 * and no output. It can read only the program's files and start no other program. `residentMegabytes` is the memory
 * limit at which it ends itself (`memory-watch.ts`). It gets the limit as its argument in bytes.
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
