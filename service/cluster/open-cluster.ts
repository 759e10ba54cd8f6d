/**
 * Opens a replica of a cluster: PostgreSQL, an object store, and what keeps replicas true to each other. Only a cluster
 * loads this module and its packages.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { ConfigurationError, type ClusterSettings, type Configuration } from '../configuration/configuration.ts';
import { Metrics, type JobCounts } from './replica/metrics.ts';
import { listenForOperations } from './replica/operations-server.ts';
import { isExposed, readSecrets } from './replica/read-secrets.ts';
import { traceComparisons, traceJob, traceRequests } from './replica/tracing.ts';
import type { Remembering, Secrets, Shape, Stores } from '../shape.ts';
import { clockFault } from './stores/clock-offset.ts';
import { ClusterDatabase } from './stores/cluster-database.ts';
import { deleteDroppedObjects } from './objects/dropped-objects.ts';
import { dropOldRates, mergeRates } from './stores/merge-rates.ts';
import { checkSchema } from './stores/migrate-cluster.ts';
import { ObjectFiles, ObjectUploadFiles } from './objects/object-files.ts';
import { ObjectStore } from './objects/object-store.ts';
import { PostgresJobStore } from './stores/postgres-job-store.ts';
import { PostgresOperationStore } from './stores/postgres-operation-store.ts';
import { PostgresPairingStore } from './stores/postgres-pairing-store.ts';
import { PostgresUploadStore } from './stores/postgres-upload-store.ts';
import { ReplicaLease } from './replica/replica-lease.ts';
import { ReplicaNews, type News } from './replica/replica-news.ts';
import type { FaultPoint } from '../store/fault-point.ts';
import { SqlAccountStore } from '../store/tables/sql-account-store.ts';
import { SqlComparisonStore } from '../store/tables/sql-comparison-store.ts';
import { SqlPageSessionStore } from '../store/tables/sql-page-session-store.ts';
import { SqlPageStore } from '../store/tables/sql-page-store.ts';
import { SqlReviewStore } from '../store/tables/sql-review-store.ts';

/** Time for load balancers to notice that a replica is not ready. */
const NOTICE_MS = 5_000;
/** Time for running answers: a comparison may take 60 seconds. */
const FAREWELL_MS = 65_000;
/** Rates are shared, and lost news are made up for, in these intervals. */
const SHARE_RATES_MS = 1_000;
const CATCH_UP_MS = 5_000;
const CLOCK_MS = 60_000;
/** Maximum wait of a readiness probe for the database. */
const PROBE_MS = 2_000;
/** Lock of sweeps (`pg_try_advisory_lock`): one replica sweeps at a time. */
const SWEEPS = 4_870_002;

/**
 * Opens a replica. `ending` receives what closes it. Throws `ConfigurationError` for missing settings, `SchemaNotReady`,
 * and `unavailable` if the database or the object store cannot be reached.
 */
export async function openCluster(
  configuration: Configuration,
  ending: AsyncDisposableStack,
  log: Logger,
  atFaultPoint: (point: FaultPoint) => void,
): Promise<Shape> {
  const settings = checked(configuration);
  const secrets = readSecrets(settings.secretsFile);
  if (isExposed(settings.secretsFile))
    log.warn({ file: settings.secretsFile }, 'others on this machine can read or write the secrets: chmod o= the file');
  const database = new ClusterDatabase({
    url: settings.databaseUrl,
    connections: settings.connections,
    onFault: (fault) => log.warn({ reason: fault.message }, 'an idle database connection was lost'),
  });
  ending.defer(() => database.destroy());
  await checkSchema(database);
  const objects = new ObjectStore(settings.objects);
  ending.defer(() => objects.close());
  await objects.check();
  const replica = new ClusterReplica({ settings, secrets, database, objects, log, atFaultPoint });
  await replica.open(ending);
  await replica.stores.accounts.ensureOwner(new Date());
  return replica;
}

