import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { ServiceError } from '../../shared/errors.ts';
import { SERVER_TIMEOUT_MS } from '../../shared/limits.ts';
import type { TextComparer, TextProgress, TextResult, TextTask } from '../comparison/ports.ts';
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
  /** Told of every thread that broke. */
  readonly onBroken?: (fault: unknown) => void;
}

const COMPARISON_WORKER = fileURLToPath(new URL('./comparison-worker.ts', import.meta.url));

/** Room for a text request, of 800 KiB at most, with a wide margin: the document, both token streams and the page. */
const HEAP_MEGABYTES = 1_024;
/** Waiting tasks for each thread: with half a second for each, the last one finishes just within its 60 seconds. */
const QUEUE_PER_WORKER = 120;
/** When a caller refused for want of capacity may ask again. */
const RETRY_AFTER_SECONDS = 2;

/**
 * The worker threads in which texts are compared. A task that takes too long, is aborted or breaks its thread ends
 * that thread for certain, and the pool starts another.
 */
export class ComparisonPool implements TextComparer {
  readonly #pool: Piscina<WorkerOrder, WorkerAnswer>;
  readonly #timeoutMs: number;
  readonly #workers: number;
  readonly #queueLength: number;
  /** Counted here: the limit of Piscina's queue does not hold for tasks with a signal. */
  #reserved = 0;

  constructor(options: ComparisonPoolOptions) {
    const { workers } = options;
    this.#timeoutMs = options.timeoutMs ?? SERVER_TIMEOUT_MS;
    this.#workers = workers;
    this.#queueLength = options.queueLength ?? workers * QUEUE_PER_WORKER;
    this.#pool = new Piscina<WorkerOrder, WorkerAnswer>({
      filename: options.workerFile ?? COMPARISON_WORKER,
      minThreads: 1,
      maxThreads: workers,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: options.heapMegabytes ?? HEAP_MEGABYTES },
    });
    // Without a listener, a thread that breaks would end the process.
    this.#pool.on('error', (fault: unknown) => options.onBroken?.(fault));
  }

  /** Keeps a place. Throws `rate_limited` when too many wait already. */
  reserve(): () => void {
    if (this.#reserved >= this.#workers + this.#queueLength) throw this.#full();
    this.#reserved++;
    let held = true;
    return () => {
      if (held) this.#reserved--;
      held = false;
    };
  }

  /**
   * Compares in a thread, in a place that was reserved. Throws `ServiceError`: what the comparison refuses with,
   * `comparison_timeout`; the signal's reason when it is aborted; a plain error when the thread breaks.
   */
  async compare(task: TextTask, signal: AbortSignal, progress?: TextProgress): Promise<TextResult> {
    signal.throwIfAborted();
    const stop = new AbortController();
    const abort = (): void => stop.abort();
    const timeLimit = setTimeout(abort, this.#timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    try {
      const answer = await this.#run(task, stop.signal, progress);
      if (answer.outcome === 'refused') throw new ServiceError(answer.code, answer.message, answer.details);
      return answer.result;
    } catch (fault) {
      signal.throwIfAborted();
      if (stop.signal.aborted) throw this.#tooSlow();
      throw fault;
    } finally {
      clearTimeout(timeLimit);
      signal.removeEventListener('abort', abort);
    }
  }

  async #run(task: TextTask, signal: AbortSignal, progress: TextProgress | undefined): Promise<WorkerAnswer> {
    if (progress === undefined) return await this.#pool.run({ task }, { signal });
    const { port1: near, port2: far } = new MessageChannel();
    const told = Promise.withResolvers<undefined>();
    near.on('message', (message: ProgressMessage) => {
      if (signal.aborted) return;
      if (message.part === 'end') told.resolve(undefined);
      else if (message.part === 'block') progress.block(message.html);
      else progress.text(message.html, message.facts);
    });
    try {
      const answer = await this.#pool.run({ task, progress: far }, { signal, transferList: [far] });
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
    await this.#pool.destroy();
  }

  #tooSlow(): ServiceError {
    return new ServiceError(
      'comparison_timeout',
      `The comparison took longer than ${this.#timeoutMs / 1_000} seconds and was stopped. Compare smaller parts, or try mode block.`,
    );
  }

  #full(): ServiceError {
    return new ServiceError(
      'rate_limited',
      `All workers (${this.#workers}) are busy and ${this.#queueLength} comparisons wait already, which is the limit. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
}
