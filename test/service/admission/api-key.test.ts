import { describe, expect, it } from 'vitest';
import { apiKeyHash, isApiKey, newApiKey } from '../../../service/admission/api-key.ts';

describe('an API key', () => {
  it('is dsk_, 43 characters base62 and 6 of checksum, and never the same', () => {
    const keys = Array.from({ length: 200 }, newApiKey);
    expect(new Set(keys).size).toBe(200);
    for (const key of keys) {
      expect(key).toMatch(/^dsk_[0-9A-Za-z]{49}$/);
      expect(isApiKey(key)).toBe(true);
      expect(apiKeyHash(key)).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('shows every mistyped character by its checksum', () => {
    const key = newApiKey();
    for (let at = 4; at < key.length; at++) {
      const other = key[at] === 'a' ? 'b' : 'a';
      expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
    for (const wrong of ['', 'dsk_', key.slice(0, -1), `${key}a`, key.replace('dsk_', 'dsx_'), ` ${key}`]) {
      expect(isApiKey(wrong)).toBe(false);
    }
  });
});
