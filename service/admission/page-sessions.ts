import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../shared/errors.ts';
import { PAGE_LINK_SECONDS, PAGE_SESSION_SECONDS } from '../../shared/limits.ts';
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from './access-tokens.ts';
import type { AccountStore, PageSessionStore } from './ports.ts';

/** What page sessions work with. */
export interface PageSessionsDeps {
  readonly store: PageSessionStore;
  readonly accounts: Pick<AccountStore, 'owner'>;
  readonly tokens: AccessTokens;
  readonly now: () => Date;
}

/**
 * How the owner's browser page gets its access tokens (completion of the specification, section 7): a one-time link
 * buys a session, whose secret is a cookie under a path of its own, and the session buys tokens of an hour. Browsers send
 * cookies to every port of a host; the path keeps this one from all other programs on loopback.
 */
export class PageSessions {
  readonly #deps: PageSessionsDeps;

  constructor(deps: PageSessionsDeps) {
    this.#deps = deps;
  }

  /** The code of a new link, good for one session within an hour. */
  async newLink(): Promise<string> {
    const code = randomBytes(32).toString('base64url');
    await this.addLink(code);
    return code;
  }

  /** Makes a code that somebody else thought up one of a link, as `newLink` gives it. */
  async addLink(code: string): Promise<void> {
    await this.#deps.store.insertLink(sha256(code).toString('hex'), this.#seconds() + PAGE_LINK_SECONDS);
  }

  /** Uses a link up. Throws `unauthorized` when it is unknown, used or too old. */
  async open(code: string): Promise<{ sessionId: string; secret: string }> {
    const { store } = this.#deps;
    const now = this.#seconds();
    if (!(await store.takeLink(sha256(code).toString('hex'), now))) {
      throw new ServiceError(
        'unauthorized',
        'This link was used before, or is older than an hour. Get a new one with: diffsvc link',
      );
    }
    const sessionId = randomBytes(24).toString('base64url');
    const secret = randomBytes(32).toString('base64url');
    await store.insertSession({
      sessionId,
      secretHash: sha256(secret).toString('hex'),
      createdAtSeconds: now,
      expiresAtSeconds: now + PAGE_SESSION_SECONDS,
    });
    return { sessionId, secret };
  }

  /** An access token of the owner. Throws `unauthorized` for a session that is unknown, ended, or has another secret. */
  async renew(sessionId: string, secret: string | null): Promise<{ accessToken: string; expiresInSeconds: number }> {
    const { store, accounts, tokens, now } = this.#deps;
    await this.#check(sessionId, secret);
    await store.extendSession(sessionId, this.#seconds() + PAGE_SESSION_SECONDS);
    const { accountId } = await accounts.owner();
    return { accessToken: tokens.issue(accountId, now()), expiresInSeconds: ACCESS_TOKEN_SECONDS };
  }

  /** Ends a session; its tokens end with their hour. Throws `unauthorized`. */
  async close(sessionId: string, secret: string | null): Promise<void> {
    await this.#check(sessionId, secret);
    await this.#deps.store.deleteSession(sessionId);
  }

  /** Forgets links and sessions that have ended. */
  async sweep(): Promise<void> {
    await this.#deps.store.dropEnded(this.#seconds());
  }

  async #check(sessionId: string, secret: string | null): Promise<void> {
    const session = await this.#deps.store.findSession(sessionId);
    const expected = Buffer.from(session?.secretHash ?? '0'.repeat(64), 'hex');
    const matches = timingSafeEqual(sha256(secret ?? ''), expected);
    if (session === null || !matches || this.#seconds() >= session.expiresAtSeconds) {
      throw new ServiceError('unauthorized', 'This browser is not signed in. Get a link with: diffsvc link');
    }
  }

  #seconds(): number {
    return Math.floor(this.#deps.now().getTime() / 1_000);
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
