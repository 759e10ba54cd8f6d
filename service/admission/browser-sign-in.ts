import { randomBytes } from 'node:crypto';
import { ServiceError } from '../../shared/errors.ts';
import type { PageSessions } from './page-sessions.ts';

/** Dependencies of signing in by the desktop. */
export interface BrowserSignInDeps {
  readonly sessions: Pick<PageSessions, 'addLink'>;
  /** The own address of the browser page, never one that a caller named. */
  readonly origin: () => string;
  /** Writes a page that only this account can read, and opens it on this account's desktop. Null without a desktop. */
  readonly showPage: ((html: string, forSeconds: number) => Promise<boolean>) | null;
  readonly now: () => Date;
}

/** Lifetime of the link. The browser opens it at once. */
const LINK_SECONDS = 120;
/** Shortest time between two tabs, because any program of the machine may ask for one. */
const BETWEEN_SECONDS = 30;

/**
 * Signs a browser in on the desktop of the account that runs the service. The caller gets nothing. The one-time link
 * goes to a file that only this account can read, and this account's browser opens the file. So another account, a
 * tunnel or a foreign page can at most make a tab appear.
 */
export class BrowserSignIn {
  readonly #deps: BrowserSignInDeps;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(deps: BrowserSignInDeps) {
    this.#deps = deps;
  }

  /** Opens the tab. False without a desktop or a browser. Throws `rate_limited` soon after another tab. */
  async open(): Promise<boolean> {
    const { sessions, origin, showPage, now } = this.#deps;
    if (showPage === null) return false;
    const at = now().getTime();
    const waited = (at - this.#lastAt) / 1_000;
    // A clock that was set back keeps nobody waiting.
    if (waited >= 0 && waited < BETWEEN_SECONDS) {
      const retryAfterSeconds = Math.ceil(BETWEEN_SECONDS - waited);
      throw new ServiceError(
        'rate_limited',
        `A tab was opened ${Math.floor(waited)} seconds ago, and the limit is one in ${BETWEEN_SECONDS} seconds. Look for it in your browser, or try again in ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      );
    }
    this.#lastAt = at;
    const code = randomBytes(32).toString('base64url');
    await sessions.addLink(code, LINK_SECONDS);
    return await showPage(redirectTo(`${origin()}/#link=${code}/connections`), LINK_SECONDS);
  }
}

/** A page that leads to an address of this service, which needs no escaping. */
function redirectTo(address: string): string {
  return [
    '<!doctype html>',
    '<meta charset="utf-8">',
    '<meta name="referrer" content="no-referrer">',
    '<title>diffsvc</title>',
    `<meta http-equiv="refresh" content="0; url=${address}">`,
    `<p><a href="${address}">Open diffsvc</a></p>`,
    '',
  ].join('\n');
}
