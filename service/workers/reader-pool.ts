/**
 * Processes that read untrusted documents. A reader that exceeds its time or memory, or is no longer needed, is
 * always killed. The service continues, and another process replaces it.
 */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../shared/errors.ts';
import { ownBytes } from '../pipeline/packed-document.ts';
import type { DocumentTask, PackedDocument } from '../pipeline/tasks.ts';
import type { DocumentReader } from '../comparison/ports.ts';
import { forkConfined } from './fork-confined.ts';
import type { ReaderReply, ReaderRequest } from './reader-message.ts';

/** Options of the pool, with the service's defaults. */
export interface ReaderPoolOptions {
  /**
   * Maximum number of processes. The first one starts with the pool. Both sides of a comparison are read in parallel.
   */
  readonly processes: number;
  /** Maximum number of waiting files. One more is refused as `rate_limited`. */
  readonly queueLength?: number;
  /** Time from the call to the result, including the wait. */
  readonly timeoutMs?: number;
  /** Resident memory of one process. */
  readonly residentMegabytes?: number;
  /** Idle time after which used processes are replaced by a fresh one. */
  readonly idleMs?: number;
  /** Program of a process. It speaks `reader-message.ts`. */
  readonly processFile?: string;
  /** Receives every crash that is a fault of ours. */
  readonly onBroken?: (fault: unknown) => void;
}

const READER_PROCESS = fileURLToPath(new URL('./reader-process.ts', import.meta.url));

/** Half of the 60 seconds of a comparison. The other half is for comparing. */
const TIMEOUT_MS = 30_000;
/** A file of 10 MiB may expand to 1 GB; such a file is refused. Ordinary documents stay below 300 MB. */
const RESIDENT_MEGABYTES = 1_024;
/** A process that exceeds this is replaced after its task, so that the next one has room. 400 pages leave 400 MB. */
const KEEP_BELOW_BYTES = 512 * 1024 * 1024;
/** Long enough for a person who compares one pair after another. Then the memory is released. */
const IDLE_MS = 20_000;
/** Exit code of a process whose heap is full, where it is not reported as a signal. */
const ABORTED = 134;
const QUEUE_PER_PROCESS = 16;
/** Delay until a refused caller may try again. */
const RETRY_AFTER_SECONDS = 2;

interface Job {
  readonly task: DocumentTask;
  readonly settle: (outcome: { result: PackedDocument } | { fault: Error }) => void;
}

interface Reader {
  readonly child: ChildProcess;
  job: Job | null;
  /** Id of its current job. Answers to earlier jobs are ignored. */
  jobId: number;
  /** The pool killed it, so its end is expected. */
  ended: boolean;
  /** It has read a file and holds memory since. */
  used: boolean;
}

