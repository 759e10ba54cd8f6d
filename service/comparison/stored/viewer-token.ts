import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../../shared/errors.ts';
import type { Share } from '../ports.ts';
import { sha256 } from '../../sha256.ts';

/** Maximum lead of a viewer token’s time. */
const TOKEN_CLOCK_SKEW_SECONDS = 60;

/** `cmp_tok_<Unix seconds>_<HMAC-SHA-256 over comparison, share and time, base64url>`. */
const TOKEN = /^cmp_tok_(\d{1,12})_([\w-]{43})$/;

/** The permissions of a link to a comparison. */
export interface LinkTerms {
  readonly ttlSeconds: number;
  /** The only web origin that may control a viewer with it; null if none may. */
  readonly embedOrigin: string | null;
}

/** Issues and checks the tokens that give access to a comparison. The secret has 32 bytes. */
export class ViewerTokens {
  readonly #secret: Uint8Array;
  readonly #secrets: readonly Uint8Array[];

  /** Tokens of the `older` secrets stay valid. */
  constructor(secret: Uint8Array, ...older: readonly Uint8Array[]) {
    this.#secret = secret;
    this.#secrets = [secret, ...older];
  }

  /** A new token of a comparison, and the share for the store. The token itself is stored nowhere. */
  issue(comparisonId: string, at: Date, terms: LinkTerms): { token: string; share: Share } {
    const shareId = `shr_${randomBytes(16).toString('hex')}`;
    const issuedAtSeconds = Math.floor(at.getTime() / 1_000);
    const signature = sign(this.#secret, comparisonId, shareId, issuedAtSeconds).toString('base64url');
    const token = `cmp_tok_${issuedAtSeconds}_${signature}`;
    return { token, share: { shareId, tokenHash: sha256(token), issuedAtSeconds, ...terms } };
  }

  /**
   * Checks a well-formed token against the share with its hash. Throws `invalid_token`, `token_issued_in_future` or
   * `token_expired`.
   */
  check(token: string, comparisonId: string, share: Share | null, at: Date): void {
    const parts = TOKEN.exec(token);
    if (share === null || parts === null) throw invalidToken();
    const issuedAtSeconds = Number(parts[1]);
    const given = Buffer.from(parts[2]!, 'base64url');
    const isOurs = this.#secrets.some((secret) =>
      timingSafeEqual(sign(secret, comparisonId, share.shareId, issuedAtSeconds), given),
    );
    if (!isOurs) throw invalidToken();
    const now = at.getTime() / 1_000;
    if (issuedAtSeconds > now + TOKEN_CLOCK_SKEW_SECONDS) {
      throw new ServiceError(
        'token_issued_in_future',
        `The token is dated more than ${TOKEN_CLOCK_SKEW_SECONDS} seconds ahead. Check the clock of the service’s machine.`,
      );
    }
    if (now >= issuedAtSeconds + share.ttlSeconds) throw expiredToken(share.ttlSeconds);
  }
}

function sign(secret: Uint8Array, comparisonId: string, shareId: string, issuedAtSeconds: number): Buffer {
  return createHmac('sha256', secret).update(`${comparisonId}\n${shareId}\n${issuedAtSeconds}`).digest();
}

/** The hash that identifies a share. Throws `invalid_token` for a malformed token. */
export function hashOfGivenToken(token: string | undefined): string {
  if (token === undefined || !TOKEN.test(token)) throw invalidToken();
  return sha256(token);
}

function invalidToken(): ServiceError {
  return new ServiceError(
    'invalid_token',
    'The viewer token is missing or not valid for this comparison. Use the whole address that the comparison’s answer gave.',
  );
}

/** The notice of an expired link. */
export function expiredToken(ttlSeconds: number): ServiceError {
  return new ServiceError(
    'token_expired',
    `This link has expired: its token was valid for ${ttlSeconds / 3_600} hours. Run the comparison again for a new one.`,
  );
}
