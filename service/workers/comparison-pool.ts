import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { ServiceError } from '../../shared/errors.ts';
import { SERVER_TIMEOUT_MS } from '../../shared/limits.ts';
import type { ComparisonProgress, ComparisonResult, ComparisonTask } from '../pipeline/tasks.ts';
import type { Comparer } from '../comparison/ports.ts';
import type { ProgressMessage, WorkerAnswer, WorkerOrder } from './worker-answer.ts';

/** How the pool is built; what is left out has the default that the service uses. */
export interface ComparisonPoolOptions {
  /** File of the worker; its default export takes a `WorkerOrder` and returns a `WorkerAnswer`. */
  readonly workerFile?: string;
  /** Threads at most. */
  readonly workers: number;
  /** Tasks that may wait for a thread; one more is refused as `rate_limited`. */
  readonly queueLength?: number;
  /** Time from the call to the result, waiting included. */
  readonly timeoutMs?: number;
  /** Heap of one thread. Typed arrays are not counted in it. */
  readonly heapMegabytes?: number;
  /** How long nothing is compared before the threads that have compared are replaced by one that is fresh. */
  readonly idleMs?: number;
  /** Told of every thread that broke. */
  readonly onBroken?: (fault: unknown) => void;
  /** Told of every comparison in which pairs of blocks had to be taken apart, with their number. */
  readonly onDegraded?: (pairs: number) => void;
}

const COMPARISON_WORKER = fileURLToPath(new URL('./comparison-worker.ts', import.meta.url));

/**
 * What a thread may take: two inputs of 10 MiB with many small blocks need some gigabytes. All threads together get half
 * of the machine's memory at most, and each enough for texts of 800 KiB, a gigabyte.
 */
const HEAP_MOST_MEGABYTES = 6_144;
const HEAP_LEAST_MEGABYTES = 1_024;
const MEMORY_SHARE = 0.5;
/** Waiting tasks for each thread: with half a second for each, the last one finishes just within its 60 seconds. */
const QUEUE_PER_WORKER = 120;
/** Inputs that wait in memory, all together. */
const WAITING_MOST_BYTES = 256 * 1_048_576;
/** Long enough for a person who compares one pair after another; then what the threads held is given back to the machine. */
const IDLE_MS = 20_000;
/** When a caller refused for want of capacity may ask again. */
const RETRY_AFTER_SECONDS = 2;

/**
 * The worker threads in which texts are compared. A task that takes too long, is aborted or breaks its thread ends
 * that thread for certain, and the pool starts another.
 */
