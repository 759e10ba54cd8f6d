/** Has the files of exports with decisions read again, in a process of its own with limits. */
import { fileURLToPath } from 'node:url';
import type { LastCheck } from '../../shared/api/last-check.ts';
import type { Side } from '../../shared/document/model.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { ArtifactMaker } from '../comparison/exports/job.ts';
import { CHECKED_TYPES, type Artifact, type ArtifactTask, type Decided } from '../exports/artifact.ts';
import { runTask, type TaskProgram } from './task-process.ts';

/** A written file, and what it was made of. It travels to another process. */
export interface CheckTask {
  readonly bytes: Uint8Array;
  readonly type: (typeof CHECKED_TYPES)[number];
  /** The fragment. */
  readonly html: string;
  readonly accept: Decided;
  readonly reject: Decided;
  /** The compared files, if both are DOCX. */
  readonly sources: Readonly<Record<Side, Uint8Array>> | null;
}

/** Options of the check, with the service's defaults. */
export interface LastCheckOptions {
  readonly residentMegabytes?: number;
  readonly timeoutMs?: number;
  /** Program of the process. */
  readonly processFile?: string;
}

const CHECK_PROCESS = fileURLToPath(new URL('../entry-points/check-process.ts', import.meta.url));
/** As for making the file: three documents with their trees, one after the other. */
const RESIDENT_MEGABYTES = 1_536;
/** A job has 120 seconds. Ordinary files take one. */
const TIMEOUT_MS = 45_000;

/** Makes files, and checks those with decisions. */
export class CheckedArtifacts implements ArtifactMaker {
  readonly #maker: ArtifactMaker;
  readonly #options: LastCheckOptions;

  constructor(maker: ArtifactMaker, options: LastCheckOptions = {}) {
    this.#maker = maker;
    this.#options = options;
  }

  /** Makes a file; its report has the check. Throws as the maker does. A check that fails is no failure of the file. */
  async make(task: ArtifactTask, signal: AbortSignal): Promise<Artifact> {
    return await checked(await this.#maker.make(task, signal), task, signal, this.#options);
  }
}

/** The file with the check in its report, or as it is if it holds no decisions. Throws only the signal's reason. */
export async function checked(
  artifact: Artifact,
  task: ArtifactTask,
  signal: AbortSignal,
  options: LastCheckOptions = {},
): Promise<Artifact> {
  const order = checkTaskOf(artifact, task);
  if (order === null) return artifact;
  return { ...artifact, report: { ...artifact.report, check: await lastCheck(order, signal, options) } };
}

/** Null: nothing is decided, or the file holds no decided document. */
function checkTaskOf({ bytes }: Artifact, task: ArtifactTask): CheckTask | null {
  const { options, html, format, original, revised } = task;
  const type = CHECKED_TYPES.find((each) => each === task.type);
  if (type === undefined || (options.accept.length === 0 && options.reject.length === 0)) return null;
  const { accept, reject } = options;
  return { bytes, type, html, accept, reject, sources: format === 'docx' ? { original, revised } : null };
}

async function lastCheck(task: CheckTask, signal: AbortSignal, options: LastCheckOptions): Promise<LastCheck> {
  const { processFile = CHECK_PROCESS, residentMegabytes = RESIDENT_MEGABYTES, timeoutMs = TIMEOUT_MS } = options;
  const program: TaskProgram = { processFile, residentMegabytes };
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    return await runTask<LastCheck>(program, task, AbortSignal.any([signal, limit]));
  } catch (fault) {
    signal.throwIfAborted();
    const message = limit.aborted
      ? `The check took longer than ${timeoutMs / 1_000} seconds and was stopped.`
      : fault instanceof ServiceError
        ? `The file was not checked: ${fault.message}`
        : 'The check ended by itself, so the file was not checked.';
    return { exact: false, places: [{ kind: 'unread', text: '', section: '', message }] };
  }
}
