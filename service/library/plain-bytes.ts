/** `service/formats/bytes.ts` and `service/sha256.ts` without Node. The build of `diffsvc/engine` takes this file. */
import { sha256 as digest } from '@noble/hashes/sha2.js';

/** See `service/sha256.ts`. */
export function sha256(content: Uint8Array | string): string {
  const bytes = digest(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** See `service/formats/bytes.ts`. */
export function utf8Length(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) length += 1;
    else if (unit < 0x800) length += 2;
    else if (isPair(unit, text.charCodeAt(at + 1))) {
      length += 4;
      at += 1;
    } else length += 3;
  }
  return length;
}

function isPair(high: number, low: number): boolean {
  return high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES: ReadonlyMap<string, number> = new Map([
  ...Array.from(ALPHABET, (character, value) => [character, value] as const),
  ['-', 62],
  ['_', 63],
]);

/** See `service/formats/bytes.ts`. */
export function bytesOfBase64(text: string): Uint8Array {
  const bytes: number[] = [];
  let bits = 0;
  let pending = 0;
  for (const character of text) {
    if (character === '=') break;
    const value = VALUES.get(character);
    if (value === undefined) continue;
    pending = ((pending << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((pending >> bits) & 0xff);
  }
  return Uint8Array.from(bytes);
}
