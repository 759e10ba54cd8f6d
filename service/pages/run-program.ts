import { spawn } from 'node:child_process';
import { watchCpu } from './cpu-watch.ts';

/** Options of a program run. */
export interface ProgramRun {
  readonly file: string;
  readonly arguments: readonly string[];
  /** The whole environment. Nothing of the service's own environment is passed on. */
  readonly environment: Readonly<Record<string, string>>;
  /** Its working directory. */
  readonly directory: string;
  /** Limits of each of its processes, where the system has them. Absent: none. */
  readonly limits?: { readonly addressSpaceMegabytes: number; readonly fileMegabytes: number };
  /** Limit of the CPU time of all its processes together, in milliseconds. Absent: none. */
  readonly cpuMs?: number;
}

/** A program took more CPU time than its limit. How busy the machine was does not count. */
export class CpuExceeded extends Error {
  override name = 'CpuExceeded';
}

/** A program that ended with another exit code than 0, or by a signal: then the code is null. */
export class ProgramFailed extends Error {
  readonly exitCode: number | null;

  constructor(message: string, exitCode: number | null) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Maximum length of a program's output that is kept for the log. */
const OUTPUT_CHARACTERS = 2_000;

/**
 * Runs a program to its end. If the signal is aborted, the program and all its child processes are killed. Throws the
 * signal's reason, `CpuExceeded`, or `ProgramFailed` with the end of the output if the exit code is not 0.
 */
export function runProgram(run: ProgramRun, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const { file, arguments: given } = limited(run);
    const child = spawn(file, given, {
      cwd: run.directory,
      env: { ...run.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own process group, so that all of it can be killed.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    let output = '';
    const hear = (part: Buffer): void => {
      output = (output + part.toString('latin1')).slice(-OUTPUT_CHARACTERS);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const abort = (): void => killAll(child.pid);
    signal.addEventListener('abort', abort, { once: true });
    let exceeded: CpuExceeded | null = null;
    const endWatch =
      run.cpuMs === undefined || child.pid === undefined
        ? () => undefined
        : watchCpu(child.pid, run.cpuMs, () => {
            exceeded = new CpuExceeded(`${run.file} took more than ${run.cpuMs ?? 0} ms of processor time`);
            killAll(child.pid);
          });
    child.once('error', (fault) => {
      endWatch();
      signal.removeEventListener('abort', abort);
      reject(fault);
    });
    child.once('close', (code, ended) => {
      endWatch();
      signal.removeEventListener('abort', abort);
      // Its remaining processes have no further use.
      killAll(child.pid);
      if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      else if (exceeded !== null) reject(exceeded);
      else if (code === 0) resolve();
      else reject(new ProgramFailed(`${run.file} ended with ${ended ?? code}: ${output}`, code));
    });
  });
}

function killAll(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The whole group has ended.
  }
}

/** The program behind a shell that sets its limits. Only Linux limits address space. */
function limited({ file, arguments: given, limits }: ProgramRun): Pick<ProgramRun, 'file' | 'arguments'> {
  if (limits === undefined || process.platform !== 'linux') return { file, arguments: given };
  // Kilobytes, and blocks of 512 bytes (POSIX.1-2017, ulimit).
  const [space, size] = [limits.addressSpaceMegabytes * 1024, limits.fileMegabytes * 2048];
  return {
    file: '/bin/sh',
    arguments: ['-c', `ulimit -v ${space}; ulimit -f ${size}; exec "$0" "$@"`, file, ...given],
  };
}
