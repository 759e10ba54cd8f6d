import { sql, type Kysely } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** Reviews of comparisons, and the operations that led to them. */
export async function up(database: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await database.schema
    .createTable('reviews')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('review_id', 'text', (column) => column.notNull())
    .addColumn('original', 'text', (column) => column.notNull())
    .addColumn('revised', 'text', (column) => column.notNull())
    .addColumn('fragment', 'text', (column) => column.notNull())
    .addColumn('original_name', 'text')
    .addColumn('revised_name', 'text')
    .addColumn('changes', types.integer, (column) => column.notNull())
    .addColumn('change_bytes', types.bytes, (column) => column.notNull())
    .addColumn('revision', types.integer, (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('decided', types.integer, (column) => column.notNull())
    .addColumn('finished', types.integer, (column) => column.notNull())
    .addColumn('changed_ms', types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('reviews_key', ['subject', 'review_id'])
    .execute();
  await sql`create index reviews_by_change on reviews (subject, changed_ms, review_id)`.execute(database);
  await database.schema
    .createTable('review_operations')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('review_id', 'text', (column) => column.notNull())
    .addColumn('revision', types.integer, (column) => column.notNull())
    .addColumn('operation_id', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('review_operations_key', ['subject', 'review_id', 'revision'])
    .addForeignKeyConstraint(
      'review_operations_review',
      ['subject', 'review_id'],
      'reviews',
      ['subject', 'review_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await sql`create unique index review_operations_by_id on review_operations (subject, review_id, operation_id)`.execute(
    database,
  );
}

/** Undoes `up`. */
export async function down(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropTable('review_operations').execute();
  await database.schema.dropTable('reviews').execute();
}
