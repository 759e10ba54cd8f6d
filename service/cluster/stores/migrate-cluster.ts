import { Migrator, sql } from 'kysely';
import type { Executor } from '../../store/tables/schema.ts';
import { providerOf } from '../../store/tables/migrations/migration-list.ts';
import { CLUSTER_MIGRATIONS } from '../migrations/cluster-migrations.ts';

/** The database of a cluster does not have the schema of this version. */
export class SchemaNotReady extends Error {
  override name = 'SchemaNotReady';
}

/**
 * Brings the database to the schema of this version. Kysely holds an advisory lock meanwhile, so a second one waits and
 * finds nothing to do. Returns the names of the migrations that ran. A failed migration leaves nothing behind.
 */
export async function migrateCluster(database: Executor): Promise<string[]> {
  const migrator = new Migrator({
    db: database,
    provider: providerOf(CLUSTER_MIGRATIONS),
    // A later version may add a shared migration, whose name sorts before those of the cluster.
    allowUnorderedMigrations: true,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) {
    throw new Error('The database could not be brought to the schema of this version.', { cause: error });
  }
  return results.map(({ migrationName }) => migrationName);
}

/**
 * Throws `SchemaNotReady` unless every migration of this version ran. A newer version may have run more: its migrations
 * only add.
 */
export async function checkSchema(database: Executor): Promise<void> {
  const missing = await missingMigrations(database);
  if (missing.length === 0) return;
  throw new SchemaNotReady(
    `The database lacks ${missing.length} migrations of this version, first ${missing[0] ?? ''}. Run \`diffsvc migrate\`, then start again.`,
  );
}

/** The migrations of this version that the database lacks, in order. */
export async function missingMigrations(database: Executor): Promise<string[]> {
  const { rows } = await sql<{ there: string | null }>`select to_regclass('kysely_migration')::text as there`.execute(
    database,
  );
  const names = Object.keys(CLUSTER_MIGRATIONS);
  if (rows[0]?.there == null) return names;
  const ran = await sql<{ name: string }>`select name from kysely_migration`.execute(database);
  const known = new Set(ran.rows.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}
