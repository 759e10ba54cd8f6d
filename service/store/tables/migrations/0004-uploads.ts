import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** Uploads. Their bytes are files. A row outlives its file, so that a late caller learns that the file has expired. */
export async function up(database: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await database.schema
    .createTable('uploads')
    .addColumn('upload_id', 'text', (column) => column.primaryKey())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('filename', 'text', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('size_bytes', types.integer, (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .addColumn('completed_at', types.integer)
    .addColumn('has_bytes', types.integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await database.schema.createIndex('uploads_by_age').on('uploads').column('created_at').execute();
}

/** Undoes `up`. */
export async function down(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropTable('uploads').execute();
}
