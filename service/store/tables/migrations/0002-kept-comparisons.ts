import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** Stored comparisons, their structured changes in chunks, and their access tokens. */
export async function up(database: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await database.schema
    .createTable('comparisons')
    .addColumn('comparison_id', 'text', (column) => column.primaryKey())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .addColumn('expires_at', types.integer, (column) => column.notNull())
    .addColumn('structure_head', 'text')
    .execute();
  await database.schema.createIndex('comparisons_by_expiry').on('comparisons').column('expires_at').execute();
  await database.schema
    .createTable('comparison_chunks')
    .addColumn('comparison_id', 'text', (column) =>
      column.notNull().references('comparisons.comparison_id').onDelete('cascade'),
    )
    .addColumn('position', types.integer, (column) => column.notNull())
    .addColumn('bytes', types.bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('comparison_chunks_key', ['comparison_id', 'position'])
    .execute();
  await database.schema
    .createTable('shares')
    .addColumn('share_id', 'text', (column) => column.primaryKey())
    .addColumn('comparison_id', 'text', (column) =>
      column.notNull().references('comparisons.comparison_id').onDelete('cascade'),
    )
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('issued_at', types.integer, (column) => column.notNull())
    .addColumn('ttl_seconds', types.integer, (column) => column.notNull())
    .execute();
  await database.schema.createIndex('shares_by_comparison').on('shares').column('comparison_id').execute();
}

/** Undoes `up`. */
export async function down(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropTable('shares').execute();
  await database.schema.dropTable('comparison_chunks').execute();
  await database.schema.dropTable('comparisons').execute();
}
