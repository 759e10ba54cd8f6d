/**
 * The thread that maintains the database over its own connection, so that its disk waits delay no answer. It posts
 * `MaintenanceReport`s.
 */
import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import { databaseFaults } from './copy-database.ts';
import type { MaintenanceReport, MaintenanceTask } from './maintenance.ts';

const { file, checkpointEveryMs, checkEveryMs } = workerData as MaintenanceTask;

const tell = (report: MaintenanceReport): void => parentPort?.postMessage(report);

function checkpoint(): void {
  const sqlite = new SqliteDatabase(file, { fileMustExist: true });
  try {
    // Moves what it can without making a writer wait. The log then restarts by itself.
    sqlite.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    sqlite.close();
  }
}

function attempt(work: () => void): void {
  try {
    work();
  } catch (fault) {
    tell({ kind: 'failed', message: (fault as Error).message });
  }
}

const check = (): void => attempt(() => tell({ kind: 'checked', faults: databaseFaults(file) }));
check();
setInterval(check, checkEveryMs);
setInterval(() => attempt(checkpoint), checkpointEveryMs);
