import { randomBytes } from 'node:crypto';
import { sha256, sha256Bytes } from '../sha256.ts';

/** The prefix of every API key. */
export const API_KEY_PREFIX = 'dsk_';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 base62 digits hold 256 bits. */
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const API_KEY = new RegExp(`^${API_KEY_PREFIX}([0-9A-Za-z]{${SECRET_DIGITS}})([0-9A-Za-z]{${CHECKSUM_DIGITS}})$`);

/**
 * A new key: `dsk_`, 43 base62 characters for 256 random bits, and 6 characters of checksum. It is shown once and
 * stored nowhere.
 */
export function newApiKey(): string {
  const secret = base62(randomBytes(32), SECRET_DIGITS);
  return API_KEY_PREFIX + secret + checksumOf(secret);
}

/** Whether a bearer has the form of a key. The checksum detects most mistyped keys. */
export function isApiKey(bearer: string): boolean {
  const parts = API_KEY.exec(bearer);
  return parts !== null && checksumOf(parts[1]!) === parts[2];
}

/** SHA-256 of a key in hexadecimal digits. Nothing else of a key is stored. */
export function apiKeyHash(key: string): string {
  return sha256(key);
}

function checksumOf(secret: string): string {
  const digest = sha256Bytes(API_KEY_PREFIX + secret);
  return base62(digest.subarray(0, 4), CHECKSUM_DIGITS);
}

/** The bytes as a number in base 62 with this many digits. 6 digits hold 32 bits, and 43 digits hold 256 bits. */
function base62(bytes: Uint8Array, digits: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (let position = 0; position < digits; position++) {
    text = DIGITS[Number(rest % 62n)]! + text;
    rest /= 62n;
  }
  return text;
}
