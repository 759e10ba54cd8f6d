/**
 * Processes that read untrusted documents. A reader that exceeds its time or memory, or is no longer needed, is
 * always killed. The service continues, and another process replaces it.
 */
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../shared/errors.ts';
import { ownBytes } from '../pipeline/packed-document.ts';
import type { DocumentTask, PackedDocument } from '../pipeline/tasks.ts';
import type { DocumentReader } from '../comparison/ports.ts';
import { ProcessFault, TaskProcess, reasonOf } from './task-process.ts';

/** Options of the pool, with the service's defaults. */
export interface ReaderPoolOptions {
  /**
   * Maximum number of processes. The first one starts with the pool. Both sides of a comparison are read in parallel.
   */
  readonly processes: number;
  /** Maximum number of waiting files. One more is refused as `rate_limited`. */
  readonly queueLength?: number;
  /**
   * CPU time for one file. The wait for a free process, and for a processor that others use, counts for nothing. The
   * caller's signal is the only clock.
   */
  readonly cpuSeconds?: number;
  /** Resident memory of one process. */
  readonly residentMegabytes?: number;
  /** Idle time after which used processes are replaced by a fresh one. */
  readonly idleMs?: number;
  /** Program of a process. It calls `serveTask`. */
  readonly processFile?: string;
  /** Receives every crash that is a fault of ours. */
  readonly onBroken?: (fault: unknown) => void;
}

const READER_PROCESS = fileURLToPath(new URL('./reader-process.ts', import.meta.url));

/** Half of the 60 seconds of a comparison. The other half is for comparing. */
const CPU_SECONDS = 30;
/** A file of 10 MiB may expand to 1 GB; such a file is refused. Ordinary documents stay below 300 MB. */
const RESIDENT_MEGABYTES = 1_024;
/** A process that exceeds this is replaced after its task, so that the next one has room. 400 pages leave 400 MB. */
const KEEP_BELOW_BYTES = 512 * 1024 * 1024;
/** Long enough for a person who compares one pair after another. Then the memory is released. */
const IDLE_MS = 20_000;
const QUEUE_PER_PROCESS = 16;
/** Delay until a refused caller may try again. */
const RETRY_AFTER_SECONDS = 2;

interface Job {
  readonly task: DocumentTask;
  readonly resolve: (result: PackedDocument) => void;
  readonly reject: (fault: unknown) => void;
}

interface Reader {
  readonly process: TaskProcess<DocumentTask, PackedDocument>;
  job: Job | null;
  /** It has read a file and holds memory since. */
  used: boolean;
}

/** Reads documents in processes of its own. */
export class ReaderPool implements DocumentReader {
  readonly #options: ReaderPoolOptions;
  readonly #readers = new Set<Reader>();
  readonly #waiting: Job[] = [];
  #closed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ReaderPoolOptions) {
    this.#options = options;
    this.#start();
  }

  /**
   * Reads a file. Files are read in the order of the calls. Throws `ServiceError` with the reader's refusal,
   * `comparison_timeout` if it takes too much CPU time, `document_too_complex` if it needs too much memory, or
   * `rate_limited` if too many wait. Throws the signal's reason if it is aborted, and a
   * plain error if the reader has a fault.
   */
  async read(task: DocumentTask, signal: AbortSignal): Promise<PackedDocument> {
    if (signal.aborted) throw reasonOf(signal);
    const queueLength = this.#options.queueLength ?? this.#options.processes * QUEUE_PER_PROCESS;
    if (!this.#hasRoom() && this.#waiting.length >= queueLength) throw this.#full(queueLength);
    const { promise, resolve, reject } = Promise.withResolvers<PackedDocument>();
    const job: Job = { task, resolve, reject };
    const abort = (): void => this.#giveUp(job, reasonOf(signal));
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting.push(job);
    this.#assign();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Kills all processes. Files being read are rejected. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#idle);
    const gone = new Error('the readers have been stopped');
    for (const reader of this.#readers) this.#end(reader, gone);
    for (const job of this.#waiting.splice(0)) job.reject(gone);
  }

  /** Process ids of the readers, for tests. */
  get pids(): number[] {
    return [...this.#readers].flatMap(({ process }) => process.pid ?? []);
  }

  /** Whether a process is free, or may be started. */
  #hasRoom(): boolean {
    return this.#readers.size < this.#options.processes || [...this.#readers].some(({ job }) => job === null);
  }

  #assign(): void {
    while (this.#waiting.length > 0 && !this.#closed && this.#hasRoom()) {
      const reader = this.#free() ?? this.#start();
      const job = this.#waiting.shift()!;
      reader.job = job;
      reader.used = true;
      void this.#read(reader, job);
    }
  }

  /** A living process without work. Processes that have died since their last task are forgotten. */
  #free(): Reader | undefined {
    const free = [...this.#readers].filter(({ job }) => job === null);
    for (const reader of free) if (reader.process.hasEnded) this.#readers.delete(reader);
    return free.find(({ process }) => !process.hasEnded);
  }

  #start(): Reader {
    const { processFile = READER_PROCESS, residentMegabytes = RESIDENT_MEGABYTES } = this.#options;
    const cpu = { seconds: this.#options.cpuSeconds ?? CPU_SECONDS, tooSlow };
    const reader: Reader = {
      process: new TaskProcess({ processFile, residentMegabytes, tooLarge, cpu }),
      job: null,
      used: false,
    };
    reader.process.unref();
    this.#readers.add(reader);
    return reader;
  }

  async #read(reader: Reader, job: Job): Promise<void> {
    const { process } = reader;
    let isSpent = false;
    try {
      const result = await process.run(job.task);
      // The received array is a view of the whole message.
      job.resolve({ ...result, packed: ownBytes(result.packed) });
      isSpent = process.residentBytes > KEEP_BELOW_BYTES;
    } catch (fault) {
      isSpent = fault instanceof ProcessFault;
      if (isSpent) this.#options.onBroken?.(fault);
      job.reject(fault);
    }
    reader.job = null;
    if (isSpent || process.hasEnded) this.#replace(reader);
    this.#rest();
    this.#assign();
  }

  /** The pool may be idle from now on. */
  #rest(): void {
    clearTimeout(this.#idle);
    if (this.#closed) return;
    this.#idle = setTimeout(() => {
      if (this.#waiting.length > 0 || [...this.#readers].some(({ job }) => job !== null)) return;
      for (const reader of [...this.#readers]) if (reader.used) this.#replace(reader);
    }, this.#options.idleMs ?? IDLE_MS).unref();
  }

  #giveUp(job: Job, fault: Error): void {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
    job.reject(fault);
    for (const reader of this.#readers) if (reader.job === job) this.#end(reader, fault);
  }

  /** One process is kept warm for the next file. */
  #replace(reader: Reader): void {
    this.#end(reader, new Error('a fresh process replaces this one'));
    if (this.#readers.size === 0 && !this.#closed) this.#start();
  }

  #end(reader: Reader, reason: Error): void {
    this.#readers.delete(reader);
    reader.process.kill(reason);
  }

  #full(queueLength: number): ServiceError {
    return new ServiceError(
      'rate_limited',
      `All readers (${this.#options.processes}) are busy and ${queueLength} documents wait already, which is the limit. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
}

function tooSlow(seconds: number): string {
  return `Reading the document took more than ${seconds} seconds of processor time, which is the limit. Compare it in parts.`;
}

function tooLarge(megabytes: number): string {
  return `Reading the document needs more than ${megabytes} MiB of memory, which is the limit. Compare it in parts.`;
}
