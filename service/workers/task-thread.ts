import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../shared/errors.ts';
import { TaskWorker, WorkerFault, type TaskProgress, type TaskReply } from './task-worker.ts';

/** How a thread is started. */
export interface ThreadProgram {
  /** Its file, which calls `serveTaskInThread`. */
  readonly threadFile: string;
  /** Heap limit of the thread. It excludes typed arrays. */
  readonly heapMegabytes: number;
  /** The message for a task that exceeds the limit. */
  readonly tooLarge: (heapMegabytes: number) => string;
}

/** A started thread. A task that exceeds its memory is refused as `document_too_complex`. */
export class TaskThread<Task extends object, Result> extends TaskWorker<Task, Result> {
  readonly #thread: Worker;
  readonly #program: ThreadProgram;

  constructor(program: ThreadProgram) {
    super();
    this.#program = program;
    this.#thread = new Worker(program.threadFile, {
      resourceLimits: { maxOldGenerationSizeMb: program.heapMegabytes },
    });
    this.#thread.on('message', (message) => this.hear(message as TaskReply<Result> | TaskProgress));
    this.#thread.on('error', (fault) => this.ended(this.#faultOf(fault)));
    this.#thread.on('exit', (code) => this.ended(new WorkerFault(`a thread ended with code ${code}`)));
    this.hold(false);
  }

  get id(): number {
    return this.#thread.threadId;
  }

  /** The heap limit is the only one. */
  get isFull(): boolean {
    return false;
  }

  protected post(task: Task, transfer: readonly ArrayBuffer[]): void {
    this.#thread.postMessage(task, transfer);
  }

  protected hold(isHeld: boolean): void {
    if (isHeld) this.#thread.ref();
    else this.#thread.unref();
  }

  protected stop(): Promise<unknown> {
    return this.#thread.terminate();
  }

  #faultOf(cause: unknown): Error {
    const { heapMegabytes, tooLarge } = this.#program;
    if ((cause as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      return new ServiceError('document_too_complex', tooLarge(heapMegabytes), {}, { cause });
    return new WorkerFault(`a thread failed: ${String(cause)}`, { cause });
  }
}
