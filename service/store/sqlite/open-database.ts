import { accessSync, chmodSync, constants, existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  Kysely,
  Migrator,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDialectConfig,
} from 'kysely';
import { storageFaultKind } from '../../../shared/storage-fault.ts';
import { databaseFault, DatabaseUnusable } from './database-unusable.ts';
import { SQLITE_TYPES } from '../tables/migrations/column-types.ts';
import { migrationsWith, providerOf } from '../tables/migrations/migration-list.ts';
import { missingParts, readSchema } from './schema-check.ts';
import type { Schema } from '../tables/schema.ts';

/** The database of a process. */
export class LocalDatabase extends Kysely<Schema> {
  readonly #sqlite: SqliteDatabase.Database;
  readonly #version: SqliteDatabase.Statement;

  constructor(sqlite: SqliteDatabase.Database) {
    super({ dialect: dialectOf(sqlite) });
    this.#sqlite = sqlite;
    this.#version = sqlite.prepare('pragma data_version').pluck();
  }

  /** A number that changes when another process or another connection has written. */
  dataVersion(): number {
    return Number(this.#version.get());
  }

  /** Also closes a database that nobody has used, which Kysely leaves open. */
  override async destroy(): Promise<void> {
    await super.destroy();
    this.#sqlite.close();
  }
}

/** Pages of the log, of 4 KiB, at which a commit moves the log into the database before it returns: 64 MiB. */
const LOG_MOST_PAGES = 16_384;
/** Maximum wait for another writing process. The command line writes for milliseconds. */
const BUSY_TIMEOUT_MS = 2_000;
/** A wait inside SQLite stops the whole process, so a running service waits for a moment alone, and tries again later. */
const BUSY_MOMENT_MS = 20;
const BUSY_PAUSE_MS = 25;

/**
 * Opens the database at `file` (`:memory:` for a test) and creates it if it is missing. It migrates the database to the
 * newest schema. Throws `DatabaseUnusable` for a damaged, incomplete, foreign, newer or locked file, and for a disk or
 * file that takes nothing. A failed migration leaves nothing behind.
 */
export async function openDatabase(file: string): Promise<LocalDatabase> {
  try {
    return await openAndMigrate(file);
  } catch (fault) {
    throw databaseFault(file, fault);
  }
}

async function openAndMigrate(file: string): Promise<LocalDatabase> {
  // SQLite would open it for reading, and make a log of the same mode, which stays closed when the right is back.
  if (existsSync(file)) accessSync(file, constants.W_OK);
  const sqlite = new SqliteDatabase(file);
  try {
    prepare(sqlite, file);
    await migrate(sqlite, file);
    sqlite.pragma(`busy_timeout = ${BUSY_MOMENT_MS}`);
    return new LocalDatabase(sqlite);
  } catch (fault) {
    sqlite.close();
    throw fault;
  }
}

/** Sets how the file is written. Throws if it is another program's. */
function prepare(sqlite: SqliteDatabase.Database, file: string): void {
  if (isForeign(sqlite)) throw new DatabaseUnusable(file, 'foreign');
  // Only the owner can read it. The journal files inherit the mode of the main file.
  if (file !== ':memory:') chmodSync(file, 0o600);
  sqlite.pragma('journal_mode = WAL');
  // A confirmed answer survives a power failure.
  sqlite.pragma('synchronous = FULL');
  // `Maintenance` moves the log in its own thread. This one moves it if the log grows faster than that.
  sqlite.pragma(`wal_autocheckpoint = ${LOG_MOST_PAGES}`);
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
}

/** Whether a database has tables, and not the one that tells which of our migrations were run. */
function isForeign(sqlite: SqliteDatabase.Database): boolean {
  const names = sqlite.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[];
  return names.length > 0 && !names.includes('kysely_migration');
}

/** Two processes may open a new database at once. The second one waits and finds nothing to do. */
async function migrate(sqlite: SqliteDatabase.Database, file: string): Promise<void> {
  // The migrator hides some faults behind those of what it tries next.
  const faults: unknown[] = [];
  const migrator = new Migrator({
    db: new Kysely<Schema>({
      dialect: dialectOf(sqlite),
      log: (event) => {
        if (event.level === 'error') faults.push(event.error);
      },
    }),
    provider: providerOf(migrationsWith(SQLITE_TYPES)),
    disableTransactions: true,
  });
  sqlite.exec('begin immediate');
  const missing = await missingParts(readSchema(sqlite));
  if (missing !== null) throw new DatabaseUnusable(file, 'incomplete', undefined, `lacks ${missing}`);
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) {
    sqlite.exec('commit');
    return;
  }
  // SQLite itself ends a transaction that met a full disk.
  if (sqlite.inTransaction) sqlite.exec('rollback');
  throw new Error('A migration of the database failed.', {
    cause: faults.find((fault) => storageFaultKind(fault) !== null) ?? error,
  });
}

function dialectOf(sqlite: SqliteDatabase.Database): ImmediateSqliteDialect {
  return new ImmediateSqliteDialect({ database: preparingOnce(sqlite) }, sqlite);
}

/** This program has few queries, and preparing one takes longer than running it. So each is prepared once. */
function preparingOnce(sqlite: SqliteDatabase.Database): SqliteDialectDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => void sqlite.close(),
    prepare: (text) => {
      const known = prepared.get(text);
      if (known !== undefined) return known;
      const statement = sqlite.prepare(text) as SqliteStatement;
      if (prepared.size >= MOST_PREPARED) prepared.clear();
      prepared.set(text, statement);
      return statement;
    },
  };
}

type SqliteDialectDatabase = Exclude<SqliteDialectConfig['database'], (...given: never[]) => unknown>;
type SqliteStatement = ReturnType<SqliteDialectDatabase['prepare']>;
/** Lists in a query would make an unlimited number of texts. */
const MOST_PREPARED = 500;

/**
 * Transactions acquire the write lock when they begin. A transaction that began by reading would fail at its first
 * write after another process had written. Waiting would not help.
 */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #sqlite: SqliteDatabase.Database;

  constructor(config: SqliteDialectConfig, sqlite: SqliteDatabase.Database) {
    super(config);
    this.#config = config;
    this.#sqlite = sqlite;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config, this.#sqlite);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #sqlite: SqliteDatabase.Database;

  constructor(config: SqliteDialectConfig, sqlite: SqliteDatabase.Database) {
    super(config);
    this.#sqlite = sqlite;
  }

  /** SQLite itself ends a transaction that met a full disk. A second end would hide that fault behind its own. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PatientConnection(await super.acquireConnection());
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** A connection that waits for another writing process without stopping this one. */
class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const since = performance.now();
    for (;;) {
      try {
        return await this.#connection.executeQuery<R>(query);
      } catch (fault) {
        const isBusy = (fault as { code?: unknown }).code === 'SQLITE_BUSY';
        if (!isBusy || performance.now() - since > BUSY_TIMEOUT_MS) throw fault;
      }
      await pause(BUSY_PAUSE_MS);
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query, chunkSize);
  }
}
