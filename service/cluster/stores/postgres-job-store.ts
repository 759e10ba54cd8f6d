import { sql, type Selectable } from 'kysely';
import type { JobRecord, JobStore, Waiting } from '../../comparison/exports/job.ts';
import type { FaultPoint } from '../../store/fault-point.ts';
import type { Executor, JobsTable } from '../../store/tables/schema.ts';
import { jobRecord, SqlJobStore } from '../../store/tables/sql-job-store.ts';
import type { StoredFiles } from '../../store/files/stored-files.ts';
import { inCluster, type ClusterSchema, type WaitingColumns } from './cluster-schema.ts';

/** Jobs of a cluster. A running job belongs to the replica that took it, and to that run of it. */
export class PostgresJobStore extends SqlJobStore implements JobStore {
  readonly #replicaId: string;
  /** The run that this process took last, by job. */
  readonly #runs = new Map<string, number>();

  /** `replicaId` owns the jobs that this process takes. `atFaultPoint`: see `FAULT_POINTS`. */
  constructor(database: Executor, files: StoredFiles, replicaId: string, atFaultPoint: (point: FaultPoint) => void) {
    super(database, files, atFaultPoint);
    this.#replicaId = replicaId;
  }

  override async takeNext(at: Date): Promise<JobRecord | null> {
    // Materialized: the row is chosen and locked once. Other replicas skip it and take the next one. The callers with
    // the fewest running jobs come first, as in `SqlJobStore`.
    const { rows } = await sql<ClusterSchema['jobs']>`
      with next as materialized (
        select job_id from jobs
        left join (select subject, count(*) as count from jobs where state = 'running' group by subject) as running
          using (subject)
        where state = 'queued' and coalesce(waiting_until_ms, 0) <= ${at.getTime()}
        order by coalesce(running.count, 0), created_ms, job_id limit 1 for update of jobs skip locked
      )
      update jobs set state = 'running', runs = runs + 1, progress = 0, started_ms = ${at.getTime()},
        owner_id = ${this.#replicaId}
      from next where jobs.job_id = next.job_id returning jobs.*`.execute(this.database);
    const row = rows[0];
    if (row === undefined) return null;
    this.#runs.set(row.job_id, row.runs);
    this.at('job-taken');
    return this.recordOf(row);
  }

  override async putBack(jobId: string): Promise<void> {
    await this.#queueAgain(jobId, {});
  }

  async postpone(jobId: string, { part, sinceMs, untilMs }: Waiting): Promise<void> {
    await this.#queueAgain(jobId, { waiting_for: part, waiting_since_ms: sinceMs, waiting_until_ms: untilMs });
  }

  /** A run that ended without a fault of the job does not count. */
  async #queueAgain(jobId: string, waiting: Partial<WaitingColumns>): Promise<void> {
    await this.#ofThisRun(jobId)
      .set((expression) => ({
        state: 'queued' as const,
        runs: expression('runs', '-', 1),
        progress: 0,
        started_ms: null,
        owner_id: null,
        ...waiting,
      }))
      .execute();
    this.#runs.delete(jobId);
  }

  protected override recordOf(row: Selectable<ClusterSchema['jobs']>): JobRecord {
    const { waiting_for: part, waiting_since_ms: sinceMs, waiting_until_ms: untilMs } = row;
    const isWhole = part !== null && sinceMs !== null && untilMs !== null;
    return { ...jobRecord(row), waiting: isWhole ? { part, sinceMs, untilMs } : null };
  }

  protected override async changeRunning(jobId: string, change: Partial<Omit<JobsTable, 'job_id'>>): Promise<boolean> {
    const { numUpdatedRows } = await this.#ofThisRun(jobId).set(change).executeTakeFirst();
    if (change.state !== undefined) this.#runs.delete(jobId);
    return numUpdatedRows > 0n;
  }

  /** The leases of replicas queue jobs again: see `ReplicaLease`. So there is nothing to recover. */
  override async recover(): Promise<number> {
    return Promise.resolve(0);
  }

  /** Changes only what this replica runs: a job that was given to another is no longer ours to end. */
  #ofThisRun(jobId: string) {
    return inCluster(this.database)
      .updateTable('jobs')
      .where('job_id', '=', jobId)
      .where('state', '=', 'running')
      .where('owner_id', '=', this.#replicaId)
      .where('runs', '=', this.#runs.get(jobId) ?? -1);
  }
}
