import type { Selectable } from 'kysely';
import { TOMBSTONE_SECONDS } from '../../admission/retention.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import type { Transaction } from '../../admission/ports.ts';
import type { Artifact, ArtifactReport, ExportOptions } from '../../exports/artifact.ts';
import { JOB_RERUNS, type JobRecord, type JobStore, type NewJob } from '../../comparison/exports/job.ts';
import type { FaultPoint } from '../fault-point.ts';
import { inBatches } from '../pauses.ts';
import type { Executor, JobsTable } from './schema.ts';
import type { StoredFiles } from '../files/stored-files.ts';
import { executorOf } from './transactions.ts';

/** States of a job that has no outcome yet. */
const UNFINISHED = ['queued', 'running'] as const;

/** Jobs, in the table `jobs`. Their results are files. */
export class SqlJobStore implements JobStore {
  protected readonly database: Executor;
  readonly #files: StoredFiles;
  protected readonly at: (point: FaultPoint) => void;

  /** `atFaultPoint` is called at every place where a dying process could leave unfinished work. */
  constructor(database: Executor, files: StoredFiles, atFaultPoint: (point: FaultPoint) => void) {
    this.database = database;
    this.#files = files;
    this.at = atFaultPoint;
  }

  async insert(transaction: Transaction, job: NewJob): Promise<void> {
    await executorOf(transaction)
      .insertInto('jobs')
      .values({
        job_id: job.jobId,
        subject: job.subject,
        comparison_id: job.comparisonId,
        artifact_type: job.artifactType,
        options: JSON.stringify(job.options),
        state: 'queued',
        runs: 0,
        progress: 0,
        created_ms: job.createdAtMs,
      })
      .execute();
    this.at('job-queued');
  }

  async find(jobId: string): Promise<JobRecord | null> {
    const row = await this.database.selectFrom('jobs').selectAll().where('job_id', '=', jobId).executeTakeFirst();
    return row === undefined ? null : this.recordOf(row);
  }

