/**
 * Makes files in processes, one for each. A redline of large documents takes seconds and much memory, and its input
 * is untrusted.
 */
import { fileURLToPath } from 'node:url';
import type { Artifact, ArtifactTask } from '../exports/artifact.ts';
import type { ArtifactMaker } from '../comparison/exports/job.ts';
import { runTask } from './run-task.ts';

/** Options of the processes, with the service's defaults. */
export interface ArtifactProcessesOptions {
  /** Resident memory of one process. */
  readonly residentMegabytes?: number;
  /** Program of a process. */
  readonly processFile?: string;
}

const ARTIFACT_PROCESS = fileURLToPath(new URL('./artifact-process.ts', import.meta.url));
/** Enough for two documents of 10 MiB with their trees and the merged one. Ordinary pairs stay below 400 MB. */
const RESIDENT_MEGABYTES = 1_536;

/** Makes files in processes of their own. */
export class ArtifactProcesses implements ArtifactMaker {
  readonly #options: ArtifactProcessesOptions;

  constructor(options: ArtifactProcessesOptions = {}) {
    this.#options = options;
  }

  /** Makes a file. Throws as `runTask` does. */
  make(task: ArtifactTask, signal: AbortSignal): Promise<Artifact> {
    const { processFile = ARTIFACT_PROCESS, residentMegabytes = RESIDENT_MEGABYTES } = this.#options;
    return runTask<Artifact>({ processFile, residentMegabytes }, task, signal);
  }
}
