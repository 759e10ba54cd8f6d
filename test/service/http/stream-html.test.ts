/** Streamed comparisons. */
import { Compile } from 'typebox/compile';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { compareTask } from '../../../service/pipeline/compare-task.ts';
import type { ComparisonProgress, ComparisonResult, TextTask } from '../../../service/pipeline/inputs/tasks.ts';
import { TEXT_STREAM_EVENTS } from '../../../shared/api/stream-events.ts';
import { EventStreamParser, type StreamMessage } from '../../../shared/client/event-stream-parser.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { wrapFragment } from '../../../shared/fragment/write.ts';
import type { Choices } from './server-under-test.ts';
import { useServer } from './use-server.ts';

const service = useServer();

const STREAM = { accept: 'text/event-stream' };
const KEY = { 'idempotency-key': 'stream-0123456789' };
const paragraphs = (word: string, count = 60): string =>
  Array.from({ length: count }, (_, at) => `Paragraph ${at} says ${word} and some more.`).join('\n\n');
const pair = { original: paragraphs('old'), revised: paragraphs('new'), format: 'txt', stream: true };

async function post(body: unknown, headers: Record<string, string> = STREAM) {
  const response = await service.under.server.inject({
    method: 'POST',
    url: '/v1/diffsvc/html',
    headers: { host: '127.0.0.1', 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  });
  const isStream = response.headers['content-type'] === 'text/event-stream';
  const messages = isStream ? new EventStreamParser().push(response.rawPayload) : [];
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    names: messages.map(({ event }) => event),
    events: messages.map(({ event, data }) => ({ event, data: JSON.parse(data) })),
    json: isStream ? null : response.json(),
  };
}

describe('the stream of a text comparison', () => {
  it('is content blocks in sequence, the whole text, and the ordinary answer', async () => {
    const { status, headers, events, names } = await post(pair);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    expect(headers).toHaveProperty('x-ratelimit-remaining');
    const blocks = events.slice(0, -2).map(({ data }) => data);
    const [ready, complete] = events.slice(-2).map(({ data }) => data);
    expect(blocks.length).toBeGreaterThan(2);
    expect(names).toEqual([...blocks.map(() => 'content_block'), 'text_ready', 'complete']);
    for (const { event, data } of events) {
      const schema = TEXT_STREAM_EVENTS[event as keyof typeof TEXT_STREAM_EVENTS];
      expect([...Compile(schema).Errors(data)]).toEqual([]);
    }
    expect(blocks.map(({ sequence }) => sequence)).toEqual(blocks.map((_, index) => index));
    // Every block is as in the final fragment.
    expect(wrapFragment(blocks.map(({ html }) => html).join(''))).toBe(ready.html);
    expect(ready).toMatchObject({ engine: 'dom', fallback: false, provisional: false });
    const ids = new Set(events.slice(0, -1).map(({ data }) => data.comparisonId));
    expect(ids.size).toBe(1);

    const ordinary = (await post({ ...pair, stream: false })).json;
    expect(complete).toEqual({ ...ordinary, usage: { ...ordinary.usage, used: 1, remaining: 99 } });
    expect(complete.html).toBe(ready.html);
    // The id of an unstored comparison opens nothing.
    expect(complete).not.toHaveProperty('comparisonId');
    const [id] = ids;
    const unstored = await service.under.server.inject({
      url: `/v1/diffsvc/comparisons/${id}`,
      headers: { host: 'localhost' },
    });
    expect([unstored.statusCode, unstored.json().code]).toEqual([404, 'not_found']);
  });

  it('carries the id of a stored comparison, which can be read once it is complete', async () => {
    const { events } = await post({ ...pair, output: ['html', 'json', 'viewer'] });
    const complete = events.at(-1)!.data;
    expect(new Set(events.map(({ data }) => data.comparisonId))).toEqual(new Set([complete.comparisonId]));
    const url = complete.changesUrl.replace(/^http:\/\/[^/]*/, '');
    const page = await service.under.server.inject({ url, headers: { host: 'localhost' } });
    expect(page.json()).toEqual(complete.json);
  });

  it('with json alone has complete alone', async () => {
    const { names, events } = await post({ ...pair, output: ['json'] });
    expect(names).toEqual(['complete']);
    expect(events[0]!.data).not.toHaveProperty('html');
  });

  it('is an ordinary answer without stream or without Accept', async () => {
    expect((await post({ ...pair, stream: false })).json.html).toContain('<ins');
    expect((await post(pair, {})).json.html).toContain('<ins');
    expect((await post(pair, { accept: 'application/json' })).json.html).toContain('<ins');
    expect((await post(pair, { accept: '*/*' })).json.html).toContain('<ins');
    const { stream: _, ...silent } = pair;
    expect((await post(silent)).json.html).toContain('<ins');
    expect((await post(pair, { accept: 'text/event-stream;q=0, application/json' })).json.html).toContain('<ins');
    expect((await post(pair, { accept: 'application/json, Text/Event-Stream; q=0.9' })).names).toContain('complete');
  });

  it('is refused before it opens, as every request, when the request itself is at fault', async () => {
    const { status, json } = await post({ ...pair, mode: 'char' });
    expect([status, json.code]).toEqual([400, 'invalid_request']);
    expect((await post({ ...pair, output: ['viewer'], hostedViewerTtl: '72h' })).json.code).toBe('plan_required');
    expect((await post(pair, { ...STREAM, authorization: 'Bearer x' })).json.code).toBe('invalid_api_key');
  });
});

