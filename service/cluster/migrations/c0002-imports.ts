import { sql, type Kysely } from 'kysely';

/** The embedded installations that were moved into this cluster, so that none is moved twice. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table imports (source text primary key, imported_at timestamptz not null default now())`.execute(
    database,
  );
}

/** Undoes `up`. */
export async function down(database: Kysely<unknown>): Promise<void> {
  await sql`drop table imports`.execute(database);
}
