import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { takeSecrets, type Secrets } from './backup-secrets.ts';
import { databaseFaults } from './copy-database.ts';
import { DatabaseUnusable, databaseFault } from '../sqlite/database-unusable.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { readSchema, tablesOfThisVersion } from '../sqlite/schema-check.ts';

/** What a restored backup replaced, and what it holds beside the database. */
export interface Restored {
  /** The new name of the database that was there; null if there was none. */
  readonly kept: string | null;
  /** Null: the backup is of a version that kept no secrets in it. */
  readonly secrets: Secrets | null;
}

/**
 * Puts a backup in the place of the database at `named`, or of the file behind it if that is a link. The backup is first copied, checked and brought to the schema
 * of this version. So a backup with a fault changes nothing. The database that was there is kept under a new name.
 * The secrets of the backup are returned, and are not in the database. Nobody else may use the database. Throws `DatabaseUnusable` for a backup
 * that is damaged, incomplete, empty, foreign or newer, and what the file system throws.
 */
export async function restoreDatabase(backup: string, named: string, at: Date): Promise<Restored> {
  const found = statSync(backup, { throwIfNoEntry: false });
  if (found === undefined) throw new Error(`There is no file ${backup}.`);
  if (!found.isFile()) throw new Error(`${backup} is no regular file. Name a copy that \`diffsvc backup\` wrote.`);
  const file = existsSync(named) ? realpathSync(named) : named;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.restoring`;
  try {
    copyFileSync(backup, draft);
    chmodSync(draft, 0o600);
    checkSound(draft, backup);
    await checkFilled(draft, backup);
    await bringUpToDate(draft, backup);
    const secrets = takeSecrets(draft);
    foldJournal(draft);
    syncFile(draft);
    const kept = setAside(file, at);
    renameSync(draft, file);
    return { kept, secrets };
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

/** Throws `DatabaseUnusable` for a file that no service has written to, which would be taken for a new database. */
async function checkFilled(draft: string, backup: string): Promise<void> {
  const sqlite = new SqliteDatabase(draft, { readonly: true });
  try {
    const { migrations, tables } = readSchema(sqlite);
    // Without a record of migrations, tables are another program's. Opening says so.
    if (migrations.length > 0 || tables.size > 0) return;
  } finally {
    sqlite.close();
  }
  const found = `has ${statSync(backup).size} bytes and holds 0 of the ${await tablesOfThisVersion()} tables of diffsvc`;
  throw new DatabaseUnusable(backup, 'empty', undefined, found);
}

/** Brings the copy to the schema of this version. A fault names the backup, which is the file that a person knows. */
async function bringUpToDate(draft: string, backup: string): Promise<void> {
  try {
    await (await openDatabase(draft)).destroy();
  } catch (fault) {
    throw fault instanceof DatabaseUnusable ? new DatabaseUnusable(backup, fault.reason, fault, fault.found) : fault;
  }
}

/** Moves a database and its journal to a new name, and returns it. A damaged database is moved as it is. */
function setAside(file: string, at: Date): string | null {
  if (!existsSync(file)) return null;
  const kept = reserveName(`${file}.before-${at.toISOString().replaceAll(/[-:]|\..*$/gu, '')}`);
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
  }
  return kept;
}

/** Makes an empty file at `first`, or with the first number behind it that no database and no journal has. */
function reserveName(first: string): string {
  for (let turn = 1; ; turn++) {
    const name = turn === 1 ? first : `${first}-${turn}`;
    if (existsSync(`${name}-wal`) || existsSync(`${name}-shm`)) continue;
    try {
      // `wx` fails for a name that is there, even when another process has just made it.
      closeSync(openSync(name, 'wx', 0o600));
      return name;
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
    }
  }
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
