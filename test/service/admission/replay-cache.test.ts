import { describe, expect, it } from 'vitest';
import type { RetainedReply } from '../../../service/admission/ports.ts';
import { ReplayCache, replayKey, type ReplayKey } from '../../../service/admission/replay-cache.ts';

const MIB = 1_048_576;
let now = new Date('2025-03-01T12:00:00Z');
const after = (ms: number): void => void (now = new Date(now.getTime() + ms));
const reply = (requestId: string, bytes = 1): RetainedReply => ({
  status: 200,
  headers: {},
  requestId,
  body: new Uint8Array(bytes),
});
const key = (subject: string, body: string, variant = 'POST /'): ReplayKey =>
  replayKey(subject, variant, Buffer.from(body))!;

describe('the replay cache', () => {
  it('knows the same caller, variant and bytes', () => {
    const cache = new ReplayCache(() => now);
    cache.remember(key('a', 'body'), reply('1'));
    expect(cache.find(key('a', 'body'))?.requestId).toBe('1');
    for (const other of [key('b', 'body'), key('a', 'body '), key('a', 'body', 'POST /x')]) {
      expect(cache.find(other)).toBeNull();
    }
    cache.remember(key('a', 'body'), reply('2'));
    expect(cache.find(key('a', 'body'))?.requestId).toBe('2');
    cache.forget('b');
    expect(cache.find(key('a', 'body'))).not.toBeNull();
    cache.forget('a');
    expect(cache.find(key('a', 'body'))).toBeNull();
  });

  it('takes requests up to 64 KiB', () => {
    expect(replayKey('a', '', new Uint8Array(65_536))).not.toBeNull();
    expect(replayKey('a', '', new Uint8Array(65_537))).toBeNull();
  });

  it('keeps an answer ten minutes, and none when the clock is set back', () => {
    const cache = new ReplayCache(() => now);
    cache.remember(key('a', 'body'), reply('1'));
    after(599_999);
    expect(cache.find(key('a', 'body'))).not.toBeNull();
    after(1);
    expect(cache.find(key('a', 'body'))).toBeNull();
    cache.remember(key('a', 'body'), reply('1'));
    after(-1);
    expect(cache.find(key('a', 'body'))).toBeNull();
  });

  it('holds 64 MiB, and lets the oldest go', () => {
    const cache = new ReplayCache(() => now);
    for (let each = 0; each < 40; each++) cache.remember(key('a', `body ${each}`), reply(String(each), 2 * MIB));
    const left = Array.from({ length: 40 }, (_, each) => cache.find(key('a', `body ${each}`))?.requestId);
    expect(left.filter((id) => id !== undefined)).toEqual(Array.from({ length: 31 }, (_, each) => String(each + 9)));
    cache.remember(key('a', 'too large'), reply('x', 4 * MIB));
    expect(cache.find(key('a', 'too large'))).toBeNull();
  });
});
