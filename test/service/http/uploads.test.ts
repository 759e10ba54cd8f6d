/** Uploads. */
import { once } from 'node:events';
import { request as httpRequest, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_PLANS } from '../../../service/admission/plan-terms.ts';
import { IN_CLUSTER } from '../store/test-stores.ts';
import { useServer } from './use-server.ts';

const service = useServer();
const { later } = service;

const TEXT = 'text/plain; charset=utf-8';
const MIB = 1_048_576;
type Headers = Record<string, string>;

async function call(method: 'POST' | 'PUT', url: string, payload: string | Buffer, headers: Headers) {
  const response = await service.under.server.inject({
    method,
    url,
    payload,
    headers: { host: 'localhost', ...headers },
  });
  const body = response.body === '' ? null : response.json();
  return { status: response.statusCode, headers: response.headers, body, code: body?.code };
}
const announce = (sizeBytes: unknown, headers: Headers = {}, more: object = {}) =>
  call('POST', '/v1/diffsvc/uploads', JSON.stringify({ filename: 'a.txt', contentType: TEXT, sizeBytes, ...more }), {
    'content-type': 'application/json',
    ...headers,
  });
const put = (uploadUrl: string, bytes: string | Buffer, headers: Headers = { 'content-type': TEXT }) =>
  call('PUT', uploadUrl.replace(/^https?:\/\/[^/]+/, ''), bytes, headers);
const compare = (original: unknown, revised: unknown, headers: Headers = {}, more: object = {}) =>
  call('POST', '/v1/diffsvc/html', JSON.stringify({ original, revised, ...more }), {
    'content-type': 'application/json',
    ...headers,
  });

async function uploaded(
  content: string | Buffer,
  headers: Headers = {},
  more: object = {},
): Promise<{ uploadId: string }> {
  const { body } = await announce(Buffer.byteLength(content), headers, more);
  expect((await put(body.uploadUrl, content)).status).toBe(204);
  return { uploadId: body.uploadId };
}
const filesOf = (): Promise<string[]> => service.under.stores.files('uploads');

describe('POST /v1/diffsvc/uploads', () => {
  it('answers 201 with an id and an address that authorises itself', async () => {
    const { status, body, headers } = await announce(3);
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['uploadId', 'uploadUrl']);
    expect(body.uploadUrl).toMatch(
      /^http:\/\/127\.0\.0\.1:4870\/v1\/diffsvc\/uploads\/upl_[0-9a-f]{32}\?token=[\w-]{43}$/,
    );
    expect(headers['x-ratelimit-limit']).toBe('10000');
  });

  it.each([
    [{ sizeBytes: -1 }, '/sizeBytes'],
    [{ sizeBytes: 1.5 }, '/sizeBytes'],
    [{ sizeBytes: '3' }, '/sizeBytes'],
    [{ filename: '' }, '/filename'],
    [{ filename: 'x'.repeat(256) }, '/filename'],
    [{ filename: 'a\0b' }, '/filename'],
    [{ filename: 7 }, '/filename'],
    [{ contentType: 'text' }, '/contentType'],
    [{ contentType: 'text/plain; charset' }, '/contentType'],
    [{ contentType: '' }, '/contentType'],
    [{ contentType: null }, '/contentType'],
  ])('refuses %j', async (wrong, path) => {
    const { status, body } = await announce(3, {}, wrong);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.details.issues[0].path).toBe(path);
  });

  it.each([
    ['anonymous', 5],
    ['basic', 5],
    ['creator', 5],
    ['creator_pro', 10],
  ] as const)('takes what the plan %s allows: %i MiB', async (plan, mebibytes) => {
    const bearer = plan === 'anonymous' ? {} : (await service.under.account(plan)).bearer;
    expect((await announce(mebibytes * MIB, bearer)).status).toBe(201);
    const { status, body } = await announce(mebibytes * MIB + 1, bearer);
    expect([status, body.code]).toEqual([413, 'document_too_large']);
    expect(body.message).toBe(
      `The input has a little more than ${mebibytes} MB; the limit of the plan ${plan} is ${mebibytes} MB for one input. Compare smaller parts.`,
    );
  });

  it('refuses a character set that no comparison reads, before any byte is sent', async () => {
    const latin = await announce(5, {}, { contentType: 'text/plain; charset=ISO-8859-1' });
    expect([latin.status, latin.code]).toEqual([415, 'unsupported_media_type']);
    expect(latin.body.message).toContain('announce it as text/plain; charset=utf-8');
    expect((await announce(5, {}, { contentType: 'text/html; charset="UTF-16"' })).status).toBe(201);
  });

  it.each(['../../etc/passwd', 'C:\\con', '/abs', '.', 'ä'.repeat(255)])(
    'takes the name %j for a name',
    async (filename) => {
      const { body } = await announce(1, {}, { filename });
      expect((await put(body.uploadUrl, 'x')).status).toBe(204);
      expect(await filesOf()).toEqual([body.uploadId]);
    },
  );
});

