import { sql } from 'kysely';
import type { BucketCount } from '../../admission/rate-limits.ts';
import type { Executor } from '../../store/tables/schema.ts';

/** Length of a window in milliseconds. */
const WINDOW_MS = 60_000;

/**
 * Adds the requests of this replica to those of the others, in one statement, and returns the sums. A window that has
 * ended begins again. Buckets are written in one order everywhere, so that replicas never wait in a circle.
 */
export async function mergeRates(database: Executor, counts: readonly BucketCount[]): Promise<BucketCount[]> {
  if (counts.length === 0) return [];
  const sorted = [...counts].sort((one, other) => (one.bucket < other.bucket ? -1 : 1));
  const { rows } = await sql<BucketCount>`
    insert into rates as known (bucket, since, requests)
    select * from unnest(${sorted.map(({ bucket }) => bucket)}::text[], ${sorted.map(({ since }) => since)}::bigint[],
      ${sorted.map(({ requests }) => requests)}::bigint[])
    on conflict (bucket) do update set
      since = case when known.since + ${WINDOW_MS} <= excluded.since then excluded.since else known.since end,
      requests = case when known.since + ${WINDOW_MS} <= excluded.since then excluded.requests
                 else known.requests + excluded.requests end
    returning bucket, since, requests`.execute(database);
  return rows;
}

/** Deletes windows that ended. */
export async function dropOldRates(database: Executor, at: Date): Promise<void> {
  await sql`delete from rates where since < ${at.getTime() - 10 * WINDOW_MS}`.execute(database);
}
