import type { Kysely } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** API keys, and operations: running ones, and all those with an idempotency key. */
export async function up(database: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await database.schema
    .createTable('api_keys')
    .addColumn('key_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.account_id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('extension_origin', 'text')
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .addColumn('last_used_at', types.integer)
    .addColumn('revoked_at', types.integer)
    .execute();
  await database.schema.createIndex('api_keys_by_account').on('api_keys').column('account_id').execute();
  await database.schema.createIndex('api_keys_by_origin').on('api_keys').column('extension_origin').execute();
  await database.schema
    .createTable('operations')
    .addColumn('operation_id', 'text', (column) => column.primaryKey())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text')
    .addColumn('body_hash', 'text')
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('units', types.integer, (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('claimed_at', types.integer, (column) => column.notNull())
    .addColumn('reply_status', types.integer)
    .addColumn('reply_headers', 'text')
    .addColumn('reply_body', types.bytes)
    .addColumn('reply_file', 'text')
    .execute();
  await database.schema
    .createIndex('operations_by_key')
    .on('operations')
    .columns(['subject', 'endpoint', 'key_hash'])
    .unique()
    .where('key_hash' as never, 'is not', null)
    .execute();
  await database.schema.createIndex('operations_by_state').on('operations').columns(['state', 'claimed_at']).execute();
  await database.schema.createIndex('operations_by_reply_file').on('operations').column('reply_file').execute();
}

/** Undoes `up`. */
export async function down(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropTable('operations').execute();
  await database.schema.dropTable('api_keys').execute();
}
