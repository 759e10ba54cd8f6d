import { SESSIONS_PATH } from '../../../shared/api/endpoint-paths.ts';
import { OpenedSession, SessionToken } from '../../../shared/api/owner.ts';
import { Compile } from 'typebox/compile';

/** Dependencies of signing in. */
export interface OwnerSessionDeps {
  /** Origin of the service. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** The code of an unused link. */
  readonly newCode: () => Promise<string>;
  /** Milliseconds. */
  readonly now: () => number;
}

/** A token is renewed before it expires, so that it does not expire in transit. */
const RENEW_BEFORE_MS = 60_000;

const openedSession = Compile(OpenedSession);
const sessionToken = Compile(SessionToken);

/**
 * The shell's session at one service. As in a browser, the code of a one-time link opens it. The session then gets
 * access tokens that last an hour. Everything is held in memory. If the session has ended (after weeks of sleep, or
 * after data was deleted), another code opens a new one.
 */
export class OwnerSession {
  readonly #deps: OwnerSessionDeps;
  #session: { readonly path: string; readonly cookie: string } | null = null;
  #token: { readonly text: string; readonly endsAt: number } | null = null;
  #renewal: Promise<string> | null = null;

  constructor(deps: OwnerSessionDeps) {
    this.#deps = deps;
  }

  /** A valid token. Rejects if the service refuses the session or cannot be reached. */
  async bearer(): Promise<string> {
    if (this.#token !== null && this.#deps.now() < this.#token.endsAt) return this.#token.text;
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = null));
    return await this.#renewal;
  }

  /** The last token was refused: the next one is a new one. */
  forget(): void {
    this.#token = null;
  }

  /** Ends the session; its tokens end with their hour. */
  async close(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    this.#token = null;
    if (session === null) return;
    // A service that is gone has nothing to end.
    await this.#call('DELETE', session.path, { cookie: session.cookie }).catch(() => undefined);
  }

  async #renew(): Promise<string> {
    for (let opened = false; ; opened = true) {
      const { path, cookie } = (this.#session ??= await this.#open());
      const response = await this.#call('POST', path, { cookie });
      if (response.status === 401 && !opened) {
        this.#session = null;
        continue;
      }
      const answer: unknown = await response.json();
      if (!response.ok || !sessionToken.Check(answer)) throw new Error(refusedBy(response));
      this.#token = {
        text: answer.accessToken,
        endsAt: this.#deps.now() + answer.expiresInSeconds * 1_000 - RENEW_BEFORE_MS,
      };
      return answer.accessToken;
    }
  }

  async #open(): Promise<{ path: string; cookie: string }> {
    const code = await this.#deps.newCode();
    const response = await this.#call('POST', SESSIONS_PATH, { 'content-type': 'application/json' }, { code });
    const answer: unknown = await response.json();
    const cookie = response.headers.get('set-cookie')?.split(';')[0];
    if (!response.ok || !openedSession.Check(answer) || cookie === undefined) throw new Error(refusedBy(response));
    return { path: answer.sessionPath, cookie };
  }

  #call(method: string, path: string, headers: Record<string, string>, body?: object): Promise<Response> {
    const { origin } = this.#deps;
    return this.#deps.fetch(`${origin}${path}`, {
      method,
      // Sessions are for pages of the service's own origin; the shell's page is one.
      headers: { origin, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

function refusedBy({ status }: Response): string {
  return `the service at this data directory did not sign the application in (HTTP ${status}); restart it`;
}
