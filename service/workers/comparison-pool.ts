/** Compares in threads. */
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../shared/errors.ts';
import { sizeInWords } from '../../shared/in-words.ts';
import { SERVER_TIMEOUT_MS } from '../../shared/limits.ts';
import type { Comparer } from '../comparison/ports.ts';
import type {
  ComparisonFacts,
  ComparisonProgress,
  ComparisonResult,
  ComparisonTask,
} from '../pipeline/inputs/tasks.ts';
import { TaskThread } from './task-thread.ts';
import { WorkerPool } from './worker-pool.ts';

/** What a thread is asked. */
export interface ComparisonOrder {
  readonly task: ComparisonTask;
  /** Whether somebody listens to the progress. */
  readonly isFollowed: boolean;
}

/** A message of a comparing thread. See `ComparisonProgress`. */
export type ComparisonMessage =
  | { readonly part: 'block'; readonly html: Uint8Array }
  | { readonly part: 'text'; readonly html: Uint8Array; readonly facts: Pick<ComparisonFacts, 'engine' | 'fallback'> };

/** Options of the pool, with the service's defaults. */
export interface ComparisonPoolOptions {
  /** Program of a thread, which does a `ComparisonOrder`. */
  readonly threadFile?: string;
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
  /** Hears of every comparison that was made. */
  readonly onCompared?: () => void;
  /** Receives every comparison with block pairs that were replaced whole, with their number. */
  readonly onDegraded?: (pairs: number) => void;
}

const COMPARISON_THREAD = fileURLToPath(new URL('../entry-points/comparison-thread.ts', import.meta.url));

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
/** Least and longest delay until a refused caller may try again. */
const RETRY_AFTER_SECONDS = { least: 2, most: 60 };
/** Share of the time limit that a comparison may be expected to wait. Who would wait longer is refused at once. */
const WAIT_SHARE = 0.5;

/**
 * The worker threads that compare. A task that exceeds its time, is aborted or crashes always ends its thread. The pool
 * then starts another one.
 */
export class ComparisonPool implements Comparer {
  readonly #pool: WorkerPool<ComparisonOrder, ComparisonResult>;
  readonly #timeoutMs: number;
  readonly #workers: number;
  readonly #queueLength: number;
  readonly #onCompared: ComparisonPoolOptions['onCompared'];
  readonly #onDegraded: ComparisonPoolOptions['onDegraded'];
  #reserved = 0;
  #reservedBytes = 0;
  readonly #reservedOf = new Map<string, number>();

  constructor(options: ComparisonPoolOptions) {
    const { workers, idleMs, onBroken, threadFile = COMPARISON_THREAD } = options;
    const { heapMegabytes = heapMegabytesFor(workers) } = options;
    const program = { threadFile, heapMegabytes, tooLarge };
    this.#pool = new WorkerPool({ start: () => new TaskThread(program), workers, idleMs, onBroken });
    this.#timeoutMs = options.timeoutMs ?? SERVER_TIMEOUT_MS;
    this.#workers = workers;
    this.#queueLength = options.queueLength ?? workers * QUEUE_PER_WORKER;
    this.#onCompared = options.onCompared;
    this.#onDegraded = options.onDegraded;
  }

  /** See `WorkerPool.warm`. */
  warm(): void {
    this.#pool.warm();
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
   * `WorkerFault` if the thread crashes.
   */
  async compare(
    task: ComparisonTask,
    signal: AbortSignal,
    progress?: ComparisonProgress,
    owner = '',
    limitMs = this.#timeoutMs,
  ): Promise<ComparisonResult> {
    signal.throwIfAborted();
    const limit = new AbortController();
    const timeLimit = setTimeout(() => limit.abort(), limitMs);
    const either = AbortSignal.any([signal, limit.signal]);
    const order = { task, isFollowed: progress !== undefined };
    const transfer = 'pair' in task ? [task.pair.original.packed.buffer, task.pair.revised.packed.buffer] : [];
    try {
      const onProgress = progress && ((message: unknown): void => pass(message as ComparisonMessage, progress));
      const result = await this.#pool.run(order, either, { owner, transfer, onProgress });
      this.#onCompared?.();
      if (result.degraded > 0) this.#onDegraded?.(result.degraded);
      return result;
    } catch (fault) {
      signal.throwIfAborted();
      if (limit.signal.aborted) throw tooSlow(limitMs);
      throw fault;
    } finally {
      clearTimeout(timeLimit);
    }
  }

  /** Ends all threads. Running and waiting tasks are rejected with `unavailable`. */
  async close(): Promise<void> {
    await this.#pool.close();
  }

  /** How long the owner's next task would wait. One task of each other owner comes between two of its own. */
  #expectedWaitMs(owner: string): number {
    const own = this.#reservedOf.get(owner) ?? 0;
    const owners = this.#reservedOf.size + (own === 0 ? 1 : 0);
    const turns = Math.min((own + 1) * owners, this.#reserved);
    return (turns * this.#pool.meanMs) / this.#workers;
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

function pass(message: ComparisonMessage, progress: ComparisonProgress): void {
  if (message.part === 'block') progress.block(message.html);
  else progress.text(message.html, message.facts);
}

function tooLarge(heapMegabytes: number): string {
  return `The comparison needs more memory than the ${heapMegabytes} MiB that one may take, and was stopped. Compare smaller parts.`;
}

function tooSlow(limitMs: number): ServiceError {
  return new ServiceError(
    'comparison_timeout',
    `The comparison took longer than ${limitMs / 1_000} seconds and was stopped. Compare smaller parts, or try mode block.`,
  );
}
