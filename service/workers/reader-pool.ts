/**
 * Reads untrusted documents in processes. The first document starts them, and one stays warm for a while after the
 * last.
 */
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../shared/errors.ts';
import type { DocumentTask, PackedDocument } from '../pipeline/inputs/tasks.ts';
import type { DocumentReader } from '../comparison/ports.ts';
import { TaskProcess } from './task-process.ts';
import { reasonOf } from './task-worker.ts';
import { WorkerPool } from './worker-pool.ts';

/** Options of the pool, with the service's defaults. */
export interface ReaderPoolOptions {
  /** Maximum number of processes. Both sides of a comparison are read in parallel. */
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
  /** See `WorkerPoolOptions`. */
  readonly idleMs?: number;
  /** See `WorkerPoolOptions`. */
  readonly keepMs?: number;
  /** Program of a process. It calls `serveTask`. */
  readonly processFile?: string;
  /** Receives every crash that is a fault of ours. */
  readonly onBroken?: (fault: unknown) => void;
}

const READER_PROCESS = fileURLToPath(new URL('../entry-points/reader-process.ts', import.meta.url));

/** Half of the 60 seconds of a comparison. The other half is for comparing. */
const CPU_SECONDS = 30;
/** A file of 10 MiB may expand to 1 GB; such a file is refused. Ordinary documents stay below 300 MB. */
const RESIDENT_MEGABYTES = 1_024;
/** Who compares again within this time finds a warm reader. Its 77 MB are free afterwards. */
const KEEP_MS = 10 * 60_000;
const QUEUE_PER_PROCESS = 16;
/** Processes beyond the usual number, for owners without a file that is being read. */
const BEYOND_FOR_OTHERS = 2;
/** Delay until a refused caller may try again. */
const RETRY_AFTER_SECONDS = 2;

/** Reads documents in processes of its own. */
export class ReaderPool implements DocumentReader {
  readonly #pool: WorkerPool<DocumentTask, PackedDocument>;
  readonly #processes: number;
  readonly #queueLength: number;

  constructor(options: ReaderPoolOptions) {
    const { processes, idleMs, keepMs = KEEP_MS, onBroken } = options;
    const { processFile = READER_PROCESS, residentMegabytes = RESIDENT_MEGABYTES } = options;
    const cpu = { seconds: options.cpuSeconds ?? CPU_SECONDS, tooSlow };
    const program = { processFile, residentMegabytes, tooLarge, cpu };
    this.#pool = new WorkerPool({
      start: () => new TaskProcess(program),
      workers: processes,
      beyondForOthers: BEYOND_FOR_OTHERS,
      idleMs,
      keepMs,
      onBroken,
    });
    this.#processes = processes;
    this.#queueLength = options.queueLength ?? processes * QUEUE_PER_PROCESS;
  }

  /**
   * Reads a file. `owner` is whose it is: the owner with the fewest files being read is next. Throws `ServiceError`
   * with the reader's refusal. The code is `comparison_timeout` for too much CPU time, `document_too_complex` for too
   * much memory, and `rate_limited` if too many wait. Throws the signal's reason if it is aborted, and a plain error if
   * the reader has a fault.
   */
  async read(task: DocumentTask, signal: AbortSignal, owner = ''): Promise<PackedDocument> {
    if (signal.aborted) throw reasonOf(signal);
    if (!this.#pool.hasRoom && this.#pool.waiting >= this.#queueLength) throw this.#full();
    const result = await this.#pool.run(task, signal, { owner });
    // The received array is a view of the whole message; the copy has memory of its own.
    return { ...result, packed: new Uint8Array(result.packed) };
  }

  /** Kills all processes. Files being read are rejected with `unavailable`. */
  close(): void {
    void this.#pool.close();
  }

  /** Process ids of the readers, for tests. */
  get pids(): number[] {
    return this.#pool.ids;
  }

  #full(): ServiceError {
    return new ServiceError(
      'rate_limited',
      `All readers (${this.#processes}) are busy and ${this.#queueLength} documents wait already, which is the limit. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
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