describe('a stream that fails', () => {
  it('ends with error and gives the units back', async () => {
    const { status, names, events, headers } = await post({ ...pair, original: '{', revised: '{}', format: 'json' });
    expect([status, names]).toEqual([200, ['error']]);
    expect(events[0]!.data).toEqual({
      code: 'invalid_request',
      message: expect.any(String),
      requestId: headers['x-request-id'],
    });
    expect(await service.under.used('address:127.0.0.1')).toBe(0);
  });

  it('keeps the charge when the text was delivered before', async () => {
    await service.restart({
      compare: (task, _signal, progress) => {
        compareTask(task, progress);
        return Promise.reject(new ServiceError('comparison_timeout', 'too long'));
      },
    });
    const { names, events } = await post(pair);
    expect(names.slice(-2)).toEqual(['text_ready', 'error']);
    expect(events.at(-1)!.data.code).toBe('comparison_timeout');
    expect(await service.under.used('address:127.0.0.1')).toBe(1);
  });

  it('reveals nothing of a bug, and logs it', async () => {
    await service.restart({ compare: () => Promise.reject(new TypeError('the inside')) });
    const { events, text, headers } = await post(pair);
    expect(events[0]!.data).toMatchObject({ code: 'internal_error', requestId: headers['x-request-id'] });
    expect(text).not.toContain('the inside');
    expect(service.under.logLines.join('')).toContain('the inside');
  });
});

describe('a stream under a key', () => {
  it('is replayed byte for byte, and charged once', async () => {
    const { accountId, bearer } = await service.under.account('basic');
    const headers = { ...STREAM, ...KEY, ...bearer };
    const first = await post({ ...pair, output: ['html', 'json', 'viewer'] }, headers);
    const again = await post({ ...pair, output: ['html', 'json', 'viewer'] }, headers);
    expect(first.names.at(-1)).toBe('complete');
    expect(again.text).toBe(first.text);
    expect(again.headers['content-type']).toBe('text/event-stream');
    expect(again.headers['x-request-id']).toBe(first.headers['x-request-id']);
    expect(service.under.tasks).toHaveLength(1);
    expect(await service.under.used(`account:${accountId}`)).toBe(1);
    expect(await service.under.database.selectFrom('comparisons').selectAll().execute()).toHaveLength(1);
  });

  it('retains its failure', async () => {
    const { accountId, bearer } = await service.under.account('basic');
    const headers = { ...STREAM, ...KEY, ...bearer };
    const broken = { ...pair, original: '{', format: 'json' };
    const first = await post(broken, headers);
    expect(first.names).toEqual(['error']);
    expect((await post(broken, headers)).text).toBe(first.text);
    expect(service.under.tasks).toHaveLength(1);
    expect(await service.under.used(`account:${accountId}`)).toBe(0);
  });

  it('is a conflict with other bytes', async () => {
    const { bearer } = await service.under.account('basic');
    const headers = { ...STREAM, ...KEY, ...bearer };
    await post(pair, headers);
    const { status, json } = await post({ ...pair, stream: false }, headers);
    expect([status, json.code]).toEqual([409, 'idempotency_conflict']);
  });
});

