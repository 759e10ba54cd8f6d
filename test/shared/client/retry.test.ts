/** Which calls are repeated, and when. */
import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../../shared/client/retry-after.ts';
import { ServiceClient, type FetchInit } from '../../../shared/client/service-client.ts';

const NOW = Date.parse('2025-03-01T12:00:00Z');

describe('Retry-After in seconds or as an HTTP date (RFC 9110, 10.2.3)', () => {
  it.each([
    ['0', 0],
    ['7', 7_000],
    [' 120 ', 120_000],
    ['Sat, 01 Mar 2025 12:00:30 GMT', 30_000],
    ['Saturday, 01-Mar-25 12:00:31 GMT', 31_000],
    ['Sat Mar  1 12:00:32 2025', 32_000],
    ['Sat, 01 Mar 2025 11:00:00 GMT', 0],
    ['', null],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['2025-03-01T12:00:30Z', null],
    ['Sat, 99 Foo 2025 12:00:30 GMT', null],
  ])('%j means %j ms', (value, expected) => {
    expect(retryAfterMs(value, NOW)).toBe(expected);
  });

  it('is no wait when it is absent', () => {
    expect(retryAfterMs(null, NOW)).toBeNull();
  });
});

type Reply = { status: number; code?: string; retryAfter?: string; body?: string } | 'disconnect' | 'broken body';

function harness(replies: Reply[]) {
  const calls: FetchInit<AbortSignal>[] = [];
  const waits: number[] = [];
  const client = new ServiceClient<AbortSignal>({
    origin: 'http://127.0.0.1:1',
    now: () => NOW,
    random: () => 0.5,
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    fetch: (_url, init) => {
      calls.push(init);
      const reply = replies[Math.min(calls.length, replies.length) - 1]!;
      if (reply === 'disconnect') return Promise.reject(new TypeError('fetch failed'));
      if (reply === 'broken body') {
        const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
        return Promise.resolve(new Response(body));
      }
      const { status, code, retryAfter } = reply;
      const refusal = JSON.stringify({ code, message: 'no', requestId: 'r' });
      const body = reply.body ?? (code === undefined ? '{"units":1}' : refusal);
      const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      return Promise.resolve(new Response(body, { status, headers }));
    },
  });
  return { client, calls, waits };
}

const pair = { original: 'a', revised: 'b' };
const idempotencyKey = 'key-0123456789abcdef';
const OK: Reply = { status: 200 };
const LIMITED: Reply = { status: 429, code: 'rate_limited' };

