/** Works on files in confined processes for the command line, which has no service. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { fileURLToPath } from 'node:url';
import type { Artifact, ArtifactTask } from './exports/artifact.ts';
import type { MergedDocuments, MergeTask } from './exports/merge-documents.ts';
import type { FileTask, FileTaskResults } from './pipeline/file-tasks.ts';
import type { FileReader } from './pipeline/inputs/read-file.ts';
import { unpackDocument } from './pipeline/inputs/packed-document.ts';
import { checked } from './workers/last-check.ts';
import { ReaderPool } from './workers/reader-pool.ts';
import { runTask, type TaskProgram } from './workers/task-process.ts';

/** Both sides of a comparison are read in parallel. */
const PROCESSES = 2;

let pool: ReaderPool | undefined;

/** The signal that ends the work of a caller. It reaches each process below, however deep the work goes. */
const signals = new AsyncLocalStorage<AbortSignal>();

/** Does work whose confined processes end when the signal aborts. The work then rejects. */
export async function endedBy<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return await signals.run(signal, work);
}

function signalOfWork(): AbortSignal {
  return signals.getStore() ?? new AbortController().signal;
}

/**
 * Reads a DOCX or PDF in a process of its own, with the limits of the service: its time, its memory, no network and no
 * files. Throws as `ReaderPool.read` does. The processes end with this one.
 */
export const readConfined: FileReader = async (format, bytes, options) => {
  pool ??= new ReaderPool({ processes: PROCESSES });
  // Extended: the comparison itself decides what is compared as text.
  const task = { ...options, format, bytes, complexity: 'extended' } as const;
  return unpackDocument(await pool.read(task, signalOfWork()));
};

/** A program for whole DOCX files, with its limits: the memory of an export, and the time of a comparison. */
function programOf(processFile: URL): TaskProgram {
  return {
    processFile: fileURLToPath(processFile),
    residentMegabytes: 1_536,
    cpu: {
      seconds: 60,
      tooSlow: (seconds) =>
        `The work on the documents took more than ${seconds} seconds of processor time, which is the limit. Work on them in parts.`,
    },
  };
}

const FILE_TASKS = programOf(new URL('./entry-points/file-task-process.ts', import.meta.url));
const MERGES = programOf(new URL('./entry-points/merge-process.ts', import.meta.url));
const ARTIFACTS = programOf(new URL('./entry-points/artifact-process.ts', import.meta.url));

/**
 * Does a task on whole DOCX files in a process of its own, with limits of time and memory, no network and no files.
 * Throws as `TaskProcess.run` does.
 */
export async function workConfined<Kind extends FileTask['kind']>(
  task: Extract<FileTask, { readonly kind: Kind }>,
): Promise<FileTaskResults[Kind]> {
  return await runTask<FileTaskResults[Kind]>(FILE_TASKS, task, signalOfWork());
}

/** Merges two revisions of a DOCX, confined as `workConfined` is. */
export async function mergeConfined(task: MergeTask): Promise<MergedDocuments> {
  return await runTask<MergedDocuments>(MERGES, task, signalOfWork());
}

/** Makes the file of an export and checks its decisions, confined as `workConfined` is. */
export async function makeConfined(task: ArtifactTask): Promise<Artifact> {
  const { signal } = new AbortController();
  return await checked(await runTask<Artifact>(ARTIFACTS, task, signal), null, task, signal);
}
