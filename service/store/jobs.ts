import type { Selectable } from 'kysely';
import { JOB_RERUNS, TOMBSTONE_SECONDS } from '../../shared/limits.ts';
import type { ArtifactReport, ExportOptions } from '../exports/artifact.ts';
import type { JobRecord, NewJob } from '../comparison/exports/job.ts';
import type { Executor } from './open-database.ts';
import type { JobsTable } from './schema.ts';

const UNFINISHED = ['queued', 'running'] as const;

/** Queues a job. */
export async function insertJob(executor: Executor, job: NewJob): Promise<void> {
  await executor
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
}

/** A job; null when there is none. */
export async function findJob(executor: Executor, jobId: string): Promise<JobRecord | null> {
  const row = await executor.selectFrom('jobs').selectAll().where('job_id', '=', jobId).executeTakeFirst();
  return row === undefined ? null : jobRecord(row);
}

/** Jobs of a subject, newest first. */
export async function listJobs(executor: Executor, subject: string, limit: number): Promise<JobRecord[]> {
  const rows = await executor
    .selectFrom('jobs')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('created_ms', 'desc')
    .orderBy('job_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(jobRecord);
}

/** Deletes a job. False if the subject has no such job. */
export async function removeJob(executor: Executor, subject: string, jobId: string): Promise<boolean> {
  const { numDeletedRows } = await executor
    .deleteFrom('jobs')
    .where('job_id', '=', jobId)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Queued and running jobs of a subject. */
export async function countUnfinishedJobs(executor: Executor, subject: string): Promise<number> {
  const { count } = await executor
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subject', '=', subject)
    .where('state', 'in', UNFINISHED)
    .executeTakeFirstOrThrow();
  return count;
}

/** Marks the oldest queued job as running. Call it in a transaction. */
export async function takeNextJob(executor: Executor, at: Date): Promise<JobRecord | null> {
  const next = await executor
    .selectFrom('jobs')
    .select('job_id')
    .where('state', '=', 'queued')
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

/** Changes a running job. False if it does not run. */
export async function changeRunningJob(
  executor: Executor,
  jobId: string,
  change: Partial<Omit<JobsTable, 'job_id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('jobs')
    .set(change)
    .where('job_id', '=', jobId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Queues a running job again as if this run had not happened. */
export async function putJobBack(executor: Executor, jobId: string): Promise<void> {
  await executor
    .updateTable('jobs')
    .set((expression) => ({ state: 'queued', runs: expression('runs', '-', 1), progress: 0, started_ms: null }))
    .where('job_id', '=', jobId)
    .where('state', '=', 'running')
    .execute();
}

/** Queues jobs that ran when the process died, or fails them. Call it in a transaction. Returns their total number. */
export async function recoverJobs(executor: Executor, at: Date): Promise<number> {
  const runsAtMost = 1 + JOB_RERUNS;
  const failed = await executor
    .updateTable('jobs')
    .set({
      state: 'failed',
      finished_ms: at.getTime(),
      error_code: 'internal_error',
      error_message: `The service stopped each of the ${runsAtMost} times that this job ran. Ask for a new one.`,
    })
    .where('state', '=', 'running')
    .where('runs', '>=', runsAtMost)
    .executeTakeFirst();
  const again = await executor
    .updateTable('jobs')
    .set({ state: 'queued', progress: 0, started_ms: null })
    .where('state', '=', 'running')
    .executeTakeFirst();
  return Number(failed.numUpdatedRows + again.numUpdatedRows);
}

/** Whether a job that is valid at `at` has its result in this file. */
export async function isJobFile(executor: Executor, file: string): Promise<boolean> {
  const row = await executor.selectFrom('jobs').select('job_id').where('result_file', '=', file).executeTakeFirst();
  return row !== undefined;
}

/** Releases expired files, and deletes jobs that ended long before. */
export async function sweepJobs(executor: Executor, at: Date): Promise<void> {
  const now = Math.floor(at.getTime() / 1_000);
  await executor
    .updateTable('jobs')
    .set({ result_file: null })
    .where('expires_at', '<=', now)
    .where('result_file', 'is not', null)
    .execute();
  await executor
    .deleteFrom('jobs')
    .where('finished_ms', '<=', at.getTime() - TOMBSTONE_SECONDS * 1_000)
    .execute();
}

function jobRecord(row: Selectable<JobsTable>): JobRecord {
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
  };
}
