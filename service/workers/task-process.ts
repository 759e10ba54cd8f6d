/** A process that does tasks on untrusted input. */
import type { ChildProcess } from 'node:child_process';
import { ServiceError } from '../../shared/errors.ts';
import { forkConfined } from './fork-confined.ts';
import {
  reasonOf,
  TaskWorker,
  WorkerFault,
  type TaskExtras,
  type TaskProgress,
  type TaskReply,
} from './task-worker.ts';

/** How a process is started. */
export interface TaskProgram {
  /** Its file, which calls `serveTask`. */
  readonly processFile: string;
  /** Limit of resident memory. */
  readonly residentMegabytes: number;
  /** The message for a task that exceeds the limit. */
  readonly tooLarge?: (residentMegabytes: number) => string;
  /** Limit of CPU time of one task, and the message for a task that exceeds it. Absent: no limit. */
  readonly cpu?: { readonly seconds: number; readonly tooSlow: (seconds: number) => string };
}

/** Exit code of a process whose heap is full, where it is not reported as a signal. */
const ABORTED = 134;
/** A process that exceeds this is replaced after its task, so that the next one has room. 400 pages of PDF leave 400 MB. */
const KEEP_BELOW_BYTES = 512 * 1024 * 1024;

/**
 * A started process. The code of a task that exceeds a limit is `document_too_complex` for too much memory, and
 * `comparison_timeout` for too much CPU time.
 */
export class TaskProcess<Task extends object, Result> extends TaskWorker<Task, Result> {
  readonly #program: TaskProgram;
  readonly #child: ChildProcess;

  constructor(program: TaskProgram) {
    super();
    this.#program = program;
    this.#child = forkConfined(program.processFile, program.residentMegabytes, program.cpu?.seconds ?? Infinity);
    this.#child.on('message', (message) => this.hear(message as TaskReply<Result> | TaskProgress));
    this.#child.on('error', (cause) => this.ended(new WorkerFault(`a process failed: ${cause.message}`, { cause })));
    this.#child.on('exit', (code, signal) => this.ended(this.#exitFault(code, signal)));
    this.hold(false);
  }

  get id(): number | undefined {
    return this.#child.pid;
  }

  get isFull(): boolean {
    return (this.cost?.residentBytes ?? 0) > KEEP_BELOW_BYTES;
  }

  /** Every part of the task is copied. */
  protected post(task: Task): void {
    // The exit of a process that dies meanwhile reports it.
    this.#child.send(task, () => undefined);
  }

  protected hold(isHeld: boolean): void {
    for (const handle of [this.#child, this.#child.channel]) {
      if (isHeld) handle?.ref();
      else handle?.unref();
    }
  }

  protected stop(): Promise<unknown> {
    this.#child.kill('SIGKILL');
    return Promise.resolve();
  }

  /** The watch, a full heap and the system end a process by a signal. */
  #exitFault(code: number | null, signal: NodeJS.Signals | null): Error {
    if (signal === null && code !== ABORTED) return new WorkerFault(`a process ended with code ${code}`);
    const { residentMegabytes, tooLarge = needsTooMuch, cpu } = this.#program;
    if (cpu !== undefined && signal === 'SIGXCPU') {
      return new ServiceError('comparison_timeout', cpu.tooSlow(cpu.seconds), { limitCpuSeconds: cpu.seconds });
    }
    return new ServiceError('document_too_complex', tooLarge(residentMegabytes), { limitMegabytes: residentMegabytes });
  }
}

/**
 * Does one task in a process of its own, which is killed after it. Throws as `TaskProcess.run` does, or the signal's
 * reason if it is aborted.
 */
export async function runTask<Result>(
  program: TaskProgram,
  task: object,
  signal: AbortSignal,
  onProgress?: TaskExtras['onProgress'],
): Promise<Result> {
  signal.throwIfAborted();
  const process = new TaskProcess<object, Result>(program);
  const abort = (): void => void process.kill(reasonOf(signal));
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await process.run(task, { onProgress });
  } finally {
    signal.removeEventListener('abort', abort);
    void process.kill(new Error('the task has ended'));
  }
}

function needsTooMuch(megabytes: number): string {
  return `This needs more than ${megabytes} MiB of memory, which is the limit. Compare the documents in parts.`;
}
