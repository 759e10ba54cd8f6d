import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** What the thread is told. */
export interface MaintenanceTask {
  /** The database. */
  readonly file: string;
  readonly checkpointEveryMs: number;
  readonly checkEveryMs: number;
}

/** What the thread tells: what an integrity check found (nothing, when the database is sound), or what it could not do. */
export type MaintenanceReport =
  | { readonly kind: 'checked'; readonly faults: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

/** The log of a busy minute is some ten megabytes. */
const CHECKPOINT_EVERY_MS = 60_000;
const CHECK_EVERY_MS = 24 * 60 * 60 * 1_000;

const WORKER = fileURLToPath(new URL('./maintenance-worker.ts', import.meta.url));

/** Moves the write-ahead log into the database, and checks its integrity at the start and every day, in a thread of its own. */
export class Maintenance {
  readonly #worker: Worker;

  /** `onReport` hears of every check and of what failed. */
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
