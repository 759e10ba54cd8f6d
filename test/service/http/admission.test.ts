/** The checks that every request passes, on the text endpoint. */
import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../../shared/errors.ts';
import { newApiKey } from '../../../service/admission/api-key.ts';
import { DEFAULT_PLANS } from '../../../service/admission/plan-terms.ts';
import { useServer, type Answer, type Headers } from './use-server.ts';

const service = useServer();

const KEY = 'key-0123456789.a:b_c';
const DAY_MS = 24 * 3_600_000;
const pair = { original: 'one two three', revised: 'one 2 three' };

const post = (body: unknown, headers?: Headers): Promise<Answer> =>
  service.call('POST', '/v1/diffsvc/html', headers, body);

describe('a bearer', () => {
  it('is an account of its own plan', async () => {
    const { bearer } = await service.under.account('creator');
    expect((await post(pair, bearer)).json.usage).toEqual({
      used: 1,
      allowance: 5_000,
      remaining: 4_999,
      plan: 'creator',
    });
  });

  it.each([
    ['Bearer', 401, 'unauthorized'],
    ['Bearer ', 401, 'unauthorized'],
    ['Basic YTpi', 401, 'unauthorized'],
    ['Bearer a b', 401, 'unauthorized'],
    ['Bearer dsk_x', 401, 'invalid_api_key'],
    ['Bearer sk_live_123', 401, 'invalid_api_key'],
    [`Bearer ${newApiKey()}`, 401, 'invalid_api_key'],
    ['Bearer dst_x', 401, 'unauthorized'],
  ])('%j is refused with %i %s', async (authorization, status, code) => {
    const answer = await post(pair, { authorization });
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(answer.headers['x-ratelimit-limit']).toBe('60');
  });

  it('that was revoked is refused at once, also where an answer is retained', async () => {
    const { bearer, keyId } = await service.under.account('basic');
    expect((await post(pair, { ...bearer, 'idempotency-key': KEY })).status).toBe(200);
    await service.under.accounts.revokeKey(keyId, null, service.under.now);
    const answer = await post(pair, { ...bearer, 'idempotency-key': KEY });
    expect([answer.status, answer.code]).toEqual([403, 'api_key_revoked']);
  });

  it('may be an access token, for an hour', async () => {
    const { accountId } = await service.under.account('creator_pro');
    const bearer = { authorization: `Bearer ${service.under.tokens.issue(accountId, service.under.now)}` };
    expect((await post(pair, bearer)).json.usage.plan).toBe('creator_pro');
    service.under.now = new Date(service.under.now.getTime() + 3_599_000);
    expect((await post(pair, bearer)).status).toBe(200);
    service.under.now = new Date(service.under.now.getTime() + 1_000);
    expect((await post(pair, bearer)).code).toBe('unauthorized');
  });
});

