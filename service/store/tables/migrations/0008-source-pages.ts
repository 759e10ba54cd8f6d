import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** Rendered source pages: who may open a file, and until when. The files are outside the database. */
export async function up(database: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await database.schema
    .createTable('source_pages')
    .addColumn('page_id', 'text', (column) => column.primaryKey())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('side', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('issued_at', types.integer, (column) => column.notNull())
    .addColumn('expires_at', types.integer, (column) => column.notNull())
    .addColumn('file', 'text')
    .execute();
  await database.schema.createIndex('source_pages_by_file').on('source_pages').column('file').execute();
  await database.schema.createIndex('source_pages_by_end').on('source_pages').column('expires_at').execute();
}

/** Undoes `up`. */
export async function down(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropTable('source_pages').execute();
}
