import { sql } from 'kysely';
import type { Executor } from '../../store/tables/schema.ts';

/** Difference of two clocks at which the links of one replica are refused by another. */
const OFFSET_MOST_SECONDS = 20;

/**
 * Why the clock of this machine is unfit, as one sentence; null if it is fit. It is compared with that of PostgreSQL,
 * which all replicas share. `now` gives the time of this machine, in milliseconds.
 */
export async function clockFault(database: Executor, now: () => number = Date.now): Promise<string | null> {
  const before = now();
  const { rows } = await sql<{ ms: string }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(
    database,
  );
  // The server read its clock at some moment between the two.
  const offset = ((before + now()) / 2 - Number(rows[0]!.ms)) / 1_000;
  if (Math.abs(offset) <= OFFSET_MOST_SECONDS) return null;
  const way = offset > 0 ? 'ahead of' : 'behind';
  return `the clock of this machine is ${Math.round(Math.abs(offset))} seconds ${way} that of PostgreSQL, and ${OFFSET_MOST_SECONDS} is the limit; let NTP set both`;
}
