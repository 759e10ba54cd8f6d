import type { Account, AccountStore, ApiKey } from '../admission/ports.ts';
import { accountOfId, allAccounts, insertAccount, ownerAccount } from './accounts.ts';
import { hasKeyOfOrigin, insertKey, keyOfHash, keyOfId, keysOf, noteUse, revoke } from './api-keys.ts';
import type { Executor } from './open-database.ts';

/** Accounts and keys in the local database. */
export class SqliteAccountStore implements AccountStore {
  readonly #database: Executor;

  constructor(database: Executor) {
    this.#database = database;
  }

  async createAccount(account: Account): Promise<void> {
    await insertAccount(this.#database, account);
  }

  async findAccount(accountId: string): Promise<Account | null> {
    return await accountOfId(this.#database, accountId);
  }

  async owner(): Promise<Account> {
    return await ownerAccount(this.#database);
  }

  async listAccounts(): Promise<Account[]> {
    return await allAccounts(this.#database);
  }

  async createKey(key: ApiKey, keyHash: string): Promise<void> {
    await insertKey(this.#database, key, keyHash);
  }

  async useKey(keyHash: string, at: Date): Promise<{ key: ApiKey; account: Account } | null> {
    const key = await keyOfHash(this.#database, keyHash);
    if (key === null) return null;
    const account = await accountOfId(this.#database, key.accountId);
    if (account === null) return null;
    if (key.revokedAtSeconds === null) {
      // A key that is good stays good while the database cannot be written.
      await noteUse(this.#database, key, at).catch(() => undefined);
    }
    return { key, account };
  }

  async listKeys(accountId: string | null): Promise<ApiKey[]> {
    return await keysOf(this.#database, accountId);
  }

  async revokeKey(keyId: string, accountId: string | null, at: Date): Promise<ApiKey | null> {
    return await this.#database.transaction().execute(async (transaction) => {
      if ((await keyOfId(transaction, keyId, accountId)) === null) return null;
      await revoke(transaction, keyId, at);
      return await keyOfId(transaction, keyId, accountId);
    });
  }

  async isPairedOrigin(origin: string): Promise<boolean> {
    return await hasKeyOfOrigin(this.#database, origin);
  }
}