describe('what uploads may take of the disk', () => {
  it('is a hundred inputs for one identity: announced, or stored until they expire', async () => {
    const announceMost = () => announce(5 * MIB);
    const urls: string[] = [];
    for (let each = 0; each < 100; each++) urls.push((await announceMost()).body.uploadUrl);
    const refused = await announceMost();
    expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([429, 'rate_limited', '900']);
    expect(refused.body.message).toContain('500 MB of uploads of this caller');
    const { bearer } = await service.under.account('basic');
    expect((await announce(5 * MIB, bearer)).status).toBe(201);
    await put(urls[0]!, Buffer.alloc(5 * MIB, 'a'));
    // The addresses end after 15 minutes. The bytes that arrived stay for 24 hours.
    later(900);
    for (let each = 0; each < 99; each++) expect((await announceMost()).status).toBe(201);
    expect((await announceMost()).status).toBe(429);
  });

  it('has a limit for all identities together', async () => {
    let given = 0;
    for (let account = 0; given < 5 * 1024 ** 3; account++) {
      const { bearer } = await service.under.account('creator_pro');
      for (let each = 0; each < 100; each++, given += 10 * MIB) {
        const { status } = await announce(10 * MIB, bearer);
        expect(status).toBe(given + 10 * MIB <= 5 * 1024 ** 3 ? 201 : 429);
      }
    }
    expect((await announce(1)).body.message).toContain('5 GB of uploads of all callers');
  });

  it('leaves a reserve', async () => {
    const free = { bytes: 512 * MIB + 5 };
    await service.restart({ freeBytes: () => free.bytes });
    expect((await announce(5)).status).toBe(201);
    const refused = await announce(6);
    expect([refused.status, refused.code]).toEqual([507, 'storage_full']);
    expect(refused.body.message).toContain('disk');
  });
});

