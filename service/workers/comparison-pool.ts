import { sizeInWords } from '../../shared/in-words.ts';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { ServiceError } from '../../shared/errors.ts';
import { SERVER_TIMEOUT_MS } from '../../shared/limits.ts';
import type { ComparisonProgress, ComparisonResult, ComparisonTask } from '../pipeline/tasks.ts';
import type { Comparer } from '../comparison/ports.ts';
import { FairQueue } from './fair-queue.ts';
import { serviceStops } from './service-stops.ts';
import type { ProgressMessage, WorkerAnswer, WorkerOrder } from './worker-answer.ts';

/** Options of the pool, with the service's defaults. */
export interface ComparisonPoolOptions {
  /** File of the worker. Its default export takes a `WorkerOrder` and returns a `WorkerAnswer`. */
  readonly workerFile?: string;
  /** Maximum number of threads. */
  readonly workers: number;
  /** Maximum number of waiting tasks. One more is refused as `rate_limited`. */
  readonly queueLength?: number;
  /** Time from the call to the result, including the wait. */
  readonly timeoutMs?: number;
  /** Heap limit of one thread. It excludes typed arrays. */
  readonly heapMegabytes?: number;
  /** Idle time after which used threads are replaced by a fresh one. */
  readonly idleMs?: number;
  /** Receives every crash of a thread. */
  readonly onBroken?: (fault: unknown) => void;
  /** Receives every comparison with block pairs that were replaced whole, with their number. */
  readonly onDegraded?: (pairs: number) => void;
}

const COMPARISON_WORKER = fileURLToPath(new URL('../entry-points/comparison-thread.ts', import.meta.url));

/**
 * Memory limits: two inputs of 10 MiB with many small blocks need some gigabytes. All threads together get at most half
 * of the machine's memory. Each gets at least a gigabyte, which is enough for texts of 800 KiB.
 */
const HEAP_MOST_MEGABYTES = 6_144;
const HEAP_LEAST_MEGABYTES = 1_024;
const MEMORY_SHARE = 0.5;
/** Waiting tasks for each thread. At half a second each, the last one finishes within its 60 seconds. */
const QUEUE_PER_WORKER = 120;
/** Share of the places that one owner may hold. The others stay for other owners. */
const MOST_OF_ONE_OWNER = 0.75;
/** Total size of waiting inputs in memory. */
const WAITING_MOST_BYTES = 256 * 1_048_576;
/** Long enough for a person who compares one pair after another. Then the threads' memory is released. */
const IDLE_MS = 20_000;
/** Least and longest delay until a refused caller may try again. */
const RETRY_AFTER_SECONDS = { least: 2, most: 60 };
/** Share of the time limit that a comparison may be expected to wait. Who would wait longer is refused at once. */
const WAIT_SHARE = 0.5;
/** Weight of the latest comparison in the mean time of one. */
const LATEST_WEIGHT = 1 / 8;

/**
 * The worker threads that compare. A task that exceeds its time, is aborted or crashes always ends its thread. The pool
 * then starts another one.
 */
