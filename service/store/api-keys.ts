import type { ApiKey } from '../admission/ports.ts';
import type { Executor } from './open-database.ts';
import type { ApiKeysTable } from './schema.ts';

/** The minimum interval between two recorded uses of a key. */
const LAST_USE_SECONDS = 60;

/** Adds a key. */
export async function insertKey(executor: Executor, key: ApiKey, keyHash: string): Promise<void> {
  await executor
    .insertInto('api_keys')
    .values({
      key_id: key.keyId,
      account_id: key.accountId,
      name: key.name,
      key_hash: keyHash,
      extension_origin: key.extensionOrigin,
      created_at: key.createdAtSeconds,
      last_used_at: key.lastUsedAtSeconds,
      revoked_at: key.revokedAtSeconds,
    })
    .execute();
}

/** The key with this hash. */
export async function keyOfHash(executor: Executor, keyHash: string): Promise<ApiKey | null> {
  const row = await executor.selectFrom('api_keys').selectAll().where('key_hash', '=', keyHash).executeTakeFirst();
  return row === undefined ? null : keyOf(row);
}

/** The key with this id, of one account or of any. */
export async function keyOfId(executor: Executor, keyId: string, accountId: string | null): Promise<ApiKey | null> {
  const ofAny = executor.selectFrom('api_keys').selectAll().where('key_id', '=', keyId);
  const row = await (accountId === null ? ofAny : ofAny.where('account_id', '=', accountId)).executeTakeFirst();
  return row === undefined ? null : keyOf(row);
}

/** Records the use of a key. Returns false if a use was recorded within the last minute. */
export async function noteUse(executor: Executor, key: ApiKey, at: Date): Promise<boolean> {
  const now = Math.floor(at.getTime() / 1_000);
  if (key.lastUsedAtSeconds !== null && Math.abs(now - key.lastUsedAtSeconds) < LAST_USE_SECONDS) return false;
  await executor.updateTable('api_keys').set({ last_used_at: now }).where('key_id', '=', key.keyId).execute();
  return true;
}

/** The keys of one account, or of all, oldest first. */
export async function keysOf(executor: Executor, accountId: string | null): Promise<ApiKey[]> {
  const all = executor.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('key_id');
  const rows = await (accountId === null ? all : all.where('account_id', '=', accountId)).execute();
  return rows.map(keyOf);
}

/** Revokes a valid key. */
export async function revoke(executor: Executor, keyId: string, at: Date): Promise<void> {
  await executor
    .updateTable('api_keys')
    .set({ revoked_at: Math.floor(at.getTime() / 1_000) })
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Whether a valid key belongs to an extension of this origin. */
export async function hasKeyOfOrigin(executor: Executor, origin: string): Promise<boolean> {
  const row = await executor
    .selectFrom('api_keys')
    .select('key_id')
    .where('extension_origin', '=', origin)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

function keyOf(row: ApiKeysTable): ApiKey {
  return {
    keyId: row.key_id,
    accountId: row.account_id,
    name: row.name,
    extensionOrigin: row.extension_origin,
    createdAtSeconds: row.created_at,
    lastUsedAtSeconds: row.last_used_at,
    revokedAtSeconds: row.revoked_at,
  };
}
