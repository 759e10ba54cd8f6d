import type { Executor } from './open-database.ts';

/** Adds units to a caller's month (UTC) of `at` and returns its sum. */
export async function countUnits(executor: Executor, subject: string, units: number, at: Date): Promise<number> {
  const month = at.toISOString().slice(0, 7);
  const row = await executor
    .insertInto('usage')
    .values({ subject, month, units })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'month']).doUpdateSet((expression) => ({
        units: expression('usage.units', '+', expression.ref('excluded.units')),
      })),
    )
    .returning('units')
    .executeTakeFirstOrThrow();
  return row.units;
}
