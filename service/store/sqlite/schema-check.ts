/** Compares what a database holds with the schema of the migrations that its record names. */
import SqliteDatabase from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { SQLITE_TYPES } from '../tables/migrations/column-types.ts';
import { migrationsWith, providerOf } from '../tables/migrations/migration-list.ts';

const MIGRATIONS = migrationsWith(SQLITE_TYPES);
const NAMES = Object.keys(MIGRATIONS).sort();

/** The names of what a database holds. */
export interface SchemaNames {
  /** The migrations that its record names, in their order. */
  readonly migrations: readonly string[];
  readonly tables: ReadonlySet<string>;
  /** `table.column`. */
  readonly columns: ReadonlySet<string>;
  /** The indexes that keep values unique. The service is only slower without the others. */
  readonly uniqueIndexes: ReadonlySet<string>;
}

/** Reads what a database holds. Within a transaction, all of it is of one moment. */
export function readSchema(sqlite: SqliteDatabase.Database): SchemaNames {
  const names = (query: string): string[] => sqlite.prepare(query).pluck().all() as string[];
  const tables = new Set(
    names(`select name from sqlite_master where type = 'table' and name not glob 'sqlite_*' order by name`),
  );
  const hasRecord = tables.has('kysely_migration');
  return {
    migrations: hasRecord ? names('select name from kysely_migration order by name') : [],
    tables: new Set([...tables].filter((name) => !name.startsWith('kysely_'))),
    columns: new Set(
      names(`select m.name || '.' || c.name from sqlite_master m join pragma_table_info(m.name) c
             where m.type = 'table' and m.name not glob 'sqlite_*' and m.name not glob 'kysely_*'`),
    ),
    uniqueIndexes: new Set(
      names(`select name from sqlite_master where type = 'index' and sql like 'create unique index%' order by name`),
    ),
  };
}

/** Whether the record names a migration that this version does not have. */
export function isNewer({ migrations }: SchemaNames): boolean {
  return migrations.some((name) => !NAMES.includes(name));
}

/**
 * What a database lacks of the schema that its record names, in words such as `the table jobs`; null if it is whole.
 * A database without tables is whole, and so is a newer one.
 */
export async function missingParts(schema: SchemaNames): Promise<string | null> {
  if (isNewer(schema)) return null;
  const last = schema.migrations.at(-1);
  if (last === undefined)
    return schema.tables.size === 0
      ? null
      : listed('the record of the migration', 'the records of the migrations', NAMES);
  const expected = await schemaAfter(last);
  const tables = without(expected.tables, schema.tables);
  const columns = without(expected.columns, schema.columns).filter((name) => !tables.includes(name.split('.')[0]!));
  const indexes = without(expected.uniqueIndexes, schema.uniqueIndexes);
  const records = without(expected.migrations, new Set(schema.migrations));
  const parts = [
    listed('the table', 'the tables', tables),
    listed('the column', 'the columns', columns),
    // An index goes with its table.
    tables.length > 0 ? null : listed('the index', 'the indexes', indexes),
    listed('the record of the migration', 'the records of the migrations', records),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' and ');
}

/** The number of tables of a database of this version. */
export async function tablesOfThisVersion(): Promise<number> {
  return (await schemaAfter(NAMES.at(-1)!)).tables.size;
}

/** What a reader of `diffsvc doctor` has to know of the schema of a database file; empty if the service can use it. */
export async function schemaFaults(file: string): Promise<string[]> {
  const sqlite = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  let schema: SchemaNames;
  try {
    schema = sqlite.transaction(() => readSchema(sqlite))();
  } finally {
    sqlite.close();
  }
  if (isNewer(schema)) return ['a newer version of diffsvc wrote it, and only that version can use it'];
  if (schema.migrations.length === 0 && schema.tables.size === 0)
    return [`it holds 0 of the ${await tablesOfThisVersion()} tables of diffsvc`];
  const missing = await missingParts(schema);
  return missing === null ? [] : [`it lacks ${missing}`];
}

/** The schema after a migration, as a database in memory gets it. */
async function schemaAfter(migration: string): Promise<SchemaNames> {
  const sqlite = new SqliteDatabase(':memory:');
  try {
    const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) });
    const { error } = await new Migrator({ db, provider: providerOf(MIGRATIONS) }).migrateTo(migration);
    if (error !== undefined) throw new Error(`The migrations to ${migration} failed.`, { cause: error });
    return readSchema(sqlite);
  } finally {
    sqlite.close();
  }
}

function without(names: Iterable<string>, others: ReadonlySet<string>): string[] {
  return [...names].filter((name) => !others.has(name));
}

function listed(one: string, many: string, names: readonly string[]): string | null {
  return names.length === 0 ? null : `${names.length === 1 ? one : many} ${names.join(', ')}`;
}
