import { randomBytes } from 'node:crypto';
import type { ArtifactType } from '../../../shared/api/jobs.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { TOMBSTONE_SECONDS } from '../../admission/retention.ts';
import type { Transaction } from '../../admission/ports.ts';
import type { StoredComparisons } from '../stored/stored-comparisons.ts';
import { checkExport } from './check-export.ts';
import { checkUnits } from './check-units.ts';
import { UNDECIDED, type ExportOptions } from '../../exports/artifact.ts';
import { type JobRecord, type JobStore, type NewJob } from './job.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';

/** Maximum number of unfinished jobs of one caller. A person has fewer, and more could fill a disk. */
export const UNFINISHED_JOBS_MAX = 50;

/** The state of a job for its owner. `expired` follows from the time. */
export type JobState = JobRecord['state'] | 'expired';

/** The file of a job for a download. */
export interface JobResult {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly mediaType: string;
}

/** Dependencies of exports. */
export interface ExportsDeps {
  readonly jobs: JobStore;
  readonly runner: JobQueue;
  readonly comparisons: StoredComparisons;
  readonly now: () => Date;
}

/** Delay until a caller with too many unfinished jobs may try again. */
const RETRY_AFTER_SECONDS = 10;

/** The use cases of exports: order a file, list jobs, fetch a result. */
export class Exports {
  readonly #deps: ExportsDeps;

  constructor(deps: ExportsDeps) {
    this.#deps = deps;
  }

  /**
   * A job for a comparison of the caller. It is not stored yet: see `queue`. Throws `not_found`, `invalid_request` if
   * the export is impossible or its decisions divide a unit, and `rate_limited` if the caller has too many unfinished
   * jobs.
   */
  async prepare(
    subject: string,
    comparisonId: string,
    artifactType: ArtifactType,
    options: ExportOptions,
  ): Promise<NewJob> {
    const { record, head, subject: owner, html } = await this.#deps.comparisons.openOwn(subject, comparisonId);
    checkExport(artifactType, record.facts, options, head.totalChanges);
    await checkUnits(options, record.facts, html);
    if (options.next !== undefined) {
      const next = await this.#deps.comparisons.openOwn(subject, options.next);
      const [own, other] = [record.facts.format, next.record.facts.format];
      if (own !== other)
        throw new ServiceError('invalid_request', `/next is a comparison of ${other}, and this one is of ${own}.`, {
          issues: [{ in: 'body', path: '/next', message: `must be a comparison of ${own}, not of ${other}` }],
        });
    }
    await this.checkRoom(owner);
    return this.newJob(owner, comparisonId, artifactType, options);
  }

  /** A job for a comparison that is stored together with it. */
  newJob(subject: string, comparisonId: string, artifactType: ArtifactType, options = UNDECIDED): NewJob {
    const createdAtMs = this.#deps.now().getTime();
    return { jobId: newJobId(), subject, comparisonId, artifactType, options, createdAtMs };
  }

  /** Throws `rate_limited` if a caller has too many unfinished jobs. */
  async checkRoom(subject: string): Promise<void> {
    const unfinished = await this.#deps.jobs.countUnfinished(subject);
    if (unfinished < UNFINISHED_JOBS_MAX) return;
    throw new ServiceError(
      'rate_limited',
      `${unfinished} of your jobs are not finished; ${UNFINISHED_JOBS_MAX} is the limit. Try again in ${RETRY_AFTER_SECONDS} seconds, or cancel some.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }

  /** Stores a job in the transaction that ends the ordering operation. Call `wake` afterwards. */
  async queue(transaction: Transaction, job: NewJob): Promise<void> {
    await this.#deps.jobs.insert(transaction, job);
  }

  /** Lets queued jobs begin. */
  wake(): void {
    this.#deps.runner.wake();
  }

  /** A job of the caller. Throws `not_found`. */
  async find(subject: string, jobId: string): Promise<JobRecord> {
    const job = await this.#deps.jobs.find(jobId);
    if (job === null || job.subject !== subject || this.#isForgotten(job)) throw unknownJob();
    return job;
  }

  /** A job of the caller when it has ended, or as it is when the signal is aborted. Throws `not_found`. */
  async ended(subject: string, jobId: string, signal: AbortSignal): Promise<JobRecord> {
    const { promise: aborted, resolve: abort } = Promise.withResolvers<undefined>();
    signal.addEventListener('abort', () => abort(undefined), { once: true });
    for (;;) {
      // Asked for first, so that an end between both questions is not missed.
      const next = this.#deps.runner.nextEnd();
      const job = await this.find(subject, jobId);
      const state = this.stateOf(job);
      if (signal.aborted || (state !== 'queued' && state !== 'running')) return job;
      await Promise.race([next, aborted]);
    }
  }

  /** Jobs of the caller, newest first. */
  async list(subject: string, limit: number): Promise<JobRecord[]> {
    const found = await this.#deps.jobs.list(subject, limit);
    return found.filter((job) => !this.#isForgotten(job));
  }

  /** Stops a job of the caller and deletes it with its file. Throws `not_found`. */
  async remove(subject: string, jobId: string): Promise<void> {
    await this.find(subject, jobId);
    if (!(await this.#deps.jobs.remove(subject, jobId))) throw unknownJob();
    this.#deps.runner.cancel(jobId);
  }

  /** The current state of a job. */
  stateOf({ state, expiresAtSeconds }: JobRecord): JobState {
    const hasExpired = expiresAtSeconds !== null && this.#deps.now().getTime() / 1_000 >= expiresAtSeconds;
    return state === 'succeeded' && hasExpired ? 'expired' : state;
  }

  /** The file of a job of the caller. Throws `not_found` (also for a failed job), `job_not_ready` or `gone`. */
  async result(subject: string, jobId: string): Promise<JobResult> {
    const job = await this.find(subject, jobId);
    const state = this.stateOf(job);
    if (state === 'queued' || state === 'running') {
      throw new ServiceError('job_not_ready', `The job is ${state}. Poll it until its status is succeeded.`);
    }
    if (state === 'failed') {
      throw new ServiceError('not_found', `The job has failed and made no file: ${job.fault?.message ?? ''}`);
    }
    const bytes = state === 'expired' || job.result === null ? null : await this.#deps.jobs.read(job.result.file);
    if (bytes === null || job.result === null) {
      throw new ServiceError('gone', 'The file of this job has expired. Export the comparison again.');
    }
    return { bytes, name: job.result.name, mediaType: job.result.mediaType };
  }

  /** A job past its retention is unknown, even before the sweep removes it. */
  #isForgotten({ finishedAtMs }: JobRecord): boolean {
    return finishedAtMs !== null && this.#deps.now().getTime() >= finishedAtMs + TOMBSTONE_SECONDS * 1_000;
  }
}

/** 128 random bits, so that nobody guesses an id. */
function newJobId(): string {
  return `job_${randomBytes(16).toString('hex')}`;
}

function unknownJob(): ServiceError {
  return new ServiceError('not_found', 'There is no such job of this caller. GET /v1/diffsvc/jobs lists them.');
}
