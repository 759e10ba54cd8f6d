import type { Executor } from './schema.ts';

/** The calendar month (UTC) of `at`, written `2025-01`. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** A caller's units of a month. */
export async function unitsUsed(executor: Executor, subject: string, month: string): Promise<number> {
  const row = await executor
    .selectFrom('usage')
    .select('units')
    .where('subject', '=', subject)
    .where('month', '=', month)
    .executeTakeFirst();
  return row?.units ?? 0;
}

/** Adds units to a caller's month, or subtracts them, but never below zero. Returns the sum. */
export async function countUnits(executor: Executor, subject: string, units: number, month: string): Promise<number> {
  const row = await executor
    .insertInto('usage')
    .values({ subject, month, units: Math.max(0, units) })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'month']).doUpdateSet((expression) => ({
        units: expression
          .case()
          .when(expression('usage.units', '+', units), '>', 0)
          .then(expression('usage.units', '+', units))
          .else(0)
          .end(),
      })),
    )
    .returning('units')
    .executeTakeFirstOrThrow();
  return row.units;
}
