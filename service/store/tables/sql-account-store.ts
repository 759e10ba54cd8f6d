import { randomBytes } from 'node:crypto';
import type { Account, ApiKey } from '../../admission/ports.ts';
import type { AccountsTable, ApiKeysTable, Executor } from './schema.ts';

/** Maximum number of cached keys with their accounts. */
const MOST_REMEMBERED = 10_000;
/** Monthly units of the owner of a local installation. */
const OWNER_UNITS_PER_MONTH = 1_000_000;
/** The minimum interval between two recorded uses of a key. */
const LAST_USE_SECONDS = 60;

/** Tells whether others may have changed keys or accounts since a look-up. */
export interface ChangeSource {
  /** A number that changes with, or before, every such change becomes visible here. */
  dataVersion(): number;
}

/**
 * Accounts and keys. Key look-ups are cached until `changes` has another number, or until keys and accounts change
 * here. So a key that the command line revokes is refused at once in the local database.
 */
export class SqlAccountStore {
  readonly #database: Executor;
  readonly #changes: ChangeSource;
  readonly #remembered = new Map<string, { key: ApiKey; account: Account }>();
  #version = 0;
  /** Revocations by this process, which the data version does not show. */
  #ownChanges = 0;

  constructor(database: Executor, changes: ChangeSource) {
    this.#database = database;
    this.#changes = changes;
  }

  /** The account of the owner of this installation. It is created if it is missing. */
  async ensureOwner(at: Date): Promise<Account> {
    await this.#database
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
    return await this.owner();
  }

  async owner(): Promise<Account> {
    const accounts = this.#database.selectFrom('accounts').selectAll();
    return accountOf(await accounts.where('role', '=', 'owner').executeTakeFirstOrThrow());
  }

  async createAccount(account: Account): Promise<void> {
    await this.#database
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

  async findAccount(accountId: string): Promise<Account | null> {
    const accounts = this.#database.selectFrom('accounts').selectAll();
    const row = await accounts.where('account_id', '=', accountId).executeTakeFirst();
    return row === undefined ? null : accountOf(row);
  }

  /** Oldest first. */
  async listAccounts(): Promise<Account[]> {
    const accounts = this.#database.selectFrom('accounts').selectAll();
    return (await accounts.orderBy('created_at').orderBy('account_id').execute()).map(accountOf);
  }

  async createKey(key: ApiKey, keyHash: string): Promise<void> {
    await this.#database
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

  /** The key with this hash, revoked or not, with its account. Records the time of use. */
  async useKey(keyHash: string, at: Date): Promise<{ key: ApiKey; account: Account } | null> {
    const found = this.#recall(keyHash) ?? (await this.#find(keyHash));
    // A valid key stays valid while the database cannot be written.
    const isNoted = found?.key.revokedAtSeconds === null && (await this.#noteUse(found.key, at).catch(() => false));
    if (isNoted) this.#remembered.delete(keyHash);
    return found;
  }

  /** The keys of one account, or of all, oldest first. */
  async listKeys(accountId: string | null): Promise<ApiKey[]> {
    const all = this.#database.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('key_id');
    const rows = await (accountId === null ? all : all.where('account_id', '=', accountId)).execute();
    return rows.map(keyOf);
  }

  /**
   * Revokes a key of one account, or of any. A revoked key stays unchanged. Returns the key; null for an unknown one.
   */
  async revokeKey(keyId: string, accountId: string | null, at: Date): Promise<ApiKey | null> {
    const revoked = await this.#database.transaction().execute(async (transaction) => {
      if ((await keyOfId(transaction, keyId, accountId)) === null) return null;
      await transaction
        .updateTable('api_keys')
        .set({ revoked_at: Math.floor(at.getTime() / 1_000) })
        .where('key_id', '=', keyId)
        .where('revoked_at', 'is', null)
        .execute();
      return await keyOfId(transaction, keyId, accountId);
    });
    this.#ownChanges++;
    this.#remembered.clear();
    return revoked;
  }

  /** Whether a valid key belongs to an extension of this origin. */
  async isPairedOrigin(origin: string): Promise<boolean> {
    const row = await this.#database
      .selectFrom('api_keys')
      .select('key_id')
      .where('extension_origin', '=', origin)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Records the use of a key. Returns false if a use was recorded within the last minute. */
  async #noteUse(key: ApiKey, at: Date): Promise<boolean> {
    const now = Math.floor(at.getTime() / 1_000);
    if (key.lastUsedAtSeconds !== null && Math.abs(now - key.lastUsedAtSeconds) < LAST_USE_SECONDS) return false;
    await this.#database.updateTable('api_keys').set({ last_used_at: now }).where('key_id', '=', key.keyId).execute();
    return true;
  }

  #recall(keyHash: string): { key: ApiKey; account: Account } | undefined {
    const version = this.#changes.dataVersion();
    if (version !== this.#version) this.#remembered.clear();
    this.#version = version;
    return this.#remembered.get(keyHash);
  }

  async #find(keyHash: string): Promise<{ key: ApiKey; account: Account } | null> {
    const version = this.#version;
    const ownChanges = this.#ownChanges;
    const keys = this.#database.selectFrom('api_keys').selectAll();
    const row = await keys.where('key_hash', '=', keyHash).executeTakeFirst();
    if (row === undefined) return null;
    const key = keyOf(row);
    const account = await this.findAccount(key.accountId);
    if (account === null) return null;
    // A read during a write may be older than the write.
    if (this.#changes.dataVersion() === version && this.#ownChanges === ownChanges) {
      if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
      this.#remembered.set(keyHash, { key, account });
    }
    return { key, account };
  }
}

/** The key with this id, of one account or of any. */
async function keyOfId(executor: Executor, keyId: string, accountId: string | null): Promise<ApiKey | null> {
  const ofAny = executor.selectFrom('api_keys').selectAll().where('key_id', '=', keyId);
  const row = await (accountId === null ? ofAny : ofAny.where('account_id', '=', accountId)).executeTakeFirst();
  return row === undefined ? null : keyOf(row);
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
