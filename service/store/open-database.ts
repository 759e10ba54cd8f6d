import { chmodSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { migrationProvider } from './migrations/migration-list.ts';
import type { Schema } from './schema.ts';

/** The database, or a transaction in it. Repositories take one and never open their own. */
export type Executor = Kysely<Schema>;

/**
 * Opens the database at `file` (`:memory:` for a test), creates it when it is missing, and brings it to the newest
 * schema. Throws when a newer program wrote it or a migration fails; then nothing of that migration stays.
 */
export async function openDatabase(file: string): Promise<Executor> {
  const sqlite = new SqliteDatabase(file);
  // Only the owner reads it; the journal files take the mode of the main file.
  if (file !== ':memory:') chmodSync(file, 0o600);
  sqlite.pragma('journal_mode = WAL');
  // An answer that was given stays given, also when the power fails.
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 5000');
  const database = new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) });
  const { error } = await new Migrator({ db: database, provider: migrationProvider }).migrateToLatest();
  if (error !== undefined) {
    await database.destroy();
    throw new Error(`The database ${file} could not be brought to the schema of this version.`, { cause: error });
  }
  return database;
}