export class ComparisonPool implements Comparer {
  readonly #options: ComparisonPoolOptions;
  /** Null: no thread has been needed yet. */
  #pool: Piscina<WorkerOrder, WorkerAnswer> | null = null;
  readonly #timeoutMs: number;
  readonly #workers: number;
  readonly #queueLength: number;
  readonly #heapMegabytes: number;
  /** Counted here, because the limit of Piscina's queue ignores tasks with a signal. */
  #reserved = 0;
  #reservedBytes = 0;
  readonly #reservedOf = new Map<string, number>();
  #running = 0;
  /** Tasks that a thread works on. */
  #working = 0;
  /** The starts of waiting tasks. */
  readonly #waiting = new FairQueue<() => void>();
  /** Mean time that a thread worked on one of the latest comparisons, without its own start; 0: there was none. */
  #meanMs = 0;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: ComparisonPoolOptions) {
    const { workers } = options;
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? SERVER_TIMEOUT_MS;
    this.#workers = workers;
    this.#queueLength = options.queueLength ?? workers * QUEUE_PER_WORKER;
    this.#heapMegabytes = options.heapMegabytes ?? heapMegabytesFor(workers);
  }

  /** Starts the thread that stays warm. Without this call the first task starts it. */
  warm(): void {
    if (!this.#closed) this.#pool ??= this.#freshThreads();
  }

  /**
   * Reserves a place for an owner. Throws `rate_limited` if too many tasks wait, or too many of this owner, or if its
   * task would wait for half of its time.
   */
  reserve(inputBytes: number, owner: string): () => void {
    const places = this.#workers + this.#queueLength;
    const own = this.#reservedOf.get(owner) ?? 0;
    const isFull = this.#reserved >= places || own >= Math.ceil(places * MOST_OF_ONE_OWNER);
    // A single task of any size always has a place.
    const isHeavy = this.#reserved > 0 && this.#reservedBytes + inputBytes > WAITING_MOST_BYTES;
    const waitMs = this.#expectedWaitMs(owner);
    const isLate = this.#reserved >= this.#workers && waitMs > this.#timeoutMs * WAIT_SHARE;
    if (isFull || isHeavy || isLate) throw this.#full(waitMs);
    this.#reserved++;
    this.#reservedOf.set(owner, own + 1);
    this.#reservedBytes += inputBytes;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#reserved--;
      const left = (this.#reservedOf.get(owner) ?? 1) - 1;
      if (left > 0) this.#reservedOf.set(owner, left);
      else this.#reservedOf.delete(owner);
      this.#reservedBytes -= inputBytes;
    };
  }

  /**
   * Compares in a thread, in a reserved place. Owners take turns. Throws `ServiceError` with the comparison's refusal or
   * `comparison_timeout`, or with `unavailable` after `close`. Throws the signal's reason if it is aborted. Throws a
   * plain error if the thread crashes.
   */
  async compare(
    task: ComparisonTask,
    signal: AbortSignal,
    progress?: ComparisonProgress,
    owner = '',
    limitMs = this.#timeoutMs,
  ): Promise<ComparisonResult> {
    signal.throwIfAborted();
    this.#running += 1;
    clearTimeout(this.#idle);
    const stop = new AbortController();
    const abort = (): void => stop.abort();
    const timeLimit = setTimeout(abort, limitMs);
    signal.addEventListener('abort', abort, { once: true });
    try {
      await this.#turn(owner, stop.signal);
      const answer = await this.#work(() => this.#run(task, stop.signal, progress));
      if (answer.outcome === 'refused') throw new ServiceError(answer.code, answer.message, answer.details);
      if (answer.result.degraded > 0) this.#options.onDegraded?.(answer.result.degraded);
      return answer.result;
    } catch (fault) {
      signal.throwIfAborted();
      if (this.#closed) throw serviceStops();
      if (stop.signal.aborted) throw tooSlow(limitMs);
      if ((fault as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') throw this.#tooLarge(fault);
      throw fault;
    } finally {
      clearTimeout(timeLimit);
      signal.removeEventListener('abort', abort);
      this.#running -= 1;
      this.#rest();
    }
  }

  /** Resolves when a thread is free for the owner's next task. Rejects if the signal is aborted before. */
  async #turn(owner: string, signal: AbortSignal): Promise<void> {
    if (this.#working < this.#workers && this.#waiting.length === 0) {
      this.#working += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const start = (): void => resolve(undefined);
    const leave = (): void => {
      if (this.#waiting.remove(owner, start)) reject(new Error('the task left the queue'));
    };
    this.#waiting.push(owner, start);
    signal.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /** Works in the place that `#turn` gave, then gives it to the next one. */
  async #work(run: () => Promise<WorkerAnswer>): Promise<WorkerAnswer> {
    const startMs = performance.now();
    let workedMs: number | null = null;
    try {
      if (this.#closed) throw serviceStops();
      const answer = await run();
      workedMs = answer.workedMs;
      return answer;
    } finally {
      // Without an answer the thread was stopped, and the next one has to start.
      const ms = workedMs ?? performance.now() - startMs;
      this.#meanMs = this.#meanMs === 0 ? ms : this.#meanMs + (ms - this.#meanMs) * LATEST_WEIGHT;
      const next = this.#waiting.take();
      if (next === undefined) this.#working -= 1;
      else next();
    }
  }

  /** How long the owner's next task would wait. One task of each other owner comes between two of its own. */
  #expectedWaitMs(owner: string): number {
    const own = this.#reservedOf.get(owner) ?? 0;
    const owners = this.#reservedOf.size + (own === 0 ? 1 : 0);
    const turns = Math.min((own + 1) * owners, this.#reserved);
    return (turns * this.#meanMs) / this.#workers;
  }

  /** The pool may be idle from now on. Only the end of a thread releases a grown heap. */
  #rest(): void {
    if (this.#running > 0 || this.#closed) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      const used = this.#pool;
      this.#pool = this.#freshThreads();
      void used?.destroy();
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
    // Without a listener, a crashing thread would end the process.
    pool.on('error', (fault: unknown) => this.#options.onBroken?.(fault));
    return pool;
  }

  async #run(
    task: ComparisonTask,
    signal: AbortSignal,
    progress: ComparisonProgress | undefined,
  ): Promise<WorkerAnswer> {
    const pool = (this.#pool ??= this.#freshThreads());
    const given = 'pair' in task ? [task.pair.original.packed.buffer, task.pair.revised.packed.buffer] : [];
    if (progress === undefined) return await pool.run({ task }, { signal, transferList: given });
    const { port1: near, port2: far } = new MessageChannel();
    const told = Promise.withResolvers<undefined>();
    near.on('message', (message: ProgressMessage) => {
      if (signal.aborted) return;
      if (message.part === 'end') told.resolve(undefined);
      else if (message.part === 'block') progress.block(message.html);
      else progress.text(message.html, message.facts);
    });
    try {
      const answer = await pool.run({ task, progress: far }, { signal, transferList: [far, ...given] });
      await told.promise;
      return answer;
    } finally {
      // Messages that the port has already received would still be delivered.
      near.removeAllListeners('message');
      near.close();
    }
  }

  /** Ends all threads. Running and waiting tasks are rejected with `unavailable`. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    await this.#pool?.destroy();
  }

  #tooLarge(cause: unknown): ServiceError {
    return new ServiceError(
      'document_too_complex',
      `The comparison needs more memory than the ${this.#heapMegabytes} MiB that one may take, and was stopped. Compare smaller parts.`,
      {},
      { cause },
    );
  }

  #full(waitMs: number): ServiceError {
    const { least, most } = RETRY_AFTER_SECONDS;
    const retryAfterSeconds = Math.min(
      most,
      Math.max(least, Math.ceil((waitMs - this.#timeoutMs * WAIT_SHARE) / 1_000)),
    );
    return new ServiceError(
      'rate_limited',
      `All workers (${this.#workers}) are busy, and ${this.#reserved} comparisons of ${sizeInWords(this.#reservedBytes)} are under way. The limit is ${this.#workers + this.#queueLength} comparisons or ${sizeInWords(WAITING_MOST_BYTES)}. The expected wait is ${Math.round(waitMs / 1_000)} seconds, and the limit is ${(this.#timeoutMs * WAIT_SHARE) / 1_000}. Try again in ${retryAfterSeconds} seconds.`,
      { retryAfterSeconds },
    );
  }
}

function heapMegabytesFor(workers: number): number {
  const share = Math.floor((totalmem() * MEMORY_SHARE) / workers / 1_048_576);
  return Math.min(HEAP_MOST_MEGABYTES, Math.max(HEAP_LEAST_MEGABYTES, share));
}

function tooSlow(limitMs: number): ServiceError {
  return new ServiceError(
    'comparison_timeout',
    `The comparison took longer than ${limitMs / 1_000} seconds and was stopped. Compare smaller parts, or try mode block.`,
  );
}
