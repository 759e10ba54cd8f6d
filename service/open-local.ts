/** Opens everything durable of the embedded shape: the database and the folders beside it. Repairs it after a crash. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ACCESS_SECRET_FILE, DATABASE_FILE, VIEWER_SECRET_FILE } from './administration.ts';
import { MemoryPairings } from './admission/memory-pairings.ts';
import type { Configuration } from './configuration/configuration.ts';
import { ContentFiles } from './store/files/content-files.ts';
import type { Secrets, Shape, Stores } from './shape.ts';
import type { JobRecord } from './comparison/exports/job.ts';
import type { Comparer } from './comparison/ports.ts';
import { DataDirectoryLock, modeOpenToOthers } from './store/files/data-directory-lock.ts';
import type { FaultPoint } from './store/fault-point.ts';
import { freeBytesOf } from './store/files/free-bytes.ts';
import { Maintenance, type MaintenanceReport } from './store/maintenance/maintenance.ts';
import { openDatabase } from './store/sqlite/open-database.ts';
import { SqlAccountStore } from './store/tables/sql-account-store.ts';
import { SqlComparisonStore } from './store/tables/sql-comparison-store.ts';
import { SqlJobStore } from './store/tables/sql-job-store.ts';
import { readOrCreateSecret } from './store/files/secret-file.ts';
import { SqliteOperationStore } from './store/sqlite/sqlite-operation-store.ts';
import { SqlPageSessionStore } from './store/tables/sql-page-session-store.ts';
import { SqlPageStore } from './store/tables/sql-page-store.ts';
import { SqlReviewStore } from './store/tables/sql-review-store.ts';
import { SqlUploadStore } from './store/tables/sql-upload-store.ts';
import { DirectoryUploadFiles } from './store/files/upload-files.ts';

/** Time for running answers after the service is asked to stop. */
const FAREWELL_MS = 5_000;

/** Locks and opens a data directory. Throws `DataDirectoryInUse` and what opening the database throws. */
export async function openLocal(
  { dataDir }: Configuration,
  ending: AsyncDisposableStack,
  log: Logger,
  atFaultPoint: (point: FaultPoint) => void,
): Promise<Shape> {
  const lock = DataDirectoryLock.acquire(dataDir);
  ending.defer(() => lock.release());
  const openMode = modeOpenToOthers(dataDir);
  // Not changed here: the directory may be one that its owner shares on purpose. Every file in it is closed.
  if (openMode !== null) {
    log.warn({ dataDir, mode: openMode }, 'others can list the data directory: chmod 700 it');
  }
  return new EmbeddedShape(
    await openStores(dataDir, ending, log, atFaultPoint),
    {
      access: [readOrCreateSecret(join(dataDir, ACCESS_SECRET_FILE))],
      viewer: [readOrCreateSecret(join(dataDir, VIEWER_SECRET_FILE))],
    },
    lock,
  );
}

/** One process, which does all work itself. Nobody else changes what it remembers, and nobody measures it. */
class EmbeddedShape implements Shape {
  readonly takesJobs = true;
  readonly answers = true;
  readonly isOnOwnMachine = true;
  readonly farewellMs = FAREWELL_MS;
  readonly stores: Stores;
  readonly secrets: Secrets;
  readonly #lock: DataDirectoryLock;

  constructor(stores: Stores, secrets: Secrets, lock: DataDirectoryLock) {
    this.stores = stores;
    this.secrets = secrets;
    this.#lock = lock;
  }

  connect(): void {
    return undefined;
  }

  alone(work: () => Promise<void>): Promise<void> {
    return work();
  }

  observe(comparer: Comparer): Comparer {
    return comparer;
  }

  observeJob<T>(_job: JobRecord, run: () => Promise<T>): Promise<T> {
    return run();
  }

  degraded(): void {
    return undefined;
  }

  watch(): void {
    return undefined;
  }

  /** The command line finds the service by the address that it announces in the data directory. */
  ready(baseUrl: string): void {
    this.#lock.announce(baseUrl);
  }

  drain(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * Opens the stores. Operations of the last process end, their units are refunded, and its jobs are queued again. The
 * log has their number. `ending` receives what closes the stores. Throws what opening the database throws.
 */
async function openStores(
  dataDir: string,
  ending: AsyncDisposableStack,
  log: Logger,
  atFaultPoint: (point: FaultPoint) => void,
): Promise<Stores> {
  const file = join(dataDir, DATABASE_FILE);
  const database = await openDatabase(file);
  ending.defer(() => database.destroy());
  const maintenance = new Maintenance(file, (report) => reportMaintenance(report, log));
  ending.defer(() => maintenance.close());
  const now = new Date();
  const accounts = new SqlAccountStore(database, database);
  await accounts.ensureOwner(now);
  const operations = new SqliteOperationStore(database, new ContentFiles(join(dataDir, 'replies')), atFaultPoint);
  const stopped = await operations.recover();
  if (stopped > 0) {
    log.warn({ operations: stopped }, 'operations ended with the last process; their units were returned');
  }
  const jobs = new SqlJobStore(database, new ContentFiles(join(dataDir, 'artifacts')), atFaultPoint);
  const interrupted = await jobs.recover(now);
  if (interrupted > 0) log.warn({ jobs: interrupted }, 'jobs ended with the last process; they run again');
  return {
    accounts,
    comparisons: new SqlComparisonStore(database),
    jobs,
    operations,
    pairings: new MemoryPairings(),
    pages: new SqlPageStore(database, new ContentFiles(join(dataDir, 'pages'))),
    reviews: new SqlReviewStore(database),
    sessions: new SqlPageSessionStore(database),
    uploads: new SqlUploadStore(database, atFaultPoint),
    uploadFiles: new DirectoryUploadFiles(join(dataDir, 'uploads'), atFaultPoint),
    freeBytes: () => freeBytesOf(dataDir),
  };
}

function reportMaintenance(report: MaintenanceReport, log: Logger): void {
  if (report.kind === 'failed') log.error({ reason: report.message }, 'the maintenance of the database failed');
  else if (report.faults.length === 0) log.info('the database is sound');
  else log.error({ faults: report.faults }, 'the database is damaged: stop the service and restore a backup');
}
