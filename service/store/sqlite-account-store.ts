import type { Account, AccountStore, ApiKey } from '../admission/ports.ts';
import { accountOfId, allAccounts, insertAccount, ownerAccount } from './accounts.ts';
import { hasKeyOfOrigin, insertKey, keyOfHash, keyOfId, keysOf, noteUse, revoke } from './api-keys.ts';
import type { LocalDatabase } from './open-database.ts';

/** Maximum number of cached keys with their accounts. */
const MOST_REMEMBERED = 10_000;

/**
 * Accounts and keys in the local database. Key look-ups are cached until others write to the database, or until keys
 * and accounts change here. So a key that the command line revokes is refused at once.
 */
export class SqliteAccountStore implements AccountStore {
  readonly #database: LocalDatabase;
  readonly #remembered = new Map<string, { key: ApiKey; account: Account }>();
  #version = 0;
  /** Revocations by this process, which the data version does not show. */
  #ownChanges = 0;

  constructor(database: LocalDatabase) {
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
    const found = this.#recall(keyHash) ?? (await this.#find(keyHash));
    // A valid key stays valid while the database cannot be written.
    const isNoted =
      found?.key.revokedAtSeconds === null && (await noteUse(this.#database, found.key, at).catch(() => false));
    if (isNoted) this.#remembered.delete(keyHash);
    return found;
  }

  async listKeys(accountId: string | null): Promise<ApiKey[]> {
    return await keysOf(this.#database, accountId);
  }

  async revokeKey(keyId: string, accountId: string | null, at: Date): Promise<ApiKey | null> {
    const revoked = await this.#database.transaction().execute(async (transaction) => {
      if ((await keyOfId(transaction, keyId, accountId)) === null) return null;
      await revoke(transaction, keyId, at);
      return await keyOfId(transaction, keyId, accountId);
    });
    this.#ownChanges++;
    this.#remembered.clear();
    return revoked;
  }

  async isPairedOrigin(origin: string): Promise<boolean> {
    return await hasKeyOfOrigin(this.#database, origin);
  }

  #recall(keyHash: string): { key: ApiKey; account: Account } | undefined {
    const version = this.#database.dataVersion();
    if (version !== this.#version) this.#remembered.clear();
    this.#version = version;
    return this.#remembered.get(keyHash);
  }

  async #find(keyHash: string): Promise<{ key: ApiKey; account: Account } | null> {
    const version = this.#version;
    const ownChanges = this.#ownChanges;
    const key = await keyOfHash(this.#database, keyHash);
    const account = key === null ? null : await accountOfId(this.#database, key.accountId);
    if (key === null || account === null) return null;
    // A read during a write may be older than the write.
    if (this.#database.dataVersion() === version && this.#ownChanges === ownChanges) {
      if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
      this.#remembered.set(keyHash, { key, account });
    }
    return { key, account };
  }
}