describe('the replay of small requests', () => {
  it('gives the stream again, for nothing and marked', async () => {
    const first = await post(pair);
    const again = await post(pair);
    expect(again.headers['x-diffsvc-replay']).toBe('1');
    expect(again.text).toBe(first.text);
    // The same bytes without Accept are another answer.
    expect((await post(pair, {})).json.html).toContain('<ins');
    expect(await service.under.used('address:127.0.0.1')).toBe(2);
  });
});

describe('over a real connection', () => {
  /** A comparison that the test leads step by step. */
  function led() {
    const started = Promise.withResolvers<{ task: TextTask; progress: ComparisonProgress | undefined }>();
    const result = Promise.withResolvers<ComparisonResult>();
    const aborted = Promise.withResolvers<undefined>();
    const compare: NonNullable<Choices['compare']> = (task, signal, progress) => {
      started.resolve({ task, progress });
      signal.addEventListener('abort', () => {
        aborted.resolve(undefined);
        result.reject(signal.reason as Error);
      });
      return result.promise;
    };
    return { compare, started: started.promise, result, aborted: aborted.promise };
  }
  const json = (text: string): Uint8Array => new TextEncoder().encode(JSON.stringify(text));

  async function listen(choices: Choices): Promise<string> {
    await service.restart(choices);
    await service.under.server.listen({ port: 0, host: '127.0.0.1' });
    return `http://127.0.0.1:${(service.under.server.server.address() as AddressInfo).port}`;
  }
  async function open(origin: string, headers: Record<string, string> = {}) {
    const leaving = new AbortController();
    const response = await fetch(`${origin}/v1/diffsvc/html`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...STREAM, ...headers },
      body: JSON.stringify(pair),
      signal: leaving.signal,
    });
    const reader = response.body!.getReader();
    const parser = new EventStreamParser();
    let raw = '';
    const read = async (): Promise<StreamMessage[]> => {
      const { value } = await reader.read();
      raw += new TextDecoder().decode(value);
      return value === undefined ? [] : parser.push(value);
    };
    return { leave: () => leaving.abort(), read, raw: () => raw };
  }
  const usedUp = async (subject: string, units: number): Promise<void> => {
    await expect.poll(() => service.under.used(subject)).toBe(units);
  };

  it('sends each event when it is there, and heartbeats in between', async () => {
    const lead = led();
    const origin = await listen({ compare: lead.compare, settings: { streamTimes: { heartbeatMs: 20 } } });
    const { read, raw } = await open(origin);
    const { task, progress } = await lead.started;
    progress!.block(json('<p>1</p>'));
    let messages: StreamMessage[] = [];
    while (messages.length === 0) messages = await read();
    expect(JSON.parse(messages[0]!.data)).toMatchObject({ html: '<p>1</p>', sequence: 0 });
    while (!raw().includes(': heartbeat\n\n: heartbeat\n\n')) await read();
    lead.result.resolve(compareTask(task));
    messages = [];
    while (messages.length === 0) messages = await read();
    expect(messages[0]!.event).toBe('complete');
  });

  it('has blocks and the text of the text engine, too', async () => {
    const origin = await listen({});
    const client = new ServiceClient<AbortSignal>({ origin, fetch });
    const long = (word: string): string => paragraphs(word, 1_600);
    const events = [];
    for await (const event of client.streamText({ original: long('old'), revised: long('new'), format: 'txt' })) {
      events.push(event);
    }
    const blocks = events.flatMap(({ event, data }) => (event === 'content_block' ? [data.html] : []));
    expect(blocks.length).toBeGreaterThan(50);
    const [ready] = events.slice(-2);
    expect(ready!.data).toMatchObject({ engine: 'text', fallback: true, html: wrapFragment(blocks.join('')) });
  });

  it('without a key stops the work when the caller leaves, and gives the units back', async () => {
    const lead = led();
    const origin = await listen({ compare: lead.compare });
    const { leave, read } = await open(origin);
    const { progress } = await lead.started;
    progress!.block(json('<p>1</p>'));
    await read();
    await usedUp('address:127.0.0.1', 1);
    leave();
    await lead.aborted;
    await usedUp('address:127.0.0.1', 0);
  });

  it('logs no caller who leaves as a fault', async () => {
    const lead = led();
    const origin = await listen({ compare: lead.compare });
    const { leave, read } = await open(origin);
    const { progress } = await lead.started;
    progress!.block(json('<p>1</p>'));
    await read();
    leave();
    const entries = () => service.under.logLines.map((line) => JSON.parse(line) as { level: number; msg: string });
    await expect
      .poll(entries)
      .toContainEqual(expect.objectContaining({ level: 30, msg: expect.stringMatching(/left/) }));
    expect(entries().filter(({ level }) => level >= 50)).toEqual([]);
  });

  it('without a key keeps the charge when the caller leaves after the text', async () => {
    const lead = led();
    const origin = await listen({ compare: lead.compare });
    const { leave, read } = await open(origin);
    const { progress } = await lead.started;
    progress!.text(json('<p>1</p>'), { engine: 'dom', fallback: false });
    await read();
    leave();
    await lead.aborted;
    await expect.poll(() => service.under.database.selectFrom('operations').selectAll().execute()).toEqual([]);
    expect(await service.under.used('address:127.0.0.1')).toBe(1);
  });

  it('with a key goes on without its caller, who then gets it whole', async () => {
    const lead = led();
    const origin = await listen({ compare: lead.compare });
    const { bearer, accountId } = await service.under.account('basic');
    const { leave } = await open(origin, { ...KEY, ...bearer });
    const { task, progress } = await lead.started;
    leave();
    const during = await fetch(`${origin}/v1/diffsvc/html`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...STREAM, ...KEY, ...bearer },
      body: JSON.stringify(pair),
    });
    expect([during.status, during.headers.get('retry-after')]).toEqual([409, '1']);
    lead.result.resolve(compareTask(task, progress));
    const client = new ServiceClient<AbortSignal>({
      origin,
      fetch,
      bearer: () => bearer.authorization.slice('Bearer '.length),
    });
    const { stream: _, ...request } = pair;
    const names: string[] = [];
    for await (const { event } of client.streamText(
      { ...request, format: 'txt' },
      { idempotencyKey: KEY['idempotency-key'] },
    ))
      names.push(event);
    expect(names[0]).toBe('content_block');
    expect(names.slice(-2)).toEqual(['text_ready', 'complete']);
    expect(await service.under.used(`account:${accountId}`)).toBe(1);
  });

  it('cuts a reader off that takes nothing, while others are served', async () => {
    const lead = led();
    const origin = await listen({ compare: lead.compare, settings: { streamTimes: { stalledMs: 300 } } });
    const body = JSON.stringify(pair);
    const { port } = new URL(origin);
    const slow = connect(Number(port), '127.0.0.1');
    slow.on('error', () => undefined);
    slow.write(
      `POST /v1/diffsvc/html HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
        `Accept: text/event-stream\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    slow.pause();
    const { progress } = await lead.started;
    // More than the buffers of both ends of the connection hold.
    for (let count = 0; count < 40; count++) progress!.block(json('x'.repeat(1_000_000)));
    expect((await fetch(`${origin}/v1/health`)).status).toBe(200);
    await lead.aborted;
    await usedUp('address:127.0.0.1', 0);
    slow.destroy();
  });
});