/** The settings of a cluster that serves. Throws `ConfigurationError` for a missing one. */
function checked({ cluster, baseUrl }: Configuration): ClusterSettings & { readonly secretsFile: string } {
  if (cluster === null) throw new Error('This configuration is not that of a cluster.');
  const { secretsFile } = cluster;
  if (baseUrl === null) {
    throw new ConfigurationError(
      'DIFFSVC_BASE_URL is not set. A cluster needs the address of its load balancer, such as https://diff.example.org/v1.',
    );
  }
  if (secretsFile === null) {
    throw new ConfigurationError(
      'DIFFSVC_SECRETS_FILE is not set. All replicas of a cluster need the same secrets: docs/scale.md shows how to make the file.',
    );
  }
  return { ...cluster, secretsFile };
}

interface ReplicaDeps {
  readonly settings: ClusterSettings;
  readonly secrets: Secrets;
  readonly database: ClusterDatabase;
  readonly objects: ObjectStore;
  readonly log: Logger;
  readonly atFaultPoint: (point: FaultPoint) => void;
}

class ClusterReplica implements Shape {
  readonly farewellMs = FAREWELL_MS;
  readonly isOnOwnMachine = false;
  readonly takesJobs: boolean;
  readonly answers: boolean;
  readonly stores: Stores;
  readonly secrets: Secrets;
  readonly #deps: ReplicaDeps;
  readonly #lease: ReplicaLease;
  readonly #news: ReplicaNews;
  readonly #operations: PostgresOperationStore;
  readonly #metrics: Metrics;
  readonly #timers: NodeJS.Timeout[] = [];
  #remembering: Remembering | null = null;
  #state: 'starting' | 'ready' | 'draining' = 'starting';
  /** Why the clock of this machine is unfit; null if it is fit. */
  #clockFault: string | null = null;

