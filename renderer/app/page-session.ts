import { SESSIONS_PATH, SIGN_IN_PATH } from '../../shared/api/endpoint-paths.ts';
import type { OpenedSession, SessionToken, SignInAnswer } from '../../shared/api/owner.ts';

/** What the session uses of the page. Tests pass their own. */
export interface PageSurroundings {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** The part of the page's address from `#` on. */
  readonly hash: string;
  /** Replaces this part in the address and the history. */
  readonly replaceHash: (hash: string) => void;
  /** Milliseconds. */
  readonly now: () => number;
}

const STORED_PATH = 'diffsvc.session';
/** A token is renewed before it expires, so that it does not expire in transit. */
const RENEW_BEFORE_MS = 60_000;

/** `opened`: a signed-in tab opened on this desktop. `recently`: one opened within the last half minute. */
export type SignInOutcome = 'opened' | 'recently' | 'not-opened';

/** A one-time link, and the page of the application behind it. */
const LINK = /^#link=([\w-]+)(?:\/(\w+))?$/;

/**
 * The owner's session of this page. A one-time link (`#link=…`) opens it, and the browser keeps its cookie. The
 * session gets access tokens that last an hour and are held only here. Without a session the page is an anonymous
 * caller.
 */
export class PageSession {
  readonly #page: PageSurroundings;
  /** The exchange of the link for a session. The first token waits for it. */
  readonly #opened: Promise<void>;
  #token: { readonly text: string; readonly endsAt: number } | null = null;
  #renewal: Promise<string | undefined> | null = null;
  #linkRefused = false;

  constructor(page: PageSurroundings) {
    this.#page = page;
    const [, code, place] = LINK.exec(page.hash) ?? [];
    if (code !== undefined) page.replaceHash(place === undefined ? '' : `#/${place}`);
    this.#opened = code === undefined ? Promise.resolve() : this.#open(code);
  }

  /** A valid access token; undefined without a session. */
  readonly bearer = async (): Promise<string | undefined> => {
    if (this.#token !== null && this.#page.now() < this.#token.endsAt) return this.#token.text;
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = null));
    return await this.#renewal;
  };

  /** Whether the page's link was already used or has expired. Known after the first `bearer`. */
  get linkRefused(): boolean {
    return this.#linkRefused;
  }

  /**
   * Whether a change of the browser's storage by another page may have signed this page in or out. The next token is
   * then a new one. Null: everything was removed.
   */
  follows(storageKey: string | null): boolean {
    if (storageKey !== null && storageKey !== STORED_PATH) return false;
    this.#token = null;
    return true;
  }

  /** Asks the service to open a signed-in tab on this desktop. The page itself gets nothing. */
  async askForTab(): Promise<SignInOutcome> {
    const response = await this.#post(SIGN_IN_PATH, undefined);
    if (response?.status === 429) return 'recently';
    return response?.ok === true && ((await response.json()) as SignInAnswer).opened ? 'opened' : 'not-opened';
  }

  /** Ends the session. Its cookie becomes invalid, and the page becomes a visitor's. */
  async signOut(): Promise<void> {
    const path = this.#page.storage.getItem(STORED_PATH);
    this.#page.storage.removeItem(STORED_PATH);
    this.#token = null;
    if (path !== null) await this.#send('DELETE', path, undefined);
  }

  async #open(code: string): Promise<void> {
    const response = await this.#post(SESSIONS_PATH, { code });
    // The link was already used. The browser that used it may still have its session.
    this.#linkRefused = response?.status === 401;
    if (response?.ok !== true) return;
    const { sessionPath } = (await response.json()) as OpenedSession;
    this.#page.storage.setItem(STORED_PATH, sessionPath);
  }

  async #renew(): Promise<string | undefined> {
    await this.#opened;
    const path = this.#page.storage.getItem(STORED_PATH);
    if (path === null) return undefined;
    const response = await this.#post(path, undefined);
    if (response?.status === 401) this.#page.storage.removeItem(STORED_PATH);
    if (response?.ok !== true) return undefined;
    const { accessToken, expiresInSeconds } = (await response.json()) as SessionToken;
    this.#token = { text: accessToken, endsAt: this.#page.now() + expiresInSeconds * 1_000 - RENEW_BEFORE_MS };
    return accessToken;
  }

  /** The service cannot be reached. The call that needs the token will report this. */
  async #post(path: string, body: object | undefined): Promise<Response | null> {
    return await this.#send('POST', path, body);
  }

  async #send(method: 'POST' | 'DELETE', path: string, body: object | undefined): Promise<Response | null> {
    try {
      return await this.#page.fetch(path, {
        method,
        credentials: 'same-origin',
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
    } catch {
      return null;
    }
  }
}
