import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The input of the thread. */
export interface MaintenanceTask {
  /** The database. */
  readonly file: string;
  readonly checkpointEveryMs: number;
  readonly checkEveryMs: number;
}

/** A report of the thread: the findings of an integrity check (none for a sound database), or a failure. */
export type MaintenanceReport =
  | { readonly kind: 'checked'; readonly faults: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

/** Often enough that the log of a busy service does not reach the size at which the main thread would move it. */
const CHECKPOINT_EVERY_MS = 5_000;
const CHECK_EVERY_MS = 24 * 60 * 60 * 1_000;

const WORKER = fileURLToPath(new URL('./maintenance-worker.ts', import.meta.url));

/**
 * Moves the write-ahead log into the database and checks its integrity, at the start and every day. It runs in its own
 * thread.
 */
export class Maintenance {
  readonly #worker: Worker;

  /** `onReport` receives every check and every failure. */
  constructor(file: string, onReport: (report: MaintenanceReport) => void, every: Partial<MaintenanceTask> = {}) {
    const task: MaintenanceTask = {
      checkpointEveryMs: CHECKPOINT_EVERY_MS,
      checkEveryMs: CHECK_EVERY_MS,
      ...every,
      file,
    };
    this.#worker = new Worker(WORKER, { workerData: task });
    this.#worker.on('message', onReport);
    this.#worker.on('error', (fault) => onReport({ kind: 'failed', message: (fault as Error).message }));
    this.#worker.unref();
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
