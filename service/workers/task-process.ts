/** A process that does tasks on untrusted input, one at a time. `serve-task.ts` is its other end. */
import type { ChildProcess } from 'node:child_process';
import { ServiceError } from '../../shared/errors.ts';
import { forkConfined } from './fork-confined.ts';
import type { TaskProgress, TaskReply } from './task-reply.ts';

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

/** A fault of ours in a process: its program threw a plain error, or it ended by itself. */
export class ProcessFault extends Error {
  override name = 'ProcessFault';
}

/** Exit code of a process whose heap is full, where it is not reported as a signal. */
const ABORTED = 134;

/** A started process. The caller kills it. */
export class TaskProcess<Task extends object, Result> {
  /** Resident memory after the last task; 0 before the first one. */
  residentBytes = 0;
  readonly #program: TaskProgram;
  readonly #child: ChildProcess;
  /** The outcome of the current task. */
  #task: PromiseWithResolvers<Result> | null = null;
  #onProgress: ((progress: unknown) => void) | undefined;
  /** Why it has ended; null while it runs. */
  #end: Error | null = null;

  constructor(program: TaskProgram) {
    this.#program = program;
    this.#child = forkConfined(program.processFile, program.residentMegabytes, program.cpu?.seconds ?? Infinity);
    this.#child.on('message', (message) => this.#hear(message as TaskReply<Result> | TaskProgress));
    this.#child.on('error', (cause) => this.#ended(new ProcessFault(`a process failed: ${cause.message}`, { cause })));
    this.#child.on('exit', (code, signal) => this.#ended(this.#exitFault(code, signal)));
  }

  /** Undefined if the process did not start. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasEnded(): boolean {
    return this.#end !== null;
  }

  /** This process alone does not keep the service running. */
  unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /**
   * Does a task; the one before must have ended. `onProgress` receives what the task tells before its end. Throws
   * `ServiceError` with the task's refusal. The code is `document_too_complex` for too much memory, and
   * `comparison_timeout` for too much CPU time. Throws a `ProcessFault`, or the reason of `kill`.
   */
  run(task: Task, onProgress?: (progress: unknown) => void): Promise<Result> {
    this.#onProgress = onProgress;
    this.#task = Promise.withResolvers<Result>();
    const { promise, reject } = this.#task;
    if (this.#end !== null) reject(this.#end);
    // The exit of a process that dies meanwhile reports it.
    else this.#child.send(task, () => undefined);
    return promise;
  }

  /** Kills the process at once. A running task throws `reason`. */
  kill(reason: Error): void {
    this.#child.kill('SIGKILL');
    this.#ended(reason);
  }

  #hear(reply: TaskReply<Result> | TaskProgress): void {
    if (reply.outcome === 'progress') {
      if (this.#task !== null) this.#onProgress?.(reply.progress);
      return;
    }
    const task = this.#task;
    this.#task = null;
    if (task === null) return;
    switch (reply.outcome) {
      case 'done':
        this.residentBytes = reply.residentBytes;
        task.resolve(reply.result);
        break;
      case 'refused':
        task.reject(new ServiceError(reply.code, reply.message, reply.details));
        break;
      case 'broken':
        task.reject(new ProcessFault(`a process broke: ${reply.stack}`));
    }
  }

  /** The watch, a full heap and the system end a process by a signal. */
  #exitFault(code: number | null, signal: NodeJS.Signals | null): Error {
    if (signal === null && code !== ABORTED) return new ProcessFault(`a process ended with code ${code}`);
    const { residentMegabytes, tooLarge = needsTooMuch, cpu } = this.#program;
    if (cpu !== undefined && signal === 'SIGXCPU') {
      return new ServiceError('comparison_timeout', cpu.tooSlow(cpu.seconds), { limitCpuSeconds: cpu.seconds });
    }
    return new ServiceError('document_too_complex', tooLarge(residentMegabytes), { limitMegabytes: residentMegabytes });
  }

  #ended(reason: Error): void {
    this.#end ??= reason;
    this.#task?.reject(this.#end);
    this.#task = null;
  }
}

/** The reason of an aborted signal, as an error. */
export function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted');
}

function needsTooMuch(megabytes: number): string {
  return `This needs more than ${megabytes} MiB of memory, which is the limit. Compare the documents in parts.`;
}