describe('rate limits', () => {
  it('count by the plan, tell it in headers, and end with the window', async () => {
    const { bearer } = await service.under.account('basic');
    for (let request = 1; request <= 30; request++) {
      const { status, headers } = await post(pair, bearer);
      expect([status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual([
        200,
        '30',
        String(30 - request),
      ]);
    }
    service.under.now = new Date(service.under.now.getTime() + 20_000);
    const refused = await post(pair, bearer);
    expect([refused.status, refused.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers).toMatchObject({
      'retry-after': '40',
      'x-ratelimit-limit': '30',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '40',
    });
    service.under.now = new Date(service.under.now.getTime() + 40_000);
    expect((await post(pair, bearer)).status).toBe(200);
  });

  it('count an anonymous address by itself, before authentication', async () => {
    await service.restart({ plans: { anonymous: DEFAULT_PLANS.anonymous } });
    const { bearer } = await service.under.account('basic');
    for (let request = 0; request < 10; request++) expect((await post(pair)).status).toBe(200);
    expect((await post(pair)).code).toBe('rate_limited');
    expect((await post(pair, bearer)).status).toBe(200);
    expect((await post(pair, { authorization: 'Bearer dsk_x' })).code).toBe('invalid_api_key');
  });

  it('count an account over all its keys, and refused requests too', async () => {
    const { bearer, accountId } = await service.under.account('basic');
    const token = { authorization: `Bearer ${service.under.tokens.issue(accountId, service.under.now)}` };
    for (let request = 0; request < 15; request++) {
      expect((await post('{', bearer)).status).toBe(400);
      expect((await post(pair, token)).status).toBe(200);
    }
    expect((await post(pair, bearer)).status).toBe(429);
    expect((await post(pair, token)).status).toBe(429);
  });

  it('are told on a refusal that came before they were counted', async () => {
    const answer = await post('x'.repeat(819_201));
    expect([answer.status, answer.headers['x-ratelimit-limit']]).toEqual([413, '10000']);
    expect(answer.headers['x-ratelimit-remaining']).toBe('10000');
  });
});

describe('the signature of a body', () => {
  const body = JSON.stringify(pair);
  const digest = createHash('sha256').update(body).digest('hex');
  it.each([
    [digest, 200, undefined],
    [digest.toUpperCase(), 401, 'signature_mismatch'],
    ['0'.repeat(64), 401, 'signature_mismatch'],
    ['', 401, 'signature_mismatch'],
  ])('%j gives %i %s', async (signature, status, code) => {
    const answer = await post(body, { 'x-cloud-content-sha256': signature });
    expect([answer.status, answer.code]).toEqual([status, code]);
  });
});

describe('an idempotency key', () => {
  it('runs an operation once, and gives its answer again byte for byte, request id included', async () => {
    const { bearer, accountId } = await service.under.account('basic');
    const keyed = { ...bearer, 'idempotency-key': KEY };
    const first = await post({ ...pair, output: ['json'] }, keyed);
    const again = await post({ ...pair, output: ['json'] }, keyed);
    expect(again.text).toBe(first.text);
    expect(again.headers['x-request-id']).toBe(first.headers['x-request-id']);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(again.headers['x-ratelimit-remaining']).toBe('28');
    expect(service.under.tasks).toHaveLength(1);
    expect(await service.under.used(`account:${accountId}`)).toBe(1);
  });

  it('retains a large answer as a file', async () => {
    const { bearer } = await service.under.account('basic');
    const large = { original: 'word '.repeat(60_000), revised: 'word '.repeat(59_999), format: 'txt' };
    const first = await post(large, { ...bearer, 'idempotency-key': KEY });
    expect(first.text.length).toBeGreaterThan(200_000);
    expect((await post(large, { ...bearer, 'idempotency-key': KEY })).text).toBe(first.text);
    const row = await service.under.database.selectFrom('operations').selectAll().executeTakeFirstOrThrow();
    const hash = createHash('sha256').update(first.text).digest('hex');
    expect(row.reply_body).toBeNull();
    expect(row.reply_file).toMatch(new RegExp(`(^|\\.)${hash}$`));
  });

  it('conflicts with other bytes, even the same JSON spelled differently', async () => {
    const { bearer } = await service.under.account('basic');
    const keyed = { ...bearer, 'idempotency-key': KEY };
    await post(pair, keyed);
    const answer = await post(`${JSON.stringify(pair)} `, keyed);
    expect([answer.status, answer.code]).toEqual([409, 'idempotency_conflict']);
    expect(answer.headers['retry-after']).toBeUndefined();
  });

  it('belongs to one identity', async () => {
    const one = await service.under.account('basic');
    const other = await service.under.account('basic');
    const first = await post(pair, { ...one.bearer, 'idempotency-key': KEY });
    const second = await post(pair, { ...other.bearer, 'idempotency-key': KEY });
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(service.under.tasks).toHaveLength(2);
  });

  it('is in progress until the operation ends, for any bytes', async () => {
    let finish = (): void => undefined;
    await service.restart({
      compare: () =>
        new Promise((_resolve, reject) => (finish = () => reject(new ServiceError('comparison_timeout', 'slow')))),
    });
    const { bearer, accountId } = await service.under.account('basic');
    const keyed = { ...bearer, 'idempotency-key': KEY };
    const first = post(pair, keyed);
    while (service.under.tasks.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    for (const body of [pair, { ...pair, mode: 'block' }]) {
      const answer = await post(body, keyed);
      expect([answer.status, answer.code, answer.headers['retry-after']]).toEqual([
        409,
        'idempotency_in_progress',
        '1',
      ]);
    }
    expect(await service.under.used(`account:${accountId}`)).toBe(1);
    finish();
    const { status, text } = await first;
    expect(status).toBe(504);
    const again = await post(pair, keyed);
    expect([again.status, again.text]).toEqual([504, text]);
    expect(await service.under.used(`account:${accountId}`)).toBe(0);
    expect(service.under.tasks).toHaveLength(1);
  });

  it('expires after seven days, whatever the body, and stays so when its reply is swept', async () => {
    const { bearer } = await service.under.account('basic');
    const keyed = { ...bearer, 'idempotency-key': KEY };
    const first = await post(pair, keyed);
    service.under.now = new Date(service.under.now.getTime() + 7 * DAY_MS - 1_000);
    await service.under.admission.sweep();
    expect((await post(pair, keyed)).text).toBe(first.text);
    service.under.now = new Date(service.under.now.getTime() + 1_000);
    for (const sweeps of [false, true]) {
      if (sweeps) await service.under.admission.sweep();
      for (const body of [pair, { ...pair, mode: 'word' }]) {
        const answer = await post(body, keyed);
        expect([answer.status, answer.code]).toEqual([409, 'idempotency_expired']);
      }
    }
  });

  it('is left free by a refusal before admission', async () => {
    await service.restart({ plans: { basic: { ...DEFAULT_PLANS.basic, unitsPerMonth: 1 } } });
    const { bearer } = await service.under.account('basic');
    const keyed = { ...bearer, 'idempotency-key': KEY };
    expect((await post('{', keyed)).status).toBe(400);
    expect((await post({ ...pair, original: 'x'.repeat(110_000) }, keyed)).code).toBe('quota_exceeded');
    expect((await post(pair, keyed)).status).toBe(200);
  });

  it('is left free when there is no capacity', async () => {
    let full = true;
    await service.restart({
      reserve: () => {
        if (full) throw new ServiceError('rate_limited', 'full', { retryAfterSeconds: 2 });
        return () => undefined;
      },
    });
    const { bearer } = await service.under.account('basic');
    const keyed = { ...bearer, 'idempotency-key': KEY };
    const refused = await post(pair, keyed);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '2']);
    full = false;
    expect((await post(pair, keyed)).status).toBe(200);
  });

  it('stays blocked when the process died, and its units come back', async () => {
    await service.restart({ compare: () => new Promise(() => undefined) });
    const { bearer, accountId } = await service.under.account('basic');
    const keyed = { ...bearer, 'idempotency-key': KEY };
    void post(pair, keyed);
    void post({ original: 'a', revised: 'b' }, bearer);
    while (service.under.tasks.length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(await service.under.used(`account:${accountId}`)).toBe(2);
    expect(await service.under.stores.died(service.under.now)).toBe(2);
    expect(await service.under.stores.died(service.under.now)).toBe(0);
    expect(await service.under.used(`account:${accountId}`)).toBe(0);
    expect((await post(pair, keyed)).code).toBe('idempotency_in_progress');
    service.under.now = new Date(service.under.now.getTime() + 7 * DAY_MS);
    expect((await post(pair, keyed)).code).toBe('idempotency_expired');
  });

  it('stays blocked when the service is told to stop before the operation ends', async () => {
    let fail = (): void => undefined;
    await service.restart({
      compare: () => new Promise((_resolve, reject) => (fail = () => reject(new Error('pool closed')))),
    });
    const { bearer } = await service.under.account('basic');
    const keyed = { ...bearer, 'idempotency-key': KEY };
    const first = post(pair, keyed);
    while (service.under.tasks.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    await service.under.admission.drain(10);
    fail();
    expect((await first).status).toBe(500);
    expect(await service.under.stores.died(service.under.now)).toBe(1);
    expect((await post(pair, keyed)).code).toBe('idempotency_in_progress');
  });

  it('is waited for when the service is told to stop', async () => {
    let finish = (): void => undefined;
    await service.restart({
      compare: () =>
        new Promise((_resolve, reject) => (finish = () => reject(new ServiceError('document_too_complex', 'deep')))),
    });
    const { bearer } = await service.under.account('basic');
    const first = post(pair, { ...bearer, 'idempotency-key': KEY });
    while (service.under.tasks.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    const drained = service.under.admission.drain(60_000);
    finish();
    await drained;
    expect((await first).code).toBe('document_too_complex');
    expect(await service.under.stores.died(service.under.now)).toBe(0);
  });

  it.each(['short', 'x'.repeat(15), 'x'.repeat(129), 'with space 12345678', 'ümlaut-0123456789', '{}'.repeat(10)])(
    '%j is refused, of anonymous callers too',
    async (key) => {
      const { bearer } = await service.under.account('basic');
      for (const headers of [{}, bearer]) {
        const { status, json } = await post(pair, { ...headers, 'idempotency-key': key });
        expect([status, json.code]).toEqual([400, 'invalid_request']);
        expect(json.details.issues[0]).toMatchObject({ in: 'header', path: 'Idempotency-Key' });
      }
    },
  );

  it.each(['x'.repeat(16), 'x'.repeat(128)])('%s is taken', async (key) => {
    const { bearer } = await service.under.account('basic');
    expect((await post(pair, { ...bearer, 'idempotency-key': key })).status).toBe(200);
  });

  it('of an anonymous caller is not honoured', async () => {
    const first = await post(pair, { 'idempotency-key': KEY });
    const second = await post({ ...pair, mode: 'block' }, { 'idempotency-key': KEY });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(service.under.tasks).toHaveLength(2);
    expect(first.json.warnings).toEqual([
      { code: 'idempotency_key_unused', message: expect.stringContaining('no effect without an account') },
    ]);
    expect((await post(pair)).json).not.toHaveProperty('warnings');
    const { bearer } = await service.under.account('basic');
    expect((await post(pair, { ...bearer, 'idempotency-key': KEY })).json).not.toHaveProperty('warnings');
  });

  it('is unavailable when the records cannot be written; without a key the service is unavailable', async () => {
    const { bearer } = await service.under.account('basic');
    await service.under.database.schema.alterTable('operations').renameTo('operations_elsewhere').execute();
    const answer = await post(pair, { ...bearer, 'idempotency-key': KEY });
    expect([answer.status, answer.code]).toEqual([503, 'idempotency_unavailable']);
    expect(answer.text).not.toMatch(/operations|SQL/);
    expect(service.under.logLines.join('')).toMatch(/no such table|does not exist/);
    expect((await post(pair, bearer)).code).toBe('unavailable');
    await service.under.database.schema.alterTable('operations_elsewhere').renameTo('operations').execute();
    expect((await post(pair, { ...bearer, 'idempotency-key': KEY })).json.usage.used).toBe(1);
  });
});

describe('a key whose result was lost with the connection to the database', () => {
  const lost = new ServiceError('unavailable', 'The database cannot be reached now.', { retryAfterSeconds: 5 });

  it('says when to try again, and then runs anew, charged once', async () => {
    const { bearer, accountId } = await service.under.account('basic');
    const keyed = { ...bearer, 'idempotency-key': KEY, 'cache-control': 'no-store' };
    vi.spyOn(service.under.operations, 'finish').mockRejectedValueOnce(lost);
    const refused = await post(pair, keyed);
    expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([
      503,
      'idempotency_unavailable',
      '5',
    ]);
    expect(refused.json.message).toContain('Try again later with the same key and the same bytes.');
    const answer = await post(pair, keyed);
    expect([answer.status, answer.json.usage.used]).toEqual([200, 1]);
    expect((await post(pair, keyed)).text).toBe(answer.text);
    expect(await service.under.used(`account:${accountId}`)).toBe(1);
    expect(service.under.tasks).toHaveLength(2);
  });

  it('answers what was stored after all', async () => {
    const { bearer, accountId } = await service.under.account('basic');
    const keyed = { ...bearer, 'idempotency-key': KEY, 'cache-control': 'no-store' };
    const { operations } = service.under;
    const finish = operations.finish.bind(operations);
    vi.spyOn(operations, 'finish').mockImplementationOnce(async (...given) => {
      await finish(...given);
      throw lost;
    });
    expect((await post(pair, keyed)).code).toBe('idempotency_unavailable');
    const answer = await post(pair, keyed);
    expect([answer.status, answer.json.usage.used]).toEqual([200, 1]);
    expect(await service.under.used(`account:${accountId}`)).toBe(1);
    expect(service.under.tasks).toHaveLength(1);
  });
});

describe('the replay cache', () => {
  const replayed = (answer: { headers: Record<string, unknown> }): unknown => answer.headers['x-diffsvc-replay'];

  it('answers the same bytes of the same caller again, for nothing', async () => {
    const { bearer, accountId } = await service.under.account('basic');
    const first = await post(pair, bearer);
    const again = await post(pair, bearer);
    expect([replayed(first), replayed(again)]).toEqual([undefined, '1']);
    expect(again.text).toBe(first.text);
    expect(again.headers['x-request-id']).toBe(first.headers['x-request-id']);
    expect(again.headers['x-ratelimit-remaining']).toBe('28');
    expect(await service.under.used(`account:${accountId}`)).toBe(1);
    expect(replayed(await post(pair))).toBeUndefined();
    expect(replayed(await post({ ...pair, mode: 'word' }, bearer))).toBeUndefined();
    service.under.now = new Date(service.under.now.getTime() + 10 * 60_000);
    expect(replayed(await post(pair, bearer))).toBeUndefined();
    expect(await service.under.used(`account:${accountId}`)).toBe(3);
  });

  it('answers with the usage of now', async () => {
    const { bearer } = await service.under.account('basic');
    const first = await post({ ...pair, original: '"usage":{} one two three' }, bearer);
    await post({ original: 'other', revised: 'text' }, bearer);
    const again = await post({ ...pair, original: '"usage":{} one two three' }, bearer);
    expect(replayed(again)).toBe('1');
    expect([first.json.usage.used, again.json.usage.used]).toEqual([1, 2]);
    expect({ ...again.json, usage: null }).toEqual({ ...first.json, usage: null });
    const { json } = await service.call('GET', '/v1/diffsvc/usage', bearer);
    expect(again.json.usage).toEqual(json);
  });

  it.each(['no-store', 'no-cache', 'max-age=0, No-Store'])('is neither asked nor filled with %s', async (value) => {
    const fresh = { 'cache-control': value };
    await post(pair, fresh);
    expect(replayed(await post(pair))).toBeUndefined();
    expect(replayed(await post(pair, fresh))).toBeUndefined();
    expect(replayed(await post(pair))).toBe('1');
    expect(service.under.tasks).toHaveLength(3);
  });

  it('has no part in operations with a key', async () => {
    const { bearer, accountId } = await service.under.account('basic');
    await post(pair, bearer);
    const keyed = await post(pair, { ...bearer, 'idempotency-key': KEY });
    expect(replayed(keyed)).toBeUndefined();
    expect(await service.under.used(`account:${accountId}`)).toBe(2);
    expect(replayed(await post(pair, { ...bearer, 'idempotency-key': KEY }))).toBe('1');
    expect(await service.under.used(`account:${accountId}`)).toBe(2);
  });

  it('never answers a revoked key, keeps no failure, and answers when the allowance is used up', async () => {
    await service.restart({ plans: { basic: { ...DEFAULT_PLANS.basic, unitsPerMonth: 1 } } });
    const { bearer, keyId } = await service.under.account('basic');
    const bad = { original: '{', revised: '{', format: 'json' };
    expect((await post(bad, bearer)).status).toBe(400);
    expect((await post(bad, bearer)).status).toBe(400);
    expect(service.under.tasks).toHaveLength(2);
    await post(pair, bearer);
    expect((await post({ ...pair, mode: 'word' }, bearer)).code).toBe('quota_exceeded');
    expect(replayed(await post(pair, bearer))).toBe('1');
    await service.under.accounts.revokeKey(keyId, null, service.under.now);
    expect((await post(pair, bearer)).code).toBe('api_key_revoked');
  });
});
