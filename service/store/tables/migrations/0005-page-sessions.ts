import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** One-time links to the browser page and their sessions. Only hashes of the secrets are stored. */
export async function up(database: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await database.schema
    .createTable('page_links')
    .addColumn('code_hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', types.integer, (column) => column.notNull())
    .execute();
  await database.schema
    .createTable('page_sessions')
    .addColumn('session_id', 'text', (column) => column.primaryKey())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .addColumn('expires_at', types.integer, (column) => column.notNull())
    .execute();
}

/** Undoes `up`. */
export async function down(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropTable('page_sessions').execute();
  await database.schema.dropTable('page_links').execute();
}
