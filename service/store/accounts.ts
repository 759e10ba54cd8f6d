import { randomBytes } from 'node:crypto';
import type { AccountsTable } from './schema.ts';
import type { Executor } from './open-database.ts';

/** Units a month of the owner of a local installation. */
const OWNER_UNITS_PER_MONTH = 1_000_000;

/** The account of the owner of this installation; created when it is missing. */
export async function ensureOwner(executor: Executor, at: Date): Promise<AccountsTable> {
  await executor
    .insertInto('accounts')
    .values({
      account_id: `acc_${randomBytes(12).toString('hex')}`,
      role: 'owner',
      plan: 'creator_pro',
      name: 'Owner of this installation',
      units_per_month: OWNER_UNITS_PER_MONTH,
      created_at: Math.floor(at.getTime() / 1_000),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await executor.selectFrom('accounts').selectAll().where('role', '=', 'owner').executeTakeFirstOrThrow();
}
