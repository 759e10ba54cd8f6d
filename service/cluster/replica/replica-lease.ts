import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../../store/tables/schema.ts';
import { recoverJobs } from '../../store/tables/sql-job-store.ts';
import { countUnits } from '../../store/tables/usage.ts';
import { inCluster, type ClusterExecutor } from '../stores/cluster-schema.ts';

const HEARTBEAT_MS = 5_000;
/** A replica without a heartbeat for this long counts as dead. */
const LEASE_SECONDS = 30;
/** Work of one transaction of the reaper. */
const REAPED_AT_ONCE = 500;

/** Units of time, which a test shortens. */
export interface LeaseTimes {
  readonly heartbeatMs: number;
  readonly leaseSeconds: number;
}

/** What ended because its replica died. */
export interface Reaped {
  readonly operations: number;
  readonly jobs: number;
}

/** Who hears of the lease. */
export interface LeaseListener {
  /** After each heartbeat. A fault counts as one of the heartbeat. */
  readonly beat: () => Promise<void>;
  readonly reaped: (reaped: Reaped) => void;
  readonly fault: (fault: unknown) => void;
}

/**
 * The lease of this replica, kept by a heartbeat, and the reaper of those that died. Work belongs to a replica by its
 * id. So one row a replica is written every five seconds, whatever the number of operations. The server's clock decides.
 */
export class ReplicaLease {
  readonly id = `rep_${randomBytes(12).toString('hex')}`;
  readonly #database: Executor;
  readonly #times: LeaseTimes;
  readonly #on: LeaseListener;
  /** Since when every heartbeat has succeeded, by the monotonic clock; null after a failure. */
  #steadySince: number | null = null;
  #timer: NodeJS.Timeout | null = null;
  #beating: Promise<void> = Promise.resolve();

  constructor(
    database: Executor,
    on: LeaseListener,
    times: LeaseTimes = { heartbeatMs: HEARTBEAT_MS, leaseSeconds: LEASE_SECONDS },
  ) {
    this.#database = database;
    this.#on = on;
    this.#times = times;
  }

  /** Takes the lease. Call it before the first claim. Throws if the database cannot be written. */
  async start(): Promise<void> {
    await this.#renew();
    this.#later();
  }

  /** Gives the lease up, after the last work. What still runs ends as after a crash. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#beating;
    await reap(inCluster(this.#database), [this.id]);
    await sql`delete from replicas where replica_id = ${this.id}`.execute(this.#database);
  }

  #later(): void {
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat().finally(() => {
        if (this.#timer !== null) this.#later();
      });
    }, this.#times.heartbeatMs).unref();
  }

  async #beat(): Promise<void> {
    try {
      await this.#renew();
      await this.#on.beat();
      this.#steadySince ??= performance.now();
      // While the server was down, nobody could renew. Each replica has had a whole lease to do so.
      if (performance.now() - this.#steadySince < this.#times.leaseSeconds * 1_000) return;
      const reaped = await reap(inCluster(this.#database), await deadOwners(this.#database, this.#times.leaseSeconds));
      if (reaped.operations + reaped.jobs > 0) this.#on.reaped(reaped);
    } catch (fault) {
      this.#steadySince = null;
      this.#on.fault(fault);
    }
  }

  async #renew(): Promise<void> {
    const seconds = this.#times.leaseSeconds;
    await sql`insert into replicas (replica_id, lease_until) values (${this.id}, now() + make_interval(secs => ${seconds}))
      on conflict (replica_id) do update set lease_until = excluded.lease_until`.execute(this.#database);
  }
}

/** Replicas whose lease has ended and that own running work. Rows of long dead replicas are deleted. */
async function deadOwners(database: Executor, leaseSeconds: number): Promise<string[]> {
  await sql`delete from replicas where lease_until < now() - make_interval(secs => ${10 * leaseSeconds})`.execute(
    database,
  );
  const { rows } = await sql<{ owner_id: string }>`
    select distinct owner_id from (
      select owner_id from operations where state = 'running'
        and claimed_at < extract(epoch from now()) - ${leaseSeconds}
      union all
      select owner_id from jobs where state = 'running'
        and started_ms < (extract(epoch from now()) - ${leaseSeconds}) * 1000
    ) as work
    where owner_id is not null
      and not exists (select 1 from replicas where replica_id = work.owner_id and lease_until > now())
  `.execute(database);
  return rows.map((row) => row.owner_id);
}

/**
 * Ends the operations of dead replicas: their units are refunded, those with a key stay blocked. Queues their jobs
 * again. Several replicas may do it at once.
 */
export async function reap(database: ClusterExecutor, owners: readonly string[]): Promise<Reaped> {
  let reaped: Reaped = { operations: 0, jobs: 0 };
  while (owners.length > 0) {
    const some = await database.transaction().execute((transaction) => reapSome(transaction, owners));
    reaped = { operations: reaped.operations + some.operations, jobs: reaped.jobs + some.jobs };
    if (some.operations + some.jobs === 0) break;
  }
  return reaped;
}

async function reapSome(transaction: ClusterExecutor, owners: readonly string[]): Promise<Reaped> {
  const operations = await endOperations(transaction, owners);
  return { operations, jobs: await queueJobsAgain(transaction, owners) };
}

/** Deletes operations without a key, blocks those with one, and refunds the units of both. Returns their number. */
async function endOperations(transaction: ClusterExecutor, owners: readonly string[]): Promise<number> {
  const running = await transaction
    .selectFrom('operations')
    .select(['operation_id', 'subject', 'units', 'month', 'key_hash'])
    .where('state', '=', 'running')
    .where('owner_id', 'in', owners)
    .limit(REAPED_AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  const idsOf = (keyed: boolean): string[] =>
    running.filter(({ key_hash }) => (key_hash !== null) === keyed).map(({ operation_id }) => operation_id);
  const unkeyed = idsOf(false);
  const keyed = idsOf(true);
  if (unkeyed.length > 0) await transaction.deleteFrom('operations').where('operation_id', 'in', unkeyed).execute();
  if (keyed.length > 0) {
    await transaction.updateTable('operations').set({ state: 'blocked' }).where('operation_id', 'in', keyed).execute();
  }
  const refunds = new Map<string, { subject: string; month: string; units: number }>();
  for (const { subject, month, units } of running) {
    const name = `${subject}\n${month}`;
    refunds.set(name, { subject, month, units: units + (refunds.get(name)?.units ?? 0) });
  }
  // In one order everywhere, so that two reapers never wait for each other in a circle.
  for (const [, { subject, month, units }] of [...refunds].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (units > 0) await countUnits(transaction, subject, -units, month);
  }
  return running.length;
}

/** Returns the number of jobs. */
async function queueJobsAgain(transaction: ClusterExecutor, owners: readonly string[]): Promise<number> {
  const jobs = await transaction
    .selectFrom('jobs')
    .select('job_id')
    .where('state', '=', 'running')
    .where('owner_id', 'in', owners)
    .limit(REAPED_AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = jobs.map(({ job_id }) => job_id);
  if (ids.length > 0) await recoverJobs(transaction, new Date(), ids);
  return ids.length;
}
