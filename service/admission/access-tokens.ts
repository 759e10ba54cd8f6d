import { createHmac, timingSafeEqual } from 'node:crypto';

/** The prefix of every access token. */
export const ACCESS_TOKEN_PREFIX = 'dst_';
/** Validity of an access token. */
export const ACCESS_TOKEN_SECONDS = 3_600;

/** `dst_<account id>_<Unix seconds>_<HMAC-SHA-256 over both, base64url>`. */
const ACCESS_TOKEN = /^dst_(acc_[0-9a-f]{24})_(\d{1,12})_([\w-]{43})$/;

/** Issues and checks the tokens of signed-in users. They are stored nowhere: signature and time are enough. */
export class AccessTokens {
  readonly #secret: Uint8Array;
  readonly #secrets: readonly Uint8Array[];

  /** `secret` has 32 random bytes that nobody else knows. Tokens of the `older` ones stay valid. */
  constructor(secret: Uint8Array, ...older: readonly Uint8Array[]) {
    this.#secret = secret;
    this.#secrets = [secret, ...older];
  }

  /** A token of this account, valid for an hour from `at`. */
  issue(accountId: string, at: Date): string {
    const seconds = Math.floor(at.getTime() / 1_000);
    return `${ACCESS_TOKEN_PREFIX}${accountId}_${seconds}_${sign(this.#secret, accountId, seconds).toString('base64url')}`;
  }

  /** The account of a token. Null for a foreign or expired token, or one dated over a minute ahead. */
  accountOf(token: string, at: Date): string | null {
    const parts = ACCESS_TOKEN.exec(token);
    if (parts === null) return null;
    const [, accountId = '', time = '', signature = ''] = parts;
    const seconds = Number(time);
    const given = Buffer.from(signature, 'base64url');
    const isOurs = this.#secrets.some((secret) => timingSafeEqual(given, sign(secret, accountId, seconds)));
    if (!isOurs) return null;
    const age = at.getTime() / 1_000 - seconds;
    return age >= ACCESS_TOKEN_SECONDS || age < -CLOCK_SKEW_SECONDS ? null : accountId;
  }
}

function sign(secret: Uint8Array, accountId: string, seconds: number): Buffer {
  return createHmac('sha256', secret).update(`access\n${accountId}\n${seconds}`).digest();
}

/** Maximum time that a token may be dated ahead, after a clock was set back. */
const CLOCK_SKEW_SECONDS = 60;
