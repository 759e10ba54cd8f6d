import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** Background jobs: exports of stored comparisons and their progress. The files are outside the database. */
export async function up(database: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await database.schema
    .createTable('jobs')
    .addColumn('job_id', 'text', (column) => column.primaryKey())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('comparison_id', 'text', (column) => column.notNull())
    .addColumn('artifact_type', 'text', (column) => column.notNull())
    .addColumn('options', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('runs', types.integer, (column) => column.notNull())
    .addColumn('progress', types.real, (column) => column.notNull())
    .addColumn('created_ms', types.integer, (column) => column.notNull())
    .addColumn('started_ms', types.integer)
    .addColumn('finished_ms', types.integer)
    .addColumn('report', 'text')
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addColumn('result_file', 'text')
    .addColumn('result_name', 'text')
    .addColumn('result_type', 'text')
    .addColumn('expires_at', types.integer)
    .execute();
  await database.schema.createIndex('jobs_by_state').on('jobs').columns(['state', 'created_ms', 'job_id']).execute();
  await database.schema
    .createIndex('jobs_by_subject')
    .on('jobs')
    .columns(['subject', 'created_ms', 'job_id'])
    .execute();
  await database.schema.createIndex('jobs_by_file').on('jobs').column('result_file').execute();
}

/** Undoes `up`. */
export async function down(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropTable('jobs').execute();
}
