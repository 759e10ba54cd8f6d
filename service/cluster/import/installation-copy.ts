import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { ContentFiles } from '../../store/files/content-files.ts';
import { copyDatabase, databaseFaults } from '../../store/maintenance/copy-database.ts';
import { DataDirectoryLock } from '../../store/files/data-directory-lock.ts';
import { databaseFault, DatabaseUnusable } from '../../store/sqlite/database-unusable.ts';
import { passFaultPoint } from '../../store/fault-point.ts';
import { openDatabase } from '../../store/sqlite/open-database.ts';
import { SqlJobStore } from '../../store/tables/sql-job-store.ts';
import { SqliteOperationStore } from '../../store/sqlite/sqlite-operation-store.ts';

/** An installation cannot be imported, for a reason that a person can remedy. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
}

/** The database of an embedded installation as it would be after its next start. The installation stays as it is. */
export interface InstallationCopy {
  readonly rows: SqliteDatabase.Database;
  /** Deletes the copy, and lets others serve the installation. */
  close(): void;
}

/**
 * Copies the database of a data directory that nobody serves, brings the copy to the schema of this version, and ends
 * there what its last process left running. Throws `ImportRefused`, `DataDirectoryInUse` and `DatabaseUnusable`.
 */
export async function copyInstallation(dataDir: string, databaseFile: string, at: Date): Promise<InstallationCopy> {
  const source = join(dataDir, databaseFile);
  // Looked for first, because the lock would make the directory.
  if (!existsSync(source)) {
    throw new ImportRefused(
      `There is no installation in ${dataDir}: it has no ${databaseFile}. Name a data directory.`,
    );
  }
  const lock = DataDirectoryLock.acquire(dataDir);
  const directory = mkdtempSync(join(tmpdir(), 'diffsvc-import-'));
  const close = (): void => {
    rmSync(directory, { recursive: true, force: true });
    lock.release();
  };
  try {
    const copy = join(directory, databaseFile);
    copySound(source, copy);
    await endWhatRan(copy, directory, at);
    const rows = new SqliteDatabase(copy, { readonly: true });
    return {
      rows,
      close: () => {
        rows.close();
        close();
      },
    };
  } catch (fault) {
    close();
    throw fault instanceof DatabaseUnusable ? new DatabaseUnusable(source, fault.reason, fault) : fault;
  }
}

function copySound(source: string, copy: string): void {
  try {
    const faults = databaseFaults(source);
    if (faults.length > 0) throw new DatabaseUnusable(source, 'damaged', new Error(faults.join('; ')));
    copyDatabase(source, copy);
  } catch (fault) {
    throw databaseFault(source, fault);
  }
}

/** Migrates, and does what the next start would do: running operations end, and running jobs are queued again. */
async function endWhatRan(copy: string, directory: string, at: Date): Promise<void> {
  const database = await openDatabase(copy);
  try {
    const noFiles = new ContentFiles(join(directory, 'none'));
    await new SqliteOperationStore(database, noFiles, passFaultPoint).recover();
    await new SqlJobStore(database, noFiles, passFaultPoint).recover(at);
  } finally {
    await database.destroy();
  }
}
