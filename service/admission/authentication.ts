import { ServiceError } from '../../shared/errors.ts';
import { ACCESS_TOKEN_PREFIX, type AccessTokens } from './access-tokens.ts';
import { API_KEY_PREFIX, apiKeyHash, isApiKey } from './api-key.ts';
import type { Identity } from './identity.ts';
import type { PlanTable } from './plan-terms.ts';
import type { Account } from './ports.ts';
import type { SqlAccountStore } from '../store/tables/sql-account-store.ts';

/** Dependencies of authentication. */
export interface AuthenticationDeps {
  readonly accounts: SqlAccountStore;
  readonly tokens: AccessTokens;
  readonly plans: PlanTable;
  readonly now: () => Date;
}

/** Identifies the account of a bearer. Every request looks its key up, so that a revoked key stops at once. */
export class Authentication {
  readonly #deps: AuthenticationDeps;

  constructor(deps: AuthenticationDeps) {
    this.#deps = deps;
  }

  /**
   * The account of an `Authorization` header. Throws `unauthorized` without a bearer and for an invalid access token,
   * `invalid_api_key` for any other unknown bearer, and `api_key_revoked`.
   */
  async identify(authorization: string): Promise<Identity> {
    const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (bearer === undefined) {
      throw new ServiceError('unauthorized', 'The Authorization header has to read: Bearer, a space, and an API key.');
    }
    return bearer.startsWith(ACCESS_TOKEN_PREFIX) ? await this.#byAccessToken(bearer) : await this.#byKey(bearer);
  }

  async #byAccessToken(token: string): Promise<Identity> {
    const { tokens, accounts, now } = this.#deps;
    const accountId = tokens.accountOf(token, now());
    const account = accountId === null ? null : await accounts.findAccount(accountId);
    if (account === null) {
      throw new ServiceError('unauthorized', 'The access token is not valid or older than one hour. Get a new one.');
    }
    return {
      ...this.#identityOf(account),
      by: 'access-token',
      keyId: null,
      extensionOrigin: null,
      managesInstallation: account.isOwner,
    };
  }

  async #byKey(bearer: string): Promise<Identity> {
    const { accounts, now } = this.#deps;
    if (!isApiKey(bearer)) {
      throw new ServiceError(
        'invalid_api_key',
        `The bearer is not written like an API key: a key begins with ${API_KEY_PREFIX} and has 53 characters. Copy it again, whole.`,
      );
    }
    const found = await accounts.useKey(apiKeyHash(bearer), now());
    if (found === null) {
      throw new ServiceError(
        'invalid_api_key',
        'This service has no such API key. Create one with: diffsvc keys create',
      );
    }
    const { key, account } = found;
    if (key.revokedAtSeconds !== null) {
      throw new ServiceError('api_key_revoked', 'This API key was revoked. Create another with: diffsvc keys create');
    }
    return {
      ...this.#identityOf(account),
      by: 'api-key',
      keyId: key.keyId,
      extensionOrigin: key.extensionOrigin,
      managesInstallation: false,
    };
  }

  #identityOf(account: Account): Pick<Identity, 'subject' | 'accountId' | 'plan' | 'terms' | 'unitsPerMonth'> {
    const { accountId, plan } = account;
    const terms = this.#deps.plans[plan];
    return {
      subject: `account:${accountId}`,
      accountId,
      plan,
      terms,
      unitsPerMonth: account.unitsPerMonth ?? terms.unitsPerMonth,
    };
  }
}
