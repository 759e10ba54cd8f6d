import { randomBytes } from 'node:crypto';
import type { Account } from '../admission/ports.ts';
import type { AccountsTable } from './schema.ts';
import type { Executor } from './open-database.ts';

/** Monthly units of the owner of a local installation. */
const OWNER_UNITS_PER_MONTH = 1_000_000;

/** The account of the owner of this installation. It is created if it is missing. */
export async function ensureOwner(executor: Executor, at: Date): Promise<Account> {
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
  return await ownerAccount(executor);
}

/** The owner's account. Throws without one. */
export async function ownerAccount(executor: Executor): Promise<Account> {
  return accountOf(
    await executor.selectFrom('accounts').selectAll().where('role', '=', 'owner').executeTakeFirstOrThrow(),
  );
}

/** Adds an account. */
export async function insertAccount(executor: Executor, account: Account): Promise<void> {
  await executor
    .insertInto('accounts')
    .values({
      account_id: account.accountId,
      role: account.isOwner ? 'owner' : 'member',
      plan: account.plan,
      name: account.name,
      units_per_month: account.unitsPerMonth,
      created_at: account.createdAtSeconds,
    })
    .execute();
}

/** The account of an id. */
export async function accountOfId(executor: Executor, accountId: string): Promise<Account | null> {
  const row = await executor.selectFrom('accounts').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  return row === undefined ? null : accountOf(row);
}

/** All accounts, oldest first. */
export async function allAccounts(executor: Executor): Promise<Account[]> {
  const rows = await executor.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('account_id').execute();
  return rows.map(accountOf);
}

function accountOf(row: AccountsTable): Account {
  return {
    accountId: row.account_id,
    isOwner: row.role === 'owner',
    plan: row.plan,
    name: row.name,
    unitsPerMonth: row.units_per_month,
    createdAtSeconds: row.created_at,
  };
}
