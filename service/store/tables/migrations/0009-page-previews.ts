import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** Pairs of DOCX whose pages were rendered within the hour, and the resulting files. */
export async function up(database: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await database.schema
    .createTable('page_previews')
    .addColumn('pair_hash', 'text', (column) => column.primaryKey())
    .addColumn('original_file', 'text', (column) => column.notNull())
    .addColumn('original_pages', types.integer, (column) => column.notNull())
    .addColumn('revised_file', 'text', (column) => column.notNull())
    .addColumn('revised_pages', types.integer, (column) => column.notNull())
    .addColumn('expires_at', types.integer, (column) => column.notNull())
    .execute();
}

/** Undoes `up`. */
export async function down(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropTable('page_previews').execute();
}