describe('the retries of the client', () => {
  it('waits as Retry-After says, in seconds and as a date', async () => {
    const { client, calls, waits } = harness([
      { ...LIMITED, retryAfter: '3' },
      { ...LIMITED, retryAfter: 'Sat, 01 Mar 2025 12:00:05 GMT' },
      OK,
    ]);
    expect((await client.compareText(pair)).units).toBe(1);
    expect(waits).toEqual([3_000, 5_000]);
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
  });

  it('backs off with full jitter where there is none, five attempts in all, a gateway’s refusal included', async () => {
    const { client, calls, waits } = harness([{ status: 429, body: '{"message":"Rate Exceeded"}' }]);
    await expect(client.compareText(pair)).rejects.toMatchObject({ status: 429 });
    expect(calls).toHaveLength(5);
    expect(waits).toEqual([500, 1_000, 2_000, 4_000]);
  });

  it('does not begin a wait that no one would sit through', async () => {
    const { client, calls } = harness([{ ...LIMITED, retryAfter: '3600' }]);
    await expect(client.compareText(pair)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(calls).toHaveLength(1);
  });

  it.each([
    [400, 'invalid_request'],
    [401, 'invalid_api_key'],
    [402, 'quota_exceeded'],
    [403, 'api_key_revoked'],
    [403, 'plan_required'],
    [409, 'idempotency_conflict'],
    [409, 'idempotency_expired'],
    [409, 'upload_incomplete'],
    [413, 'inline_limit_exceeded'],
    [422, 'document_too_complex'],
    [500, 'internal_error'],
    [504, 'comparison_timeout'],
  ])('never repeats a %i %s, key or not, whatever Retry-After says', async (status, code) => {
    for (const options of [{}, { idempotencyKey }]) {
      const { client, calls } = harness([{ status, code, retryAfter: '1' }, OK]);
      await expect(client.compareText(pair, options)).rejects.toMatchObject({ status, code });
      expect(calls).toHaveLength(1);
    }
  });

  it.each(['disconnect', 'broken body'] as const)(
    'after a %s repeats only with the same key and bytes',
    async (how) => {
      const without = harness([how, OK]);
      await expect(without.client.compareText(pair)).rejects.toThrow(TypeError);
      expect(without.calls).toHaveLength(1);

      const withKey = harness([how, OK]);
      expect((await withKey.client.compareText(pair, { idempotencyKey })).units).toBe(1);
      const [first, second] = withKey.calls;
      expect(second!.headers['idempotency-key']).toBe(idempotencyKey);
      expect(second).toEqual(first);
    },
  );

  it('repeats what only reads', async () => {
    const { client, calls } = harness(['disconnect', OK]);
    await client.health();
    expect(calls).toHaveLength(2);
  });

  it('does not repeat a deletion or an upload', async () => {
    for (const act of [
      (client: ServiceClient<AbortSignal>) => client.deleteComparison('cmp_1'),
      (client: ServiceClient<AbortSignal>) => client.putUpload('/u', new Uint8Array(1), 'text/plain'),
    ]) {
      const { client, calls } = harness(['disconnect', OK]);
      await expect(act(client)).rejects.toThrow(TypeError);
      expect(calls).toHaveLength(1);
    }
  });

  it('repeats a 503 of the storage, and one of a gateway only with a key', async () => {
    const storage = harness([{ status: 503, code: 'idempotency_unavailable' }, OK]);
    await storage.client.compareText(pair, { idempotencyKey });
    expect(storage.calls).toHaveLength(2);
    const gateway = harness([{ status: 503, body: 'gateway' }, OK]);
    await expect(gateway.client.compareText(pair)).rejects.toMatchObject({ code: 'unreadable_answer' });
    const keyed = harness([{ status: 504, body: 'gateway' }, OK]);
    await keyed.client.compareText(pair, { idempotencyKey });
    expect(keyed.calls).toHaveLength(2);
  });

  it('asks after an operation in progress every second, for as long as one can run', async () => {
    const reply: Reply = { status: 409, code: 'idempotency_in_progress', retryAfter: '1' };
    const done = harness([...Array<Reply>(20).fill(reply), OK]);
    await done.client.compareText(pair, { idempotencyKey });
    expect(done.waits).toEqual(Array(20).fill(1_000));
    const blocked = harness([reply]);
    await expect(blocked.client.compareText(pair, { idempotencyKey })).rejects.toMatchObject({
      code: 'idempotency_in_progress',
    });
    expect(blocked.calls).toHaveLength(61);
  });

  it('stops waiting when the caller leaves', async () => {
    const leaving = new AbortController();
    const client = new ServiceClient<AbortSignal>({
      origin: '',
      fetch: () => {
        setTimeout(() => leaving.abort(new Error('left')), 5);
        return Promise.resolve(new Response('', { status: 429, headers: { 'retry-after': '60' } }));
      },
    });
    await expect(client.compareText(pair, { signal: leaving.signal })).rejects.toThrow('left');
  });
});

describe('the stream of the client', () => {
  const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const block = (sequence: number): string =>
    event('content_block', { comparisonId: 'c', html: `<p>${sequence}</p>`, sequence, provisional: true });
  const WHOLE = `: heartbeat\n\n${block(0)}${block(1)}${event('novelty', {})}${event('complete', { units: 1 })}`;

  function streaming(...bodies: (string | Response)[]) {
    const calls: FetchInit<AbortSignal>[] = [];
    const client = new ServiceClient<AbortSignal>({
      origin: '',
      random: () => 0,
      wait: () => Promise.resolve(),
      fetch: (_url, init) => {
        calls.push(init);
        const body = bodies[Math.min(calls.length, bodies.length) - 1]!;
        if (typeof body !== 'string') return Promise.resolve(body);
        return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
      },
    });
    return { client, calls };
  }
  async function names(events: AsyncIterable<{ event: string }>): Promise<string[]> {
    const seen: string[] = [];
    for await (const { event: name } of events) seen.push(name);
    return seen;
  }

  it('asks for a stream and gives out the events it knows', async () => {
    const { client, calls } = streaming(WHOLE);
    expect(await names(client.streamText(pair))).toEqual(['content_block', 'content_block', 'complete']);
    expect(calls[0]!.headers.accept).toBe('text/event-stream');
    expect(JSON.parse(calls[0]!.body as string)).toEqual({ ...pair, stream: true });
  });

  it('refuses a stream without its last event and without a key does not ask again', async () => {
    const { client, calls } = streaming(block(0), WHOLE);
    await expect(names(client.streamText(pair))).rejects.toMatchObject({ code: 'incomplete_stream' });
    expect(calls).toHaveLength(1);
  });

  it('with a key asks again with the same bytes and gives no event twice', async () => {
    for (let cut = 0; cut < WHOLE.length; cut += 7) {
      const { client, calls } = streaming(WHOLE.slice(0, cut), WHOLE);
      const sequences: unknown[] = [];
      for await (const { event: name, data } of client.streamText(pair, { idempotencyKey })) {
        sequences.push(name === 'content_block' ? data.sequence : name);
      }
      expect(sequences).toEqual([0, 1, 'complete']);
      expect(calls[1]).toEqual(calls[0]);
    }
  });

  it('throws the failure that comes as an event', async () => {
    const failure = { code: 'comparison_timeout', message: 'too long', requestId: 'r1' };
    const { client, calls } = streaming(block(0) + event('error', failure));
    const all = names(client.streamText(pair, { idempotencyKey }));
    await expect(all).rejects.toMatchObject({ ...failure, status: 200 });
    expect(calls).toHaveLength(1);
  });

  it('takes an ordinary answer for the last event', async () => {
    const { client } = streaming(Response.json({ units: 3 }));
    for await (const { event: name, data } of client.streamText(pair)) {
      expect([name, data]).toEqual(['complete', { units: 3 }]);
    }
  });

  it('needs both content_complete and complete of documents', async () => {
    const request = { format: 'docx', original: { uploadId: 'a' }, revised: { uploadId: 'b' } } as const;
    const complete = event('complete', { status: 'completed' });
    const both = streaming(event('content_complete', {}) + complete);
    expect(await names(both.client.compareDocuments(request))).toEqual(['content_complete', 'complete']);
    const one = streaming(complete);
    await expect(names(one.client.compareDocuments(request))).rejects.toMatchObject({ code: 'incomplete_stream' });
  });

  it('ends the request when the loop is left', async () => {
    let cancelled = false;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(block(0))),
      cancel: () => void (cancelled = true),
    });
    const { client } = streaming(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    for await (const _ of client.streamText(pair)) break;
    expect(cancelled).toBe(true);
  });
});
