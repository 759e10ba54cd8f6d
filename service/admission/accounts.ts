import { randomBytes } from 'node:crypto';
import type { Plan } from '../../shared/api/usage.ts';
import { apiKeyHash, newApiKey } from './api-key.ts';
import type { Account, ApiKey } from './ports.ts';
import type { SqlAccountStore } from '../store/tables/sql-account-store.ts';

/** Plans of accounts. An anonymous caller has none. */
export type AccountPlan = Exclude<Plan, 'anonymous'>;

/** Creates, lists and revokes accounts and keys. The caller checks the permission. */
export class Accounts {
  readonly #store: SqlAccountStore;
  readonly #now: () => Date;

  constructor(store: SqlAccountStore, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  /** A new account. */
  async create(plan: AccountPlan, name: string): Promise<Account> {
    const account: Account = {
      accountId: `acc_${randomBytes(12).toString('hex')}`,
      isOwner: false,
      plan,
      name,
      unitsPerMonth: null,
      createdAtSeconds: this.#seconds(),
    };
    await this.#store.createAccount(account);
    return account;
  }

  /** The owner of this installation. */
  async owner(): Promise<Account> {
    return await this.#store.owner();
  }

  /** All accounts, oldest first. */
  async list(): Promise<Account[]> {
    return await this.#store.listAccounts();
  }

  /**
   * A new key of an account; null for an unknown account. `key` is shown once and stored nowhere. `extensionOrigin`
   * names the extension of the key, which may then call from its own origin.
   */
  async createKey(
    accountId: string,
    name: string,
    extensionOrigin: string | null = null,
  ): Promise<{ key: string; apiKey: ApiKey } | null> {
    if ((await this.#store.findAccount(accountId)) === null) return null;
    const key = newApiKey();
    const apiKey: ApiKey = {
      keyId: `key_${randomBytes(12).toString('hex')}`,
      accountId,
      name,
      extensionOrigin,
      createdAtSeconds: this.#seconds(),
      lastUsedAtSeconds: null,
      revokedAtSeconds: null,
    };
    await this.#store.createKey(apiKey, apiKeyHash(key));
    return { key, apiKey };
  }

  /** The keys of one account, or of all, oldest first, revoked ones included. */
  async listKeys(accountId: string | null): Promise<ApiKey[]> {
    return await this.#store.listKeys(accountId);
  }

  /** Revokes a key of one account, or of any. Null for an unknown key. */
  async revokeKey(keyId: string, accountId: string | null): Promise<ApiKey | null> {
    return await this.#store.revokeKey(keyId, accountId, this.#now());
  }

  #seconds(): number {
    return Math.floor(this.#now().getTime() / 1_000);
  }
}