describe('PUT uploadUrl', () => {
  it('takes the bytes without a bearer, once, and uncounted', async () => {
    const { body } = await announce(5);
    const first = await put(body.uploadUrl, 'hello');
    expect([first.status, first.headers['x-ratelimit-limit']]).toEqual([204, undefined]);
    const second = await put(body.uploadUrl, 'hellO');
    expect([second.status, second.code]).toEqual([409, 'upload_complete']);
    expect((await compare(body, body)).body.html).toContain('>hello<');
  });

  it('takes no bytes at all, when none were announced', async () => {
    const { body } = await announce(0);
    expect((await put(body.uploadUrl, '')).status).toBe(204);
    expect((await compare(body, body)).body).toMatchObject({ units: 0, usage: { used: 0 } });
  });

  it.each(['hell', 'hello!', ''])('refuses %j for five bytes, and can be tried again', async (wrong) => {
    const { body } = await announce(5);
    const refused = await put(body.uploadUrl, wrong);
    expect([refused.status, refused.code]).toEqual([400, 'upload_size_mismatch']);
    expect(refused.body.message).toContain('announced with 5 bytes');
    expect(await filesOf()).toEqual([]);
    expect((await compare(body, body)).code).toBe('upload_incomplete');
    expect((await put(body.uploadUrl, 'hello')).status).toBe(204);
  });

  it.each([
    ['text/plain', 415],
    ['text/html; charset=utf-8', 415],
    ['application/json', 415],
    ['TEXT/Plain;charset=UTF-8', 204],
    ['text/plain; charset="utf-8"', 204],
  ])('with Content-Type %s gives %i', async (contentType, status) => {
    const { body } = await announce(1);
    expect((await put(body.uploadUrl, 'x', { 'content-type': contentType })).status).toBe(status);
    expect((await put(body.uploadUrl, 'x')).status).toBe(status === 204 ? 409 : 204);
  });

  it('without Content-Type is refused', async () => {
    const { body } = await announce(1);
    expect(await put(body.uploadUrl, 'x', {})).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  it('is possible for 15 minutes', async () => {
    const early = (await announce(1)).body;
    const late = (await announce(1)).body;
    later(899);
    expect((await put(early.uploadUrl, 'x')).status).toBe(204);
    later(1);
    expect(await put(late.uploadUrl, 'x')).toMatchObject({ status: 410, code: 'gone' });
    expect(await put(early.uploadUrl, 'x')).toMatchObject({ status: 410, code: 'gone' });
    expect(await compare(late, late)).toMatchObject({ status: 410, code: 'gone' });
    expect((await compare(early, early)).status).toBe(200);
  });

  it('with another secret, or none, is no address', async () => {
    const one = (await announce(1)).body;
    const other = (await announce(1)).body;
    const path: string = one.uploadUrl.split('?')[0];
    for (const url of [path, `${path}?token=`, `${path}?${other.uploadUrl.split('?')[1]}`, `${one.uploadUrl}x`]) {
      expect(await put(url, 'x')).toMatchObject({ status: 404, code: 'not_found' });
    }
    expect((await put(one.uploadUrl, 'x')).status).toBe(204);
  });

  it('of two at the same time takes one whole', async () => {
    const { body } = await announce(5);
    const outcomes = await Promise.all(['aaaaa', 'bbbbb', 'ccccc'].map((bytes) => put(body.uploadUrl, bytes)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    const taken = 'abc'[outcomes.findIndex(({ status }) => status === 204)]!;
    expect((await compare(body, body)).body.html).toContain(taken.repeat(5));
    expect(await filesOf()).toEqual([body.uploadId]);
  });
});

describe('PUT uploadUrl over a socket', () => {
  beforeEach(async () => {
    await service.under.server.listen({ port: 0, host: '127.0.0.1' });
  });

  function open(uploadUrl: string, headers: Headers): ClientRequest {
    const { port } = service.under.server.server.address() as AddressInfo;
    const { pathname, search } = new URL(uploadUrl);
    const path = pathname + search;
    const sent = { 'content-type': TEXT, ...headers };
    return httpRequest({ agent: false, port, method: 'PUT', path, headers: sent }).on('error', () => undefined);
  }

  it('refuses the declared length before the bytes come', async () => {
    const { body } = await announce(5);
    const request = open(body.uploadUrl, { 'content-length': '6' });
    request.flushHeaders();
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(400);
    request.destroy();
  });

  it('answers as soon as there is one byte too many', async () => {
    const { body } = await announce(100_000);
    const request = open(body.uploadUrl, { 'transfer-encoding': 'chunked' });
    const answered = once(request, 'response');
    for (let part = 0; part < 40; part++) request.write(Buffer.alloc(65_536));
    const [response] = await answered;
    expect(response.statusCode).toBe(400);
    response.resume();
    request.end();
    await once(response, 'end');
    request.destroy();
    expect(await filesOf()).toEqual([]);
  });

  it('drops what came when the caller leaves in the middle', async () => {
    const { body } = await announce(100_000);
    const request = open(body.uploadUrl, { 'content-length': '100000' });
    request.on('error', () => undefined);
    request.write(Buffer.alloc(50_000));
    // An object appears only when it is whole.
    while (!IN_CLUSTER && (await filesOf()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    request.destroy();
    while ((await filesOf()).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await put(body.uploadUrl, Buffer.alloc(100_000, 'a'))).status).toBe(204);
  });
});

describe('an upload reference', () => {
  it('stands for the text, its BOM dropped, and is metered by its bytes', async () => {
    const { bearer } = await service.under.account('creator_pro');
    const original = await uploaded(`\uFEFF${'ä'.repeat(60_000)}`, bearer);
    const revised = await uploaded('ä ö', bearer);
    const { status, body } = await compare(original, revised, bearer, { format: 'txt' });
    expect([status, body.units]).toEqual([200, 2]);
    expect(body.html).not.toContain('\uFEFF');
    expect(service.under.tasks[0]).toMatchObject({ original: 'ä'.repeat(60_000), revised: 'ä ö' });
  });

  it('belongs to its identity', async () => {
    const one = await service.under.account('basic');
    const other = await service.under.account('basic');
    const mine = await uploaded('x', one.bearer);
    expect((await compare(mine, mine, one.bearer)).status).toBe(200);
    for (const bearer of [other.bearer, {}]) {
      expect(await compare(mine, mine, bearer)).toMatchObject({ status: 404, code: 'not_found' });
    }
    const unknown = { uploadId: 'upl_00000000000000000000000000000000' };
    expect(await compare(mine, unknown, one.bearer)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await compare({ uploadId: '../x' }, mine, one.bearer)).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('is good for 24 hours, then gone, then unknown', async () => {
    const mine = await uploaded('x');
    later(86_399);
    await service.under.uploads.sweep();
    expect((await compare(mine, mine)).status).toBe(200);
    later(1);
    expect(await compare(mine, mine, { 'cache-control': 'no-store' })).toMatchObject({ status: 410, code: 'gone' });
    expect(await filesOf()).toHaveLength(1);
    await service.under.uploads.sweep();
    expect(await filesOf()).toEqual([]);
    expect(await compare(mine, mine)).toMatchObject({ status: 410, code: 'gone' });
    later(8 * 86_400);
    await service.under.uploads.sweep();
    expect(await compare(mine, mine)).toMatchObject({ status: 404, code: 'not_found' });
  });

  it.each([
    [Buffer.from([0x61, 0xff]), /byte offset 1/],
    [Buffer.from('a\nb\0'), /NUL character at line 2, column 2/],
  ])('to bytes %j that are no text is refused after admission, for nothing', async (bytes, message) => {
    const { bearer, accountId } = await service.under.account('basic');
    const [good, bad] = [await uploaded('x', bearer), await uploaded(bytes, bearer)];
    const keyed = { ...bearer, 'idempotency-key': 'k'.repeat(16) };
    const refused = await compare(good, bad, keyed);
    expect(refused).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(refused.body.details.issues[0]).toMatchObject({ in: 'body', path: '/revised' });
    expect(refused.body.message).toMatch(message);
    expect(await service.under.used(`account:${accountId}`)).toBe(0);
    expect((await compare(good, bad, keyed)).body).toEqual(refused.body);
  });

  it('announced as something else than text is refused', async () => {
    const { body } = await announce(1, {}, { contentType: 'application/pdf' });
    await put(body.uploadUrl, 'x', { 'content-type': 'application/pdf' });
    expect(await compare(body, body)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  it('is looked at before the key and the quota, but a retained reply outlives it', async () => {
    await service.restart({ plans: { basic: { ...DEFAULT_PLANS.basic, unitsPerMonth: 1 } } });
    const { bearer } = await service.under.account('basic');
    const keyed = { ...bearer, 'idempotency-key': 'k'.repeat(16) };
    const mine = await uploaded('x', bearer);
    const first = await compare(mine, mine, keyed);
    expect(first.status).toBe(200);
    const other = { uploadId: 'upl_00000000000000000000000000000000' };
    expect((await compare(mine, other, keyed)).code).toBe('not_found');
    expect((await compare(other, mine, bearer)).code).toBe('not_found');
    expect((await compare('a', 'b', bearer)).code).toBe('quota_exceeded');
    later(3 * 86_400);
    await service.under.uploads.sweep();
    expect(await compare(mine, mine, bearer)).toMatchObject({ status: 410 });
    expect((await compare(mine, mine, keyed)).body).toEqual(first.body);
  });
});
