import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../shared/errors.ts';
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from './access-tokens.ts';
import type { SqlAccountStore } from '../store/tables/sql-account-store.ts';
import type { SqlPageSessionStore } from '../store/tables/sql-page-session-store.ts';
import { sha256, sha256Bytes } from '../sha256.ts';

/** Lifetime of a one-time link to the browser page. */
const PAGE_LINK_SECONDS = 60 * 60;
/** Lifetime of a session of the browser page, counted from its last use. */
export const PAGE_SESSION_SECONDS = 30 * 24 * 60 * 60;

/** Dependencies of page sessions. */
export interface PageSessionsDeps {
  readonly store: SqlPageSessionStore;
  readonly accounts: Pick<SqlAccountStore, 'owner'>;
  readonly tokens: AccessTokens;
  readonly now: () => Date;
}

/**
 * Gives the owner's browser page its access tokens. A one-time link buys a session. Its secret is a cookie under its
 * own path, and the session buys tokens that last an hour. Browsers send cookies to every port of a host; the path
 * hides this one from other programs on loopback.
 */
export class PageSessions {
  readonly #deps: PageSessionsDeps;

  constructor(deps: PageSessionsDeps) {
    this.#deps = deps;
  }

  /** The code of a new link, valid for one session within an hour. */
  async newLink(): Promise<string> {
    const code = randomBytes(32).toString('base64url');
    await this.addLink(code);
    return code;
  }

  /** Makes a given code the code of a link, like `newLink`. */
  async addLink(code: string, seconds = PAGE_LINK_SECONDS): Promise<void> {
    await this.#deps.store.insertLink(sha256(code), this.#seconds() + seconds);
  }

  /** Uses a link. Throws `unauthorized` for an unknown, used or expired link. */
  async open(code: string): Promise<{ sessionId: string; secret: string }> {
    const { store } = this.#deps;
    const now = this.#seconds();
    if (!(await store.takeLink(sha256(code), now))) {
      throw new ServiceError(
        'unauthorized',
        'This link was used before, or is older than an hour. Get a new one with: diffsvc link',
      );
    }
    const sessionId = randomBytes(24).toString('base64url');
    const secret = randomBytes(32).toString('base64url');
    await store.insertSession({
      sessionId,
      secretHash: sha256(secret),
      createdAtSeconds: now,
      expiresAtSeconds: now + PAGE_SESSION_SECONDS,
    });
    return { sessionId, secret };
  }

  /** An access token of the owner. Throws `unauthorized` for an unknown or ended session, and for a wrong secret. */
  async renew(sessionId: string, secret: string | null): Promise<{ accessToken: string; expiresInSeconds: number }> {
    const { store, accounts, tokens, now } = this.#deps;
    await this.#check(sessionId, secret);
    await store.extendSession(sessionId, this.#seconds() + PAGE_SESSION_SECONDS);
    const { accountId } = await accounts.owner();
    return { accessToken: tokens.issue(accountId, now()), expiresInSeconds: ACCESS_TOKEN_SECONDS };
  }

  /** Ends a session. Its tokens end with their hour. Throws `unauthorized`. */
  async close(sessionId: string, secret: string | null): Promise<void> {
    await this.#check(sessionId, secret);
    await this.#deps.store.deleteSession(sessionId);
  }

  /** Deletes links and sessions that have ended. */
  async sweep(): Promise<void> {
    await this.#deps.store.dropEnded(this.#seconds());
  }

  async #check(sessionId: string, secret: string | null): Promise<void> {
    const session = await this.#deps.store.findSession(sessionId);
    const expected = Buffer.from(session?.secretHash ?? '0'.repeat(64), 'hex');
    const matches = timingSafeEqual(sha256Bytes(secret ?? ''), expected);
    if (session === null || !matches || this.#seconds() >= session.expiresAtSeconds) {
      throw new ServiceError('unauthorized', 'This browser is not signed in. Get a link with: diffsvc link');
    }
  }

  #seconds(): number {
    return Math.floor(this.#deps.now().getTime() / 1_000);
  }
}