export class ComparisonPool implements Comparer {
  readonly #options: ComparisonPoolOptions;
  #pool: Piscina<WorkerOrder, WorkerAnswer>;
  readonly #timeoutMs: number;
  readonly #workers: number;
  readonly #queueLength: number;
  readonly #heapMegabytes: number;
  /** Counted here: the limit of Piscina's queue does not hold for tasks with a signal. */
  #reserved = 0;
  #reservedBytes = 0;
  #running = 0;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: ComparisonPoolOptions) {
    const { workers } = options;
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? SERVER_TIMEOUT_MS;
    this.#workers = workers;
    this.#queueLength = options.queueLength ?? workers * QUEUE_PER_WORKER;
    this.#heapMegabytes = options.heapMegabytes ?? heapMegabytesFor(workers);
    this.#pool = this.#freshThreads();
  }

  /** Keeps a place. Throws `rate_limited` when too many wait already. */
  reserve(inputBytes: number): () => void {
    const isFull = this.#reserved >= this.#workers + this.#queueLength;
    // One alone always has a place, however large it is.
    const isHeavy = this.#reserved > 0 && this.#reservedBytes + inputBytes > WAITING_MOST_BYTES;
    if (isFull || isHeavy) throw this.#full();
    this.#reserved++;
    this.#reservedBytes += inputBytes;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#reserved--;
      this.#reservedBytes -= inputBytes;
    };
  }

  /**
   * Compares in a thread, in a place that was reserved. Throws `ServiceError`: what the comparison refuses with,
   * `comparison_timeout`; the signal's reason when it is aborted; a plain error when the thread breaks.
   */
  async compare(task: ComparisonTask, signal: AbortSignal, progress?: ComparisonProgress): Promise<ComparisonResult> {
    signal.throwIfAborted();
    this.#running += 1;
    clearTimeout(this.#idle);
    const stop = new AbortController();
    const abort = (): void => stop.abort();
    const timeLimit = setTimeout(abort, this.#timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    try {
      const answer = await this.#run(task, stop.signal, progress);
      if (answer.outcome === 'refused') throw new ServiceError(answer.code, answer.message, answer.details);
      if (answer.result.degraded > 0) this.#options.onDegraded?.(answer.result.degraded);
      return answer.result;
    } catch (fault) {
      signal.throwIfAborted();
      if (stop.signal.aborted) throw this.#tooSlow();
      if ((fault as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') throw this.#tooLarge(fault);
      throw fault;
    } finally {
      clearTimeout(timeLimit);
      signal.removeEventListener('abort', abort);
      this.#running -= 1;
      this.#rest();
    }
  }

  /** From now on nothing may be compared for a while: a heap that has grown is given back with its thread only. */
  #rest(): void {
    if (this.#running > 0 || this.#closed) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      const used = this.#pool;
      this.#pool = this.#freshThreads();
      void used.destroy();
    }, this.#options.idleMs ?? IDLE_MS).unref();
  }

  #freshThreads(): Piscina<WorkerOrder, WorkerAnswer> {
    const pool = new Piscina<WorkerOrder, WorkerAnswer>({
      filename: this.#options.workerFile ?? COMPARISON_WORKER,
      minThreads: 1,
      maxThreads: this.#workers,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: this.#heapMegabytes },
    });
    // Without a listener, a thread that breaks would end the process.
    pool.on('error', (fault: unknown) => this.#options.onBroken?.(fault));
    return pool;
  }

  async #run(
    task: ComparisonTask,
    signal: AbortSignal,
    progress: ComparisonProgress | undefined,
  ): Promise<WorkerAnswer> {
    const given = 'pair' in task ? [task.pair.original.packed.buffer, task.pair.revised.packed.buffer] : [];
    if (progress === undefined) return await this.#pool.run({ task }, { signal, transferList: given });
    const { port1: near, port2: far } = new MessageChannel();
    const told = Promise.withResolvers<undefined>();
    near.on('message', (message: ProgressMessage) => {
      if (signal.aborted) return;
      if (message.part === 'end') told.resolve(undefined);
      else if (message.part === 'block') progress.block(message.html);
      else progress.text(message.html, message.facts);
    });
    try {
      const answer = await this.#pool.run({ task, progress: far }, { signal, transferList: [far, ...given] });
      await told.promise;
      return answer;
    } finally {
      // What the port has received already would still be told.
      near.removeAllListeners('message');
      near.close();
    }
  }

  /** Ends all threads; tasks still running are rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    await this.#pool.destroy();
  }

  #tooSlow(): ServiceError {
    return new ServiceError(
      'comparison_timeout',
      `The comparison took longer than ${this.#timeoutMs / 1_000} seconds and was stopped. Compare smaller parts, or try mode block.`,
    );
  }

  #tooLarge(cause: unknown): ServiceError {
    return new ServiceError(
      'document_too_complex',
      `The comparison needs more memory than the ${this.#heapMegabytes} MiB that one may take, and was stopped. Compare smaller parts.`,
      {},
      { cause },
    );
  }

  #full(): ServiceError {
    return new ServiceError(
      'rate_limited',
      `All workers (${this.#workers}) are busy, and ${this.#reserved} comparisons of ${this.#reservedBytes} bytes are under way; ${this.#workers + this.#queueLength} or ${WAITING_MOST_BYTES} bytes are the limit. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
}

function heapMegabytesFor(workers: number): number {
  const share = Math.floor((totalmem() * MEMORY_SHARE) / workers / 1_048_576);
  return Math.min(HEAP_MOST_MEGABYTES, Math.max(HEAP_LEAST_MEGABYTES, share));
}