/** Reads documents in processes of its own. */
export class ReaderPool implements DocumentReader {
  readonly #options: ReaderPoolOptions;
  readonly #readers = new Set<Reader>();
  readonly #waiting: Job[] = [];
  #nextId = 1;
  #closed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ReaderPoolOptions) {
    this.#options = options;
    this.#start();
  }

  /**
   * Reads a file. Throws `ServiceError` with the reader's refusal, `comparison_timeout`, `document_too_complex` if it
   * needs too much memory, or `rate_limited` if too many wait. Throws the signal's reason if it is aborted, and a
   * plain error if the reader has a fault.
   */
  read(task: DocumentTask, signal: AbortSignal): Promise<PackedDocument> {
    return new Promise<PackedDocument>((resolve, reject) => {
      if (signal.aborted) {
        reject(reasonOf(signal));
        return;
      }
      const queueLength = this.#options.queueLength ?? this.#options.processes * QUEUE_PER_PROCESS;
      const free = [...this.#readers].some((reader) => reader.job === null);
      if (!free && this.#readers.size >= this.#options.processes && this.#waiting.length >= queueLength) {
        reject(this.#full(queueLength));
        return;
      }
      const timeoutMs = this.#options.timeoutMs ?? TIMEOUT_MS;
      const timer = setTimeout(() => this.#giveUp(job, tooSlow(timeoutMs)), timeoutMs);
      const abort = (): void => this.#giveUp(job, reasonOf(signal));
      const job: Job = {
        task,
        settle: (outcome) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', abort);
          if ('result' in outcome) resolve(outcome.result);
          else reject(outcome.fault);
        },
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.push(job);
      this.#assign();
    });
  }

  /** Kills all processes. Files being read are rejected. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#idle);
    for (const reader of this.#readers) this.#kill(reader);
    const gone = new Error('the readers have been stopped');
    for (const reader of this.#readers) reader.job?.settle({ fault: gone });
    for (const job of this.#waiting.splice(0)) job.settle({ fault: gone });
    this.#readers.clear();
  }

  /** Process ids of the readers, for tests. */
  get pids(): number[] {
    return [...this.#readers].flatMap(({ child }) => child.pid ?? []);
  }

  /** The pool may be idle from now on. */
  #rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      const busy = this.#waiting.length > 0 || [...this.#readers].some(({ job }) => job !== null);
      if (busy || this.#closed) return;
      for (const reader of [...this.#readers]) if (reader.used) this.#replace(reader);
    }, this.#options.idleMs ?? IDLE_MS).unref();
  }

  #assign(): void {
    while (this.#waiting.length > 0 && !this.#closed) {
      const free = [...this.#readers].find((reader) => reader.job === null);
      if (free === undefined && this.#readers.size >= this.#options.processes) return;
      const reader = free ?? this.#start();
      const job = this.#waiting.shift()!;
      reader.job = job;
      reader.used = true;
      reader.jobId = this.#nextId;
      this.#nextId += 1;
      const request: ReaderRequest = { id: reader.jobId, task: job.task };
      // The exit of a process that dies meanwhile reports it.
      reader.child.send(request, () => undefined);
    }
  }

  #start(): Reader {
    const { processFile = READER_PROCESS, residentMegabytes = RESIDENT_MEGABYTES } = this.#options;
    const child = forkConfined(processFile, residentMegabytes);
    const reader: Reader = { child, job: null, jobId: 0, ended: false, used: false };
    this.#readers.add(reader);
    child.on('message', (message) => this.#hear(reader, message as ReaderReply));
    child.on('error', (fault) => this.#options.onBroken?.(fault));
    child.on('exit', (code, signal) => this.#exited(reader, signal === null && code !== ABORTED ? code : null));
    // The pool alone does not keep the service running.
    child.unref();
    child.channel?.unref();
    return reader;
  }

  #hear(reader: Reader, reply: ReaderReply): void {
    const { job } = reader;
    if (reply.outcome === 'ready' || job === null || reply.id !== reader.jobId) return;
    reader.job = null;
    this.#rest();
    switch (reply.outcome) {
      case 'done':
        // The received array is a view of the whole message.
        job.settle({ result: { ...reply.result, packed: ownBytes(reply.result.packed) } });
        if (reply.residentBytes > KEEP_BELOW_BYTES) this.#replace(reader);
        break;
      case 'refused':
        job.settle({ fault: new ServiceError(reply.code, reply.message, reply.details) });
        break;
      case 'broken': {
        const fault = new Error(`a reader broke: ${reply.stack}`);
        this.#options.onBroken?.(fault);
        job.settle({ fault });
        this.#replace(reader);
      }
    }
    this.#assign();
  }

  /**
   * The process has ended. If the pool did not kill it, its memory watch, the heap limit or the system did (`code` is
   * null), or it has a fault.
   */
  #exited(reader: Reader, code: number | null): void {
    this.#readers.delete(reader);
    const { job } = reader;
    reader.job = null;
    if (job !== null && !reader.ended) {
      const fault =
        code === null
          ? tooLarge(this.#options.residentMegabytes ?? RESIDENT_MEGABYTES)
          : new Error(`a reader process ended with code ${code}`);
      if (code !== null) this.#options.onBroken?.(fault);
      job.settle({ fault });
    }
    // One process is kept warm for the next file.
    if (!this.#closed && this.#readers.size === 0 && (reader.ended || job !== null)) this.#start();
    this.#assign();
  }

  #giveUp(job: Job, fault: Error): void {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
    for (const reader of this.#readers) if (reader.job === job) this.#replace(reader);
    job.settle({ fault });
    this.#assign();
  }

  #replace(reader: Reader): void {
    this.#kill(reader);
    this.#readers.delete(reader);
    if (this.#readers.size === 0) this.#start();
  }

  #kill(reader: Reader): void {
    reader.ended = true;
    reader.child.kill('SIGKILL');
  }

  #full(queueLength: number): ServiceError {
    return new ServiceError(
      'rate_limited',
      `All readers (${this.#options.processes}) are busy and ${queueLength} documents wait already, which is the limit. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
}

function tooSlow(timeoutMs: number): ServiceError {
  return new ServiceError(
    'comparison_timeout',
    `Reading the document took longer than ${timeoutMs / 1_000} seconds and was stopped. Compare it in parts.`,
  );
}

function tooLarge(megabytes: number): ServiceError {
  return new ServiceError(
    'document_too_complex',
    `Reading the document needs more than ${megabytes} MiB of memory, which is the limit. Compare it in parts.`,
    { limitMegabytes: megabytes },
  );
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted');
}
