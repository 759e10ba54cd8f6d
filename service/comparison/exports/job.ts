/** Background jobs, and the ports that store them and make their files. */
import type { ArtifactType } from '../../../shared/api/jobs.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import type { Transaction } from '../../admission/ports.ts';
import type { SharedPart } from '../unreachable.ts';
import type { Artifact, ArtifactReport, ArtifactTask, ExportOptions } from '../../exports/artifact.ts';

/** Maximum number of further runs of a job whose process died. */
export const JOB_RERUNS = 3;

/** Why and how long a job waits. Times are Unix times in milliseconds. */
export interface Waiting {
  readonly part: SharedPart;
  /** When the part was missed first. */
  readonly sinceMs: number;
  /** The job is not tried before. */
  readonly untilMs: number;
}

/** A job. Times are Unix times in milliseconds unless stated otherwise. */
export interface JobRecord {
  readonly jobId: string;
  readonly subject: string;
  readonly comparisonId: string;
  readonly artifactType: ArtifactType;
  readonly options: ExportOptions;
  readonly state: 'queued' | 'running' | 'succeeded' | 'failed';
  /** How often it was started. */
  readonly runs: number;
  /** From 0 to 1. */
  readonly progress: number;
  readonly createdAtMs: number;
  readonly startedAtMs: number | null;
  readonly finishedAtMs: number | null;
  readonly report: ArtifactReport | null;
  readonly fault: { readonly code: string; readonly message: string } | null;
  /** Null: nothing was made, or it has expired. */
  readonly result: { readonly file: string; readonly name: string; readonly mediaType: string } | null;
  /** Unix time in seconds at which the result expires; null without a result. */
  readonly expiresAtSeconds: number | null;
  /** The last wait for a part that could not be reached; null without one. */
  readonly waiting: Waiting | null;
}

/** A job before it is queued. */
export type NewJob = Pick<JobRecord, 'jobId' | 'subject' | 'comparisonId' | 'artifactType' | 'options' | 'createdAtMs'>;

/** Stores jobs and their files. */
export interface JobStore {
  insert(transaction: Transaction, job: NewJob): Promise<void>;
  find(jobId: string): Promise<JobRecord | null>;
  /** Newest first, at most `limit`. */
  list(subject: string, limit: number): Promise<JobRecord[]>;
  /** Deletes a job of this subject with its file. False if the subject has no such job. */
  remove(subject: string, jobId: string): Promise<boolean>;
  /** Number of queued and running jobs of a subject. */
  countUnfinished(subject: string): Promise<number>;
  /** Marks the oldest queued job that need not wait as running and returns it; null without one. */
  takeNext(at: Date): Promise<JobRecord | null>;
  /** Records the progress of a running job. */
  report(jobId: string, progress: number): Promise<void>;
  /** Stores the file of a running job and ends the job, in one transaction. False if the job was deleted meanwhile. */
  succeed(
    jobId: string,
    end: { artifact: Artifact; name: string; at: Date; expiresAtSeconds: number },
  ): Promise<boolean>;
  /** Ends a running job without a result. */
  fail(jobId: string, fault: { code: ErrorCode; message: string }, at: Date): Promise<void>;
  /** Queues a running job again that was stopped without a fault of its own. That run does not count. */
  putBack(jobId: string): Promise<void>;
  /** As `putBack`, and the job waits. Absent where all parts are in one process. */
  postpone?(jobId: string, waiting: Waiting): Promise<void>;
  /**
   * Call it before the first job of a process. Jobs that ran when the last process died are queued again. A job that
   * already ran again `JOB_RERUNS` times fails. Returns their number.
   */
  recover(at: Date): Promise<number>;
  /** The bytes of a result; null if they have expired. */
  read(file: string): Promise<Uint8Array | null>;
  /** Deletes expired files, and jobs that ended long before. */
  sweep(at: Date): Promise<void>;
}

/** Makes files outside the service process, within limits of time and memory. */
export interface ArtifactMaker {
  /** Throws `ServiceError` on a refusal. Throws the signal's reason if it is aborted; the work has then stopped. */
  make(task: ArtifactTask, signal: AbortSignal): Promise<Artifact>;
}

/**
 * Reads a file with decisions again. The answer is the file with what was seen in its report. `page`: what was printed
 * as this file; null for a file that is no print. Throws only the signal's reason.
 */
export type ArtifactCheck = (
  artifact: Artifact,
  page: string | null,
  task: ArtifactTask,
  signal: AbortSignal,
) => Promise<Artifact>;

/** Prints a page. */
export interface PagePrinter {
  /**
   * The PDF of a self-contained HTML page. Nothing outside the page is loaded. Throws `renderer_unavailable` without
   * a browser, and the signal's reason if it is aborted.
   */
  print(html: string, signal: AbortSignal): Promise<Uint8Array>;
}
