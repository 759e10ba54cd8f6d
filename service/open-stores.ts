/** Opens everything durable, the database and the folders beside it, and repairs it after a crash. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { DATABASE_FILE } from './administration.ts';
import { ContentFiles } from './store/content-files.ts';
import type { FaultPoint } from './store/fault-point.ts';
import { Maintenance, type MaintenanceReport } from './store/maintenance.ts';
import { openDatabase } from './store/open-database.ts';
import { SqliteAccountStore } from './store/sqlite-account-store.ts';
import { SqliteComparisonStore } from './store/sqlite-comparison-store.ts';
import { SqliteJobStore } from './store/sqlite-job-store.ts';
import { SqliteOperationStore } from './store/sqlite-operation-store.ts';
import { SqlitePageSessionStore } from './store/sqlite-page-session-store.ts';
import { SqlitePageStore } from './store/sqlite-page-store.ts';
import { SqliteUploadStore } from './store/sqlite-upload-store.ts';
import { DirectoryUploadFiles } from './store/upload-files.ts';

/** The stores of one data directory. */
export interface Stores {
  readonly accounts: SqliteAccountStore;
  readonly comparisons: SqliteComparisonStore;
  readonly jobs: SqliteJobStore;
  readonly operations: SqliteOperationStore;
  readonly pages: SqlitePageStore;
  readonly sessions: SqlitePageSessionStore;
  readonly uploads: SqliteUploadStore;
  readonly uploadFiles: DirectoryUploadFiles;
}

/**
 * Opens the stores. Operations of the last process end, their units are refunded, and its jobs are queued again. The
 * log has their number. `ending` receives what closes the stores. Throws what opening the database throws.
 */
export async function openStores(
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
  const accounts = new SqliteAccountStore(database);
  await accounts.ensureOwner(now);
  const operations = new SqliteOperationStore(database, new ContentFiles(join(dataDir, 'replies')), atFaultPoint);
  const stopped = await operations.recover();
  if (stopped > 0) {
    log.warn({ operations: stopped }, 'operations ended with the last process; their units were returned');
  }
  const jobs = new SqliteJobStore(database, new ContentFiles(join(dataDir, 'artifacts')), atFaultPoint);
  const interrupted = await jobs.recover(now);
  if (interrupted > 0) log.warn({ jobs: interrupted }, 'jobs ended with the last process; they run again');
  return {
    accounts,
    comparisons: new SqliteComparisonStore(database),
    jobs,
    operations,
    pages: new SqlitePageStore(database, new ContentFiles(join(dataDir, 'pages'))),
    sessions: new SqlitePageSessionStore(database),
    uploads: new SqliteUploadStore(database, atFaultPoint),
    uploadFiles: new DirectoryUploadFiles(join(dataDir, 'uploads'), atFaultPoint),
  };
}

function reportMaintenance(report: MaintenanceReport, log: Logger): void {
  if (report.kind === 'failed') log.error({ reason: report.message }, 'the maintenance of the database failed');
  else if (report.faults.length === 0) log.info('the database is sound');
  else log.error({ faults: report.faults }, 'the database is damaged: stop the service and restore a backup');
}
