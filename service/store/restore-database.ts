import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { databaseFaults } from './copy-database.ts';
import { DatabaseUnusable, databaseFault } from './database-unusable.ts';
import { openDatabase } from './open-database.ts';

/**
 * Puts a backup in the place of the database at `file`. The backup is first copied, checked and brought to the schema
 * of this version. So a backup with a fault changes nothing. The database that was there is kept under a new name,
 * which is returned; null if there was none. Nobody else may use the database. Throws `DatabaseUnusable` for a backup
 * that is damaged, foreign or newer, and what the file system throws.
 */
export async function restoreDatabase(backup: string, file: string, at: Date): Promise<string | null> {
  if (!existsSync(backup)) throw new Error(`There is no file ${backup}.`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.restoring`;
  try {
    copyFileSync(backup, draft);
    chmodSync(draft, 0o600);
    checkSound(draft, backup);
    await bringUpToDate(draft, backup);
    foldJournal(draft);
    syncFile(draft);
    const kept = setAside(file, at);
    renameSync(draft, file);
    return kept;
  } finally {
    for (const name of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(name, { force: true });
  }
}

/** Throws `DatabaseUnusable` if SQLite finds a fault. */
function checkSound(draft: string, backup: string): void {
  let faults: string[];
  try {
    faults = databaseFaults(draft);
  } catch (fault) {
    throw databaseFault(backup, fault);
  }
  if (faults.length > 0) throw new DatabaseUnusable(backup, 'damaged', new Error(faults.join('; ')));
}

/** Brings the copy to the schema of this version. A fault names the backup, which is the file that a person knows. */
async function bringUpToDate(draft: string, backup: string): Promise<void> {
  try {
    await (await openDatabase(draft)).destroy();
  } catch (fault) {
    throw fault instanceof DatabaseUnusable ? new DatabaseUnusable(backup, fault.reason, fault) : fault;
  }
}

/** Moves a database and its journal to a new name, and returns it. A damaged database is moved as it is. */
function setAside(file: string, at: Date): string | null {
  if (!existsSync(file)) return null;
  const kept = `${file}.before-${at.toISOString().replaceAll(/[-:]|\..*$/gu, '')}`;
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
  }
  return kept;
}

/** Writes the journal into the database file, so that the file is whole alone. */
function foldJournal(file: string): void {
  const sqlite = new SqliteDatabase(file);
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
}

function syncFile(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}
