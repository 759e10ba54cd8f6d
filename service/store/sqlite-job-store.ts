import type { ErrorCode } from '../../shared/errors.ts';
import type { Transaction } from '../admission/ports.ts';
import type { Artifact } from '../exports/artifact.ts';
import type { JobRecord, JobStore, NewJob } from '../comparison/exports/job.ts';
import type { ContentFiles } from './content-files.ts';
import type { FaultPoint } from './fault-point.ts';
import {
  changeRunningJob,
  countUnfinishedJobs,
  findJob,
  insertJob,
  isJobFile,
  listJobs,
  putJobBack,
  recoverJobs,
  removeJob,
  sweepJobs,
  takeNextJob,
} from './jobs.ts';
import type { Executor } from './open-database.ts';
import { executorOf } from './transactions.ts';

/** Jobs in the local database. Their results are files. */
export class SqliteJobStore implements JobStore {
  readonly #database: Executor;
  readonly #files: ContentFiles;
  readonly #at: (point: FaultPoint) => void;

  /** `atFaultPoint` is called at every place where a dying process could leave unfinished work. */
  constructor(database: Executor, files: ContentFiles, atFaultPoint: (point: FaultPoint) => void) {
    this.#database = database;
    this.#files = files;
    this.#at = atFaultPoint;
  }

  async insert(transaction: Transaction, job: NewJob): Promise<void> {
    await insertJob(executorOf(transaction), job);
    this.#at('job-queued');
  }

  async find(jobId: string): Promise<JobRecord | null> {
    return await findJob(this.#database, jobId);
  }

  async list(subject: string, limit: number): Promise<JobRecord[]> {
    return await listJobs(this.#database, subject, limit);
  }

  async remove(subject: string, jobId: string): Promise<boolean> {
    return await removeJob(this.#database, subject, jobId);
  }

  async countUnfinished(subject: string): Promise<number> {
    return await countUnfinishedJobs(this.#database, subject);
  }

  async takeNext(at: Date): Promise<JobRecord | null> {
    const job = await this.#database.transaction().execute((transaction) => takeNextJob(transaction, at));
    if (job !== null) this.#at('job-taken');
    return job;
  }

  async report(jobId: string, progress: number): Promise<void> {
    await changeRunningJob(this.#database, jobId, { progress });
  }

  async succeed(
    jobId: string,
    { artifact, name, at, expiresAtSeconds }: { artifact: Artifact; name: string; at: Date; expiresAtSeconds: number },
  ): Promise<boolean> {
    const file = await this.#files.write(artifact.bytes);
    this.#at('job-file-written');
    try {
      const done = await changeRunningJob(this.#database, jobId, {
        state: 'succeeded',
        progress: 1,
        finished_ms: at.getTime(),
        report: JSON.stringify(artifact.report),
        result_file: file.name,
        result_name: name,
        result_type: artifact.mediaType,
        expires_at: expiresAtSeconds,
      });
      this.#at('job-finished');
      return done;
    } finally {
      file.release();
    }
  }

  async fail(jobId: string, { code, message }: { code: ErrorCode; message: string }, at: Date): Promise<void> {
    await changeRunningJob(this.#database, jobId, {
      state: 'failed',
      finished_ms: at.getTime(),
      error_code: code,
      error_message: message,
    });
  }

  async putBack(jobId: string): Promise<void> {
    await putJobBack(this.#database, jobId);
  }

  async recover(at: Date): Promise<number> {
    return await this.#database.transaction().execute((transaction) => recoverJobs(transaction, at));
  }

  async read(file: string): Promise<Uint8Array | null> {
    return await this.#files.readIfThere(file);
  }

  async sweep(at: Date): Promise<void> {
    await this.#database.transaction().execute((transaction) => sweepJobs(transaction, at));
    await this.#files.prune((name) => isJobFile(this.#database, name));
  }
}