  constructor(deps: ReplicaDeps) {
    const { settings, secrets, database, objects, log, atFaultPoint } = deps;
    this.#deps = deps;
    this.secrets = secrets;
    this.takesJobs = settings.role !== 'api';
    this.answers = settings.role !== 'worker';
    this.#news = new ReplicaNews(settings.databaseUrl, (news) => this.#hear(news));
    this.#metrics = new Metrics({
      connections: () => database.connections(),
      jobs: () => countJobs(database),
      isListening: () => this.#news.isListening,
    });
    this.#lease = new ReplicaLease(database, {
      beat: () => this.#operations.settle(),
      reaped: (reaped) => {
        this.#metrics.reaped(reaped);
        log.warn(reaped, 'replicas died: their units were returned, and their jobs run again');
      },
      fault: (fault) => log.warn({ err: fault }, 'the lease of this replica could not be renewed'),
    });
    const { id } = this.#lease;
    this.#operations = new PostgresOperationStore(database, new ObjectFiles(objects, 'replies'), id, atFaultPoint);
    this.stores = {
      accounts: new SqlAccountStore(database, this.#news),
      comparisons: new SqlComparisonStore(database),
      jobs: new PostgresJobStore(database, new ObjectFiles(objects, 'artifacts'), id, atFaultPoint),
      operations: this.#operations,
      pages: new SqlPageStore(database, new ObjectFiles(objects, 'pages')),
      pairings: new PostgresPairingStore(database),
      reviews: new SqlReviewStore(database),
      sessions: new SqlPageSessionStore(database),
      uploads: new PostgresUploadStore(database, atFaultPoint),
      uploadFiles: new ObjectUploadFiles(objects),
      // Neither a database server nor an object store tells a limit.
      freeBytes: () => Promise.resolve(Infinity),
    };
  }

  /** Takes the lease, listens to news, and opens the port of operations. */
  async open(ending: AsyncDisposableStack): Promise<void> {
    const { settings, log } = this.#deps;
    await this.#checkClock();
    this.#every(CLOCK_MS, () => this.#checkClock());
    await this.#lease.start();
    ending.defer(() =>
      this.#lease.close().catch((fault: unknown) => log.warn({ err: fault }, 'the lease could not be given up')),
    );
    await this.#news.start();
    ending.defer(() => this.#news.close());
    const server = await listenForOperations(settings, {
      unready: () => this.#unready(),
      metrics: this.#metrics,
    });
    ending.defer(() => {
      server.closeAllConnections();
      server.close();
    });
    ending.defer(() => {
      for (const timer of this.#timers) clearInterval(timer);
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : settings.operationsPort;
    log.info({ replica: this.#lease.id, role: settings.role, operationsPort: port }, 'this replica has its lease');
  }

  connect(remembering: Remembering): void {
    this.#remembering = remembering;
    const { admission, rates, jobs } = remembering;
    this.#every(SHARE_RATES_MS, async () => {
      for (const count of await mergeRates(this.#deps.database, rates.takeUnshared())) rates.adopt(count);
    });
    this.#every(CATCH_UP_MS, () => {
      jobs.wake();
      jobs.announceEnd();
      // Another replica may be asked for a key whose end could not be stored here.
      return admission.storeLeftOver();
    });
  }

  async alone(work: () => Promise<void>): Promise<void> {
    const { database, objects, log } = this.#deps;
    try {
      await database.connection().execute(async (connection) => {
        const taken = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${SWEEPS}) as taken`.execute(
          connection,
        );
        if (taken.rows[0]?.taken !== true) return;
        try {
          await work();
          await deleteDroppedObjects(database, objects);
          await dropOldRates(database, new Date());
        } finally {
          await sql`select pg_advisory_unlock(${SWEEPS})`.execute(connection);
        }
      });
    } catch (fault) {
      log.error({ err: fault }, 'a sweep failed');
    }
  }

  observe: Shape['observe'] = (comparer) => this.#metrics.observe(traceComparisons(comparer));

  observeJob: Shape['observeJob'] = traceJob;

  degraded(pairs: number): void {
    this.#metrics.degraded(pairs);
  }

  watch: Shape['watch'] = (server) => {
    this.#metrics.watch(server);
    traceRequests(server);
    // A load balancer then opens no request on a connection that is about to close.
    server.addHook('onSend', (_request, reply, _payload, done) => {
      if (this.#state === 'draining') reply.header('connection', 'close');
      done();
    });
  };

  ready(): void {
    this.#state = 'ready';
  }

  async drain(): Promise<void> {
    this.#state = 'draining';
    await delay(NOTICE_MS);
  }

  async #unready(): Promise<string | null> {
    if (this.#state !== 'ready') return `the replica is ${this.#state}`;
    if (this.#clockFault !== null) return this.#clockFault;
    try {
      await Promise.race([
        checkSchema(this.#deps.database),
        delay(PROBE_MS, undefined, { ref: false }).then(() => {
          throw new Error(`the database did not answer within ${PROBE_MS / 1_000} seconds`);
        }),
      ]);
      return null;
    } catch (fault) {
      return (fault as Error).message;
    }
  }

  async #checkClock(): Promise<void> {
    const fault = await clockFault(this.#deps.database);
    if (fault !== null && fault !== this.#clockFault) this.#deps.log.error({ fault }, 'this replica is not ready');
    this.#clockFault = fault;
  }

  #every(ms: number, work: () => Promise<void>): void {
    let isRunning = false;
    const once = async (): Promise<void> => {
      if (isRunning) return;
      isRunning = true;
      // While the database cannot be reached, each replica counts alone. The heartbeat reports the fault.
      await work().catch(() => undefined);
      isRunning = false;
    };
    this.#timers.push(setInterval(() => void once(), ms).unref());
  }

  #hear(news: News): void {
    if (this.#remembering === null) return;
    const { replays, jobs, reviews } = this.#remembering;
    switch (news.kind) {
      case 'comparison-removed':
        replays.forget(news.subject);
        return;
      case 'job-queued':
        jobs.wake();
        return;
      case 'job-ended':
        jobs.announceEnd();
        return;
      case 'job-removed':
        jobs.cancel(news.jobId);
        return;
      case 'review-changed':
        reviews.changed(news);
        return;
      case 'review-deleted':
        reviews.deleted(news.subject, news.reviewId);
        return;
      case 'missed':
        reviews.missed();
        replays.clear();
        jobs.wake();
        jobs.announceEnd();
        return;
      case 'keys-changed':
        // The look-ups of keys ask the news for their version.
        return;
    }
  }
}

async function countJobs(database: ClusterDatabase): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where state = 'running') as running,
      count(*) filter (where state = 'queued' and not waits) as queued,
      count(*) filter (where state = 'queued' and waits) as waiting
    from (
      select state, coalesce(waiting_until_ms, 0) > ${Date.now()} as waits
      from jobs where state in ('queued', 'running')
    ) as unfinished`.execute(database);
  return rows[0] ?? { queued: 0, waiting: 0, running: 0 };
}
