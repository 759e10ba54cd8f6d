import { sql, type Kysely } from 'kysely';

/** Indexes by which a sweep finds what has ended, without a look at all rows that had ended before. */
const INDEXES = [
  'replies_by_age on operations (claimed_at) where reply_status is not null',
  'upload_bytes_by_age on uploads (completed_at) where has_bytes = 1',
  'comparison_content_by_expiry on comparisons (expires_at) where structure_head is not null',
  'job_results_by_expiry on jobs (expires_at) where result_file is not null',
  'jobs_by_end on jobs (finished_ms)',
] as const;

/** Creates the indexes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const index of INDEXES) await sql.raw(`create index ${index}`).execute(database);
}

/** Undoes `up`. */
export async function down(database: Kysely<unknown>): Promise<void> {
  for (const index of INDEXES) await sql.raw(`drop index ${index.split(' ')[0]!}`).execute(database);
}
