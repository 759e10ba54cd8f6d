/**
 * The thread that maintains the database over its own connection, so that its disk waits delay no answer. It posts
 * `MaintenanceReport`s.
 */
import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import { databaseFaults } from './copy-database.ts';
import type { MaintenanceReport, MaintenanceTask } from './maintenance.ts';

const { file, checkpointEveryMs, checkEveryMs } = workerData as MaintenanceTask;

const tell = (report: MaintenanceReport): void => parentPort?.postMessage(report);

/** When the log was last written, as seen at the last checkpoint. */
let movedUntilMs = 0;

function checkpoint(): void {
  const writtenMs = statSync(`${file}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (writtenMs === movedUntilMs) return;
  const sqlite = new SqliteDatabase(file, { fileMustExist: true });
  try {
    // Moves what it can without making a writer wait. The log then restarts by itself.
    sqlite.pragma('wal_checkpoint(PASSIVE)');
    movedUntilMs = writtenMs;
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
