import { sql, type Kysely } from 'kysely';

/** Jobs that wait for a part of the cluster: since when, until when, and why. A version before this one takes them at once. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const column of ['waiting_since_ms bigint', 'waiting_until_ms bigint', 'waiting_for text']) {
    await sql.raw(`alter table jobs add column ${column}`).execute(database);
  }
}

/** Undoes `up`. */
export async function down(database: Kysely<unknown>): Promise<void> {
  for (const column of ['waiting_for', 'waiting_until_ms', 'waiting_since_ms']) {
    await sql.raw(`alter table jobs drop column ${column}`).execute(database);
  }
}
