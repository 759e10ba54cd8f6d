/** The data that a process shares with its watching thread (`process-watch.ts`). */

/** The limits of a process, and its current task. */
export interface WatchOrder {
  readonly limitBytes: number;
  /** CPU time of one task. Infinity: no limit. */
  readonly limitCpuMs: number;
  /** Shared memory with the CPU time of the process when its task began, in milliseconds; `IDLE` without a task. */
  readonly taskStart: Int32Array<SharedArrayBuffer>;
}

/** No task runs. */
export const IDLE = -1;

/** The signal that ends a process whose task took too much CPU time (POSIX). Windows has no signals of this kind. */
export const CPU_EXCEEDED = process.platform === 'win32' ? 'SIGKILL' : 'SIGXCPU';

/** CPU time of this process with all its threads, since its start. */
export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return Math.floor((user + system) / 1_000);
}
