/**
 * Makes files in processes, of which one stays warm for a while. A redline of large documents takes seconds and much
 * memory, and its input is untrusted.
 */
import { fileURLToPath } from 'node:url';
import type { Artifact, ArtifactTask } from '../exports/artifact.ts';
import type { ArtifactMaker } from '../comparison/exports/job.ts';
import { TaskProcess } from './task-process.ts';
import { WorkerPool } from './worker-pool.ts';

/** Options of the processes, with the service's defaults. */
export interface ArtifactProcessesOptions {
  /** Maximum number of processes. */
  readonly processes: number;
  /** Resident memory of one process. */
  readonly residentMegabytes?: number;
  /** See `WorkerPoolOptions`. */
  readonly idleMs?: number;
  /** See `WorkerPoolOptions`. */
  readonly keepMs?: number;
  /** Program of a process. */
  readonly processFile?: string;
}

const ARTIFACT_PROCESS = fileURLToPath(new URL('../entry-points/artifact-process.ts', import.meta.url));
/** Enough for two documents of 10 MiB with their trees and the merged one. Ordinary pairs stay below 400 MB. */
const RESIDENT_MEGABYTES = 1_536;
/** A review takes minutes between its comparison and its export. */
const KEEP_MS = 30 * 60_000;

/** Makes files in processes of their own. */
export class ArtifactProcesses implements ArtifactMaker {
  readonly #pool: WorkerPool<ArtifactTask, Artifact>;

  constructor(options: ArtifactProcessesOptions) {
    const { processes, idleMs, keepMs = KEEP_MS } = options;
    const { processFile = ARTIFACT_PROCESS, residentMegabytes = RESIDENT_MEGABYTES } = options;
    const program = { processFile, residentMegabytes };
    // The job reports a crash, and nobody else needs to know.
    this.#pool = new WorkerPool({ start: () => new TaskProcess(program), workers: processes, idleMs, keepMs });
  }

  /** See `WorkerPool.warm`. */
  warm(): void {
    this.#pool.warm();
  }

  /** Makes a file. Throws as `WorkerPool.run` does. The only clock is the signal. */
  make(task: ArtifactTask, signal: AbortSignal): Promise<Artifact> {
    return this.#pool.run(task, signal);
  }

  /** Kills all processes. Files being made are rejected. */
  close(): void {
    void this.#pool.close(new Error('the exports have been stopped'));
  }

  /** Process ids, for tests. */
  get pids(): number[] {
    return this.#pool.ids;
  }
}
