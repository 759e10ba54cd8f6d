import { sql, type Kysely } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/**
 * Additions for hosted comparisons: texts, a title, the creation time in milliseconds, and the permission to review.
 * Lists are sorted by the time. A link may name an origin, whose pages control the viewer.
 */
export async function up(database: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await database.schema.alterTable('comparisons').addColumn('title', 'text').execute();
  await database.schema
    .alterTable('comparisons')
    .addColumn('created_ms', types.integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update comparisons set created_ms = created_at * 1000`.execute(database);
  await database.schema
    .alterTable('comparisons')
    .addColumn('review', types.integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await database.schema
    .createIndex('comparisons_by_subject')
    .on('comparisons')
    .columns(['subject', 'created_ms', 'comparison_id'])
    .execute();
  await database.schema.alterTable('shares').addColumn('embed_origin', 'text').execute();
  await database.schema
    .createTable('comparison_texts')
    .addColumn('comparison_id', 'text', (column) =>
      column.primaryKey().references('comparisons.comparison_id').onDelete('cascade'),
    )
    .addColumn('html', types.bytes, (column) => column.notNull())
    .addColumn('original', types.bytes, (column) => column.notNull())
    .addColumn('revised', types.bytes, (column) => column.notNull())
    .execute();
}

/** Undoes `up`. */
export async function down(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropTable('comparison_texts').execute();
  await database.schema.alterTable('shares').dropColumn('embed_origin').execute();
  await database.schema.dropIndex('comparisons_by_subject').execute();
  await database.schema.alterTable('comparisons').dropColumn('review').execute();
  await database.schema.alterTable('comparisons').dropColumn('created_ms').execute();
  await database.schema.alterTable('comparisons').dropColumn('title').execute();
}