  async list(subject: string, limit: number): Promise<JobRecord[]> {
    const rows = await this.database
      .selectFrom('jobs')
      .selectAll()
      .where('subject', '=', subject)
      .orderBy('created_ms', 'desc')
      .orderBy('job_id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => this.recordOf(row));
  }

  /** The job of a row of this store. */
  protected recordOf(row: Selectable<JobsTable>): JobRecord {
    return jobRecord(row);
  }

  async remove(subject: string, jobId: string): Promise<boolean> {
    const { numDeletedRows } = await this.database
      .deleteFrom('jobs')
      .where('job_id', '=', jobId)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async countUnfinished(subject: string): Promise<number> {
    const { count } = await this.database
      .selectFrom('jobs')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('subject', '=', subject)
      .where('state', 'in', UNFINISHED)
      .executeTakeFirstOrThrow();
    return count;
  }

  async takeNext(at: Date): Promise<JobRecord | null> {
    const job = await this.database.transaction().execute((transaction) => takeNextJob(transaction, at));
    if (job !== null) this.at('job-taken');
    return job;
  }

  async report(jobId: string, progress: number): Promise<void> {
    await this.changeRunning(jobId, { progress });
  }

  async succeed(
    jobId: string,
    { artifact, name, at, expiresAtSeconds }: { artifact: Artifact; name: string; at: Date; expiresAtSeconds: number },
  ): Promise<boolean> {
    const file = await this.#files.write(artifact.bytes);
    this.at('job-file-written');
    try {
      const done = await this.changeRunning(jobId, {
        state: 'succeeded',
        progress: 1,
        finished_ms: at.getTime(),
        report: JSON.stringify(artifact.report),
        result_file: file.name,
        result_name: name,
        result_type: artifact.mediaType,
        expires_at: expiresAtSeconds,
      });
      this.at('job-finished');
      if (!done) await file.drop();
      return done;
    } finally {
      file.release();
    }
  }

  async fail(jobId: string, { code, message }: { code: ErrorCode; message: string }, at: Date): Promise<void> {
    await this.changeRunning(jobId, {
      state: 'failed',
      finished_ms: at.getTime(),
      error_code: code,
      error_message: message,
    });
  }

  async putBack(jobId: string): Promise<void> {
    await this.database
      .updateTable('jobs')
      .set((expression) => ({ state: 'queued', runs: expression('runs', '-', 1), progress: 0, started_ms: null }))
      .where('job_id', '=', jobId)
      .where('state', '=', 'running')
      .execute();
  }

  /** Changes a running job. Returns false when the job is not running. */
  protected async changeRunning(jobId: string, change: Partial<Omit<JobsTable, 'job_id'>>): Promise<boolean> {
    const { numUpdatedRows } = await this.database
      .updateTable('jobs')
      .set(change)
      .where('job_id', '=', jobId)
      .where('state', '=', 'running')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async recover(at: Date): Promise<number> {
    return await this.database.transaction().execute((transaction) => recoverJobs(transaction, at));
  }

  async read(file: string): Promise<Uint8Array | null> {
    return await this.#files.readIfThere(file);
  }

  async #isJobFile(file: string): Promise<boolean> {
    const row = await this.database
      .selectFrom('jobs')
      .select('job_id')
      .where('result_file', '=', file)
      .executeTakeFirst();
    return row !== undefined;
  }

  async sweep(at: Date): Promise<void> {
    await sweepJobs(this.database, at);
    await this.#files.prune((name) => this.#isJobFile(name));
  }
}

/**
 * Marks the next queued job as running: the oldest of the callers with the fewest running jobs. So fifty jobs of one
 * caller let a job of another pass as soon as one of them ends. Call it in a transaction.
 */
async function takeNextJob(executor: Executor, at: Date): Promise<JobRecord | null> {
  const next = await executor
    .selectFrom('jobs')
    .select('job_id')
    .where('state', '=', 'queued')
    .orderBy((expression) =>
      expression
        .selectFrom('jobs as running')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('running.state', '=', 'running')
        .whereRef('running.subject', '=', 'jobs.subject'),
    )
    .orderBy('created_ms')
    .orderBy('job_id')
    .limit(1)
    .executeTakeFirst();
  if (next === undefined) return null;
  const row = await executor
    .updateTable('jobs')
    .set((expression) => ({
      state: 'running',
      runs: expression('runs', '+', 1),
      progress: 0,
      started_ms: at.getTime(),
    }))
    .where('job_id', '=', next.job_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return jobRecord(row);
}

/**
 * Queues the jobs that ran when the process died, or fails them after `JOB_RERUNS` reruns. Call it in a transaction.
 * `ids`: only those; null: all that run. Returns the number of both.
 */
export async function recoverJobs(executor: Executor, at: Date, ids: readonly string[] | null = null): Promise<number> {
  const runsAtMost = 1 + JOB_RERUNS;
  const running = executor.updateTable('jobs').where('state', '=', 'running');
  const jobs = ids === null ? running : running.where('job_id', 'in', ids);
  const failures = await jobs
    .set({
      state: 'failed',
      finished_ms: at.getTime(),
      error_code: 'internal_error',
      error_message: `The service stopped each of the ${runsAtMost} times that this job ran. Ask for a new one.`,
    })
    .where('runs', '>=', runsAtMost)
    .executeTakeFirst();
  const reruns = await jobs.set({ state: 'queued', progress: 0, started_ms: null }).executeTakeFirst();
  return Number(failures.numUpdatedRows + reruns.numUpdatedRows);
}

/** Drops the names of expired files, and deletes jobs that finished `TOMBSTONE_SECONDS` ago. */
async function sweepJobs(executor: Executor, at: Date): Promise<void> {
  const now = Math.floor(at.getTime() / 1_000);
  const jobs = executor.selectFrom('jobs').select('job_id');
  await inBatches(async (rows) => {
    const expired = jobs.where('expires_at', '<=', now).where('result_file', 'is not', null).limit(rows);
    const change = executor.updateTable('jobs').set({ result_file: null }).where('job_id', 'in', expired);
    return (await change.executeTakeFirst()).numUpdatedRows;
  });
  await inBatches(async (rows) => {
    const forgotten = jobs.where('finished_ms', '<=', at.getTime() - TOMBSTONE_SECONDS * 1_000).limit(rows);
    const change = executor.deleteFrom('jobs').where('job_id', 'in', forgotten);
    return (await change.executeTakeFirst()).numDeletedRows;
  });
}

/** The job of a row. */
export function jobRecord(row: Selectable<JobsTable>): JobRecord {
  const { result_file: file, result_name: name, result_type: mediaType, error_code: code } = row;
  return {
    jobId: row.job_id,
    subject: row.subject,
    comparisonId: row.comparison_id,
    artifactType: row.artifact_type,
    options: JSON.parse(row.options) as ExportOptions,
    state: row.state,
    runs: row.runs,
    progress: row.progress,
    createdAtMs: row.created_ms,
    startedAtMs: row.started_ms,
    finishedAtMs: row.finished_ms,
    report: row.report === null ? null : (JSON.parse(row.report) as ArtifactReport),
    fault: code === null ? null : { code, message: row.error_message ?? '' },
    result: file === null || name === null || mediaType === null ? null : { file, name, mediaType },
    expiresAtSeconds: row.expires_at,
    waiting: null,
  };
}
