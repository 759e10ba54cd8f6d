/** A thread or a process that does tasks for the service, one at a time. `serve-task.ts` is its other end. */
import { ServiceError, type ErrorCode } from '../../shared/errors.ts';

/** What a task took of its worker. */
export interface TaskCost {
  /** How long the worker worked. Its start does not count, because the next task needs none. */
  readonly workedMs: number;
  /** Resident memory of the program after the task. */
  readonly residentBytes: number;
}

/** The answer of a worker to a task. A refusal is a value, because an error class does not survive the way. */
export type TaskReply<Result> = TaskCost &
  (
    | { readonly outcome: 'done'; readonly result: Result }
    | {
        readonly outcome: 'refused';
        readonly code: ErrorCode;
        readonly message: string;
        readonly details: ServiceError['details'];
      }
    | { readonly outcome: 'broken'; readonly stack: string }
  );

/** A message of a worker about the task that it does. Any number of them come before the answer. */
export interface TaskProgress {
  readonly outcome: 'progress';
  readonly progress: unknown;
}

/** What a caller may want of a task beside its result. */
export interface TaskExtras {
  /** Receives what the task tells before its end, and nothing afterwards. */
  readonly onProgress?: ((progress: unknown) => void) | undefined;
  /** Memory of the task that moves to a thread instead of being copied. */
  readonly transfer?: readonly ArrayBuffer[];
}

/** A fault of ours in a worker: its program threw a plain error, or it ended by itself. */
export class WorkerFault extends Error {
  override name = 'WorkerFault';
}

/** A started worker. It keeps its parent running only while it works. The caller ends it with `kill`. */
export abstract class TaskWorker<Task extends object, Result> {
  /** What the last task took; null before the first one, and after a task without an answer. */
  cost: TaskCost | null = null;
  /** The outcome of the current task. */
  #task: PromiseWithResolvers<Result> | null = null;
  #onProgress: TaskExtras['onProgress'];
  /** Why it has ended; null while it runs. */
  #end: Error | null = null;

  /** Its number in the system. Undefined if it did not start. */
  abstract get id(): number | undefined;
  protected abstract post(task: Task, transfer: readonly ArrayBuffer[]): void;
  /** Whether it keeps its parent running. */
  protected abstract hold(isHeld: boolean): void;
  /** Resolves when it has stopped. */
  protected abstract stop(): Promise<unknown>;

  /** Whether its memory after the last task is so large that a fresh worker should do the next one. */
  abstract get isFull(): boolean;

  get hasEnded(): boolean {
    return this.#end !== null;
  }

  /**
   * Does a task; the one before must have ended. Throws `ServiceError` with the task's refusal, or for a task that
   * exceeds a limit of the worker. Throws a `WorkerFault`, or the reason of `kill`.
   */
  run(task: Task, { onProgress, transfer = [] }: TaskExtras = {}): Promise<Result> {
    this.cost = null;
    this.#onProgress = onProgress;
    this.#task = Promise.withResolvers<Result>();
    const { promise, reject } = this.#task;
    if (this.#end !== null) reject(this.#end);
    else {
      this.hold(true);
      this.post(task, transfer);
    }
    return promise;
  }

  /** Kills the worker at once. A running task throws `reason`. Resolves when the worker has stopped. */
  async kill(reason: Error): Promise<void> {
    const stopped = this.stop();
    this.ended(reason);
    await stopped;
  }

  protected hear(reply: TaskReply<Result> | TaskProgress): void {
    const task = this.#task;
    if (task === null) return;
    if (reply.outcome === 'progress') {
      this.#onProgress?.(reply.progress);
      return;
    }
    this.#task = null;
    this.hold(false);
    const { workedMs, residentBytes } = reply;
    this.cost = { workedMs, residentBytes };
    switch (reply.outcome) {
      case 'done':
        task.resolve(reply.result);
        break;
      case 'refused':
        task.reject(new ServiceError(reply.code, reply.message, reply.details));
        break;
      case 'broken':
        task.reject(new WorkerFault(`a worker broke: ${reply.stack}`));
    }
  }

  protected ended(reason: Error): void {
    this.#end ??= reason;
    this.#task?.reject(this.#end);
    this.#task = null;
  }
}

/** The reason of an aborted signal, as an error. */
export function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted');
}
