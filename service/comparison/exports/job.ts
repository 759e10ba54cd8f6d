/** Background jobs as the use cases know them, and the ports that keep and run them. */
import type { ArtifactType } from '../../../shared/api/jobs.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import type { Transaction } from '../../admission/ports.ts';
import type { Artifact, ArtifactReport, ArtifactTask, ExportOptions } from '../../exports/artifact.ts';

/** A job. Times are Unix times in milliseconds unless they say otherwise. */
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
  /** Null: nothing was made, or it is gone. */
  readonly result: { readonly file: string; readonly name: string; readonly mediaType: string } | null;
  /** When the result goes, in Unix seconds; null for a job that has none. */
  readonly expiresAtSeconds: number | null;
}

/** A job that is to be queued. */
export type NewJob = Pick<JobRecord, 'jobId' | 'subject' | 'comparisonId' | 'artifactType' | 'options' | 'createdAtMs'>;

/** Keeps jobs and the files that they made. */
export interface JobStore {
  insert(transaction: Transaction, job: NewJob): Promise<void>;
  find(jobId: string): Promise<JobRecord | null>;
  /** Newest first, `limit` at most. */
  list(subject: string, limit: number): Promise<JobRecord[]>;
  /** Forgets a job of this subject, its file with it; false when the subject has no such job. */
  remove(subject: string, jobId: string): Promise<boolean>;
  /** Jobs of a subject that are queued or run. */
  countUnfinished(subject: string): Promise<number>;
  /** Marks the oldest queued job as running and returns it; null when there is none. */
  takeNext(at: Date): Promise<JobRecord | null>;
  /** Notes how far a running job is. */
  report(jobId: string, progress: number): Promise<void>;
  /** Stores the file of a running job and ends it, both or nothing; false when the job was removed meanwhile. */
  succeed(
    jobId: string,
    end: { artifact: Artifact; name: string; at: Date; expiresAtSeconds: number },
  ): Promise<boolean>;
  /** Ends a running job without a result. */
  fail(jobId: string, fault: { code: ErrorCode; message: string }, at: Date): Promise<void>;
  /** Queues a running job again that was stopped without a fault of its own; that run does not count. */
  putBack(jobId: string): Promise<void>;
  /**
   * To be called before the first job of a process: what ran when the last one died is queued again, unless it ran
   * `JOB_RERUNS` times again already; then it has failed. Returns how many there were.
   */
  recover(at: Date): Promise<number>;
  /** The bytes of a result; null when they are gone. */
  read(file: string): Promise<Uint8Array | null>;
  /** Deletes files past their time, and every trace of jobs that ended long before. */
  sweep(at: Date): Promise<void>;
}

/** What runs jobs. Neither call waits for the work. */
export interface JobRunner {
  /** Says that there may be a queued job. */
  wake(): void;
  /** Stops a job, if it runs. */
  cancel(jobId: string): void;
}

/** Makes files away from the service, within limits of time and memory. */
export interface ArtifactMaker {
  /** Throws `ServiceError` on a refusal, and the signal's reason when that is aborted: then the work has stopped. */
  make(task: ArtifactTask, signal: AbortSignal): Promise<Artifact>;
}

/** Prints a page. */
export interface PagePrinter {
  /**
   * The PDF of a self-contained HTML page; nothing that it names elsewhere is loaded. Throws `renderer_unavailable` when no browser is found;
   * the signal's reason when that is aborted.
   */
  print(html: string, signal: AbortSignal): Promise<Uint8Array>;
}
