/** Has the files of exports read again, in a process of its own with limits. */
import { fileURLToPath } from 'node:url';
import type { LastCheck } from '../../shared/api/last-check.ts';
import type { Side } from '../../shared/document/model.ts';
import type { NoteMessage } from '../../shared/review-file/notes.ts';
import { ServiceError } from '../../shared/errors.ts';
import { CHECKED_TYPES, type Artifact, type ArtifactTask, type Decided } from '../exports/artifact.ts';
import { runTask, type TaskProgram } from './task-process.ts';

/** A written file, and what it was made of. It travels to another process. */
export interface CheckTask {
  readonly bytes: Uint8Array;
  readonly type: (typeof CHECKED_TYPES)[number];
  /** The page that was printed; null for a file that is no print. */
  readonly page: string | null;
  readonly onlyChanges: boolean;
  /** Whether a summary is in front of the print. */
  readonly hasSummary: boolean;
  /** The fragment. */
  readonly html: string;
  readonly accept: Decided;
  readonly reject: Decided;
  /** The compared files, if both are DOCX. */
  readonly sources: Readonly<Record<Side, Uint8Array>> | null;
  /** The messages of the notes, in the order of the file. */
  readonly messages: readonly NoteMessage[];
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

/**
 * The file with the check in its report, or as it is if it holds no decisions. A check that fails is no failure of the
 * file. Throws only the signal's reason.
 *
 * @param page the page that was printed as this file; null for a file that is no print
 */
export async function checked(
  artifact: Artifact,
  page: string | null,
  task: ArtifactTask,
  signal: AbortSignal,
  options: LastCheckOptions = {},
): Promise<Artifact> {
  const order = checkTaskOf(artifact, page, task);
  if (order === null) return artifact;
  return { ...artifact, report: { ...artifact.report, check: await lastCheck(order, signal, options) } };
}

/** Files that show every change, so that they are read again without decisions, too. */
const SHOW_CHANGES: ReadonlySet<ArtifactTask['type']> = new Set(['redline_docx', 'redline_pdf']);

/** Null: nothing is decided, or the file holds no decided document. */
function checkTaskOf({ bytes }: Artifact, page: string | null, task: ArtifactTask): CheckTask | null {
  const { options, html, format, original, revised } = task;
  const type = CHECKED_TYPES.find((each) => each === task.type);
  const isUndecided = options.accept.length === 0 && options.reject.length === 0;
  if (type === undefined || (isUndecided && !SHOW_CHANGES.has(type))) return null;
  const { accept, reject, onlyChanges = false, summary: hasSummary = true } = options;
  const sources = format === 'docx' ? { original, revised } : null;
  const messages = [...(options.notes ?? []), ...(options.passages ?? [])].flatMap((note) => note.messages);
  return { bytes, type, page, onlyChanges, hasSummary, html, accept, reject, sources, messages };
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
