import { fork, type ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of a checkout, or the folder of the built program, with a separator at its end. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/**
 * What the programs consist of: sources or bundles, packages, and the pages and stylesheets that go into files. The names
 * are those of a checkout and of the built program together.
 */
const PROGRAM_FOLDERS = ['dist', 'node_modules', 'renderer', 'service', 'shared', 'styles', 'vendor'];

/**
 * Starts one of our programs on untrusted input. No secret of the service is within its reach. It has no environment
 * and no output. It can read only the program's files and start no other program; `serveTask` takes the network. It
 * ends itself at the limits of its memory and of the CPU time of a task (`process-watch.ts`). They are its arguments,
 * in bytes and in milliseconds.
 */
export function forkConfined(programFile: string, residentMegabytes: number, cpuSeconds: number): ChildProcess {
  const folders = [...PROGRAM_FOLDERS.map((name) => join(ROOT, name)), dirname(programFile)];
  const readable = new Set(folders.flatMap((folder) => [folder, targetOf(folder)]));
  return fork(programFile, [String(residentMegabytes * 1024 * 1024), String(cpuSeconds * 1_000)], {
    serialization: 'advanced',
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [
      '--permission',
      // With the separator: otherwise a folder whose name only begins alike would be readable, too.
      ...Array.from(readable, (folder) => `--allow-fs-read=${folder}${sep}*`),
      `--allow-fs-read=${join(ROOT, 'package.json')}`,
      '--allow-worker',
      '--disable-warning=ExperimentalWarning',
    ],
  });
}

/** Where a folder really is. A checkout may link to packages elsewhere. */
function targetOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // It does not exist.
    return folder;
  }
}
