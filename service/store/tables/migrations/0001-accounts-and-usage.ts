import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** Accounts, at most one of which is the owner's, and the used units of every caller. */
export async function up(database: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await database.schema
    .createTable('accounts')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('units_per_month', types.integer)
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex('accounts_one_owner')
    .on('accounts')
    .column('role')
    .unique()
    .where('role' as never, '=', 'owner')
    .execute();
  await database.schema
    .createTable('usage')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('units', types.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_key', ['subject', 'month'])
    .execute();
}

/** Undoes `up`. */
export async function down(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropTable('usage').execute();
  await database.schema.dropTable('accounts').execute();
}
