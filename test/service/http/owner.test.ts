/** What only the owner of the installation may do, and how extensions and pages get in. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { isApiKey } from '../../../service/admission/api-key.ts';
import { useServer, type Headers } from './use-server.ts';

const service = useServer();
const { call, later } = service;
let owner: Headers;
beforeEach(async () => {
  const { accounts, tokens, now } = service.under;
  const { accountId } = await accounts.owner();
  owner = { authorization: `Bearer ${tokens.issue(accountId, now)}` };
});

/** The address in the page that was shown. */
const addressIn = (html: string): string => /url=([^"]+)"/u.exec(html)?.[1] ?? '';

const EXTENSION = `chrome-extension://${'abcdefgh'.repeat(4)}`;
const OWN = { origin: 'http://127.0.0.1:4870' };

describe('/v1/installation', () => {
  it('tells the owner where data is kept and where links lead, and nobody else', async () => {
    const { json } = await call('GET', '/v1/installation', owner);
    expect(json).toMatchObject({ dataDirectory: '/nonexistent/data', viewerUrl: 'http://127.0.0.1:4870' });
    const member = await service.under.account('creator_pro');
    for (const headers of [{}, member.bearer])
      expect((await call('GET', '/v1/installation', headers)).json).not.toHaveProperty('viewerUrl');
  });
});

describe('/v1/diffsvc/keys', () => {
  it('makes, lists and revokes keys, which work at once and stop at once', async () => {
    const created = await call('POST', '/v1/diffsvc/keys', owner, { name: 'script' });
    expect(created.status).toBe(201);
    expect(isApiKey(created.json.key)).toBe(true);
    const bearer = { authorization: `Bearer ${created.json.key}` };
    const usage = await call('GET', '/v1/diffsvc/usage', bearer);
    expect(usage.json).toEqual({ used: 0, allowance: 1_000_000, remaining: 1_000_000, plan: 'creator_pro' });
    const { json } = await call('GET', '/v1/diffsvc/keys', owner);
    expect(json.keys).toEqual([
      {
        keyId: created.json.keyId,
        name: 'script',
        createdAt: '2025-03-01T12:00:00.000Z',
        lastUsedAt: '2025-03-01T12:00:00.000Z',
      },
    ]);
    expect((await call('DELETE', `/v1/diffsvc/keys/${created.json.keyId}`, owner)).status).toBe(204);
    expect((await call('GET', '/v1/diffsvc/usage', bearer)).code).toBe('api_key_revoked');
    expect((await call('GET', '/v1/diffsvc/keys', owner)).json.keys[0].revokedAt).toBe('2025-03-01T12:00:00.000Z');
    expect((await call('DELETE', '/v1/diffsvc/keys/key_none', owner)).code).toBe('not_found');
  });

  it('revoke themselves, which needs no owner', async () => {
    const { json } = await call('POST', '/v1/diffsvc/keys', owner, { name: 'given up' });
    const bearer = { authorization: `Bearer ${json.key}` };
    expect((await call('DELETE', `/v1/diffsvc/keys/${json.keyId}`, bearer)).status).toBe(204);
    expect((await call('GET', '/v1/diffsvc/usage', bearer)).code).toBe('api_key_revoked');
    expect((await call('DELETE', `/v1/diffsvc/keys/${json.keyId}`, bearer)).code).toBe('api_key_revoked');
    expect((await call('GET', '/v1/diffsvc/keys', owner)).json.keys[0]).toHaveProperty('revokedAt');
  });

  it('are for nobody else, API keys of the owner included', async () => {
    const { json } = await call('POST', '/v1/diffsvc/keys', owner, { name: '' });
    const other = await call('POST', '/v1/diffsvc/keys', owner, { name: 'another' });
    const member = await service.under.account('creator_pro');
    const token = { authorization: `Bearer ${service.under.tokens.issue(member.accountId, service.under.now)}` };
    for (const headers of [{}, { authorization: `Bearer ${json.key}` }, member.bearer, token]) {
      for (const [method, url] of [
        ['GET', '/v1/diffsvc/keys'],
        ['POST', '/v1/diffsvc/keys'],
        ['DELETE', `/v1/diffsvc/keys/${other.json.keyId}`],
        ['GET', '/v1/pairings'],
        ['POST', '/v1/pairings/pair_x/confirmation'],
        ['DELETE', '/v1/pairings/pair_x'],
      ] as const) {
        expect(await call(method, url, headers)).toMatchObject({ status: 401, code: 'unauthorized' });
      }
    }
    expect(await call('GET', '/v1/diffsvc/usage', {})).toMatchObject({ status: 401, code: 'unauthorized' });
  });
});

describe('a session of the browser page', () => {
  async function signIn(): Promise<{ path: string; cookie: string; setCookie: string }> {
    const { status, json, headers } = await call('POST', '/v1/sessions', OWN, {
      code: await service.under.sessions.newLink(),
    });
    expect(status).toBe(201);
    const setCookie = String(headers['set-cookie']);
    return { path: json.sessionPath, setCookie, cookie: setCookie.split(';')[0]! };
  }

  it('has a cookie under a path of its own, and buys tokens of an hour', async () => {
    const { path, cookie, setCookie } = await signIn();
    expect(path).toMatch(/^\/v1\/sessions\/[\w-]{32}$/);
    expect(setCookie).toBe(`${cookie}; Path=${path}; Max-Age=2592000; HttpOnly; SameSite=Strict`);
    const encrypted = await call('POST', path, { origin: 'https://diff.example', cookie });
    expect(encrypted.headers['set-cookie']).toBe(`${setCookie}; Secure`);
    const { status, json } = await call('POST', path, { ...OWN, cookie });
    expect([status, json.expiresInSeconds]).toEqual([200, 3_600]);
    const bearer = { authorization: `Bearer ${json.accessToken}` };
    expect((await call('GET', '/v1/diffsvc/keys', bearer)).status).toBe(200);
    later(3_600);
    expect((await call('GET', '/v1/diffsvc/keys', bearer)).code).toBe('unauthorized');
    later(29 * 86_400);
    expect((await call('POST', path, { ...OWN, cookie })).status).toBe(200);
    later(29 * 86_400);
    expect((await call('POST', path, { ...OWN, cookie })).status).toBe(200);
    later(30 * 86_400);
    expect((await call('POST', path, { ...OWN, cookie })).code).toBe('unauthorized');
  });

  it('is not opened twice by one link, nor after an hour', async () => {
    const code = await service.under.sessions.newLink();
    expect((await call('POST', '/v1/sessions', OWN, { code })).status).toBe(201);
    expect(await call('POST', '/v1/sessions', OWN, { code })).toMatchObject({ status: 401, code: 'unauthorized' });
    const late = await service.under.sessions.newLink();
    later(3_600);
    expect((await call('POST', '/v1/sessions', OWN, { code: late })).code).toBe('unauthorized');
    expect((await call('POST', '/v1/sessions', OWN, { code: 'guess' })).code).toBe('unauthorized');
  });

  it('is used from our own page only, and only with its cookie at its path', async () => {
    const mine = await signIn();
    const other = await signIn();
    for (const origin of [{}, { origin: 'http://127.0.0.1:5173' }, { origin: 'null' }, { origin: EXTENSION }]) {
      expect(await call('POST', mine.path, { ...origin, cookie: mine.cookie })).toMatchObject({
        status: 403,
        code: 'origin_not_allowed',
      });
    }
    for (const cookie of [{}, { cookie: other.cookie }, { cookie: 'diffsvc_session=' }, { cookie: 'x=y' }]) {
      expect((await call('POST', mine.path, { ...OWN, ...cookie })).code).toBe('unauthorized');
    }
    expect((await call('POST', '/v1/sessions/none', { ...OWN, cookie: mine.cookie })).code).toBe('unauthorized');
    expect((await call('GET', mine.path, { ...OWN, cookie: mine.cookie })).code).toBe('method_not_allowed');
    expect((await call('GET', '/v1/diffsvc/keys', { ...OWN, cookie: mine.cookie })).code).toBe('unauthorized');
  });

  it('can be ended', async () => {
    const { path, cookie } = await signIn();
    const ended = await call('DELETE', path, { ...OWN, cookie });
    expect([ended.status, ended.headers['set-cookie']]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect((await call('POST', path, { ...OWN, cookie })).code).toBe('unauthorized');
  });

  it('ends without its tokens, which end with their hour', async () => {
    const { path, cookie } = await signIn();
    const { json } = await call('POST', path, { ...OWN, cookie });
    const token = { authorization: `Bearer ${json.accessToken}` };
    expect((await call('DELETE', path, { ...OWN, cookie })).status).toBe(204);
    later(3_599);
    expect((await call('GET', '/v1/diffsvc/keys', token)).status).toBe(200);
    later(1);
    expect((await call('GET', '/v1/diffsvc/keys', token)).code).toBe('unauthorized');
  });
});

describe('the pairing of an extension', () => {
  const verifier = 'v'.repeat(43);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const begin = (headers: Headers = { origin: EXTENSION }) =>
    call('POST', '/v1/pairings', headers, { challenge, name: 'diffsvc for Chromium' });
  const exchange = (id: string, given = verifier) =>
    call('POST', `/v1/pairings/${id}/key`, { origin: EXTENSION }, { verifier: given });
  const confirm = (id: string, code: string) => call('POST', `/v1/pairings/${id}/confirmation`, owner, { code });

  it('shows both sides the same code, and gives one key that opens the door for its origin', async () => {
    const begun = await begin();
    expect([begun.status, begun.headers['access-control-allow-origin']]).toEqual([201, EXTENSION]);
    const { pairingId, code, expiresInSeconds } = begun.json;
    expect([code, expiresInSeconds]).toEqual([expect.stringMatching(/^\d{6}$/), 120]);
    expect((await call('GET', '/v1/pairings', owner)).json.pairings).toEqual([
      {
        pairingId,
        extensionOrigin: EXTENSION,
        name: 'diffsvc for Chromium',
        code,
        confirmed: false,
        expiresInSeconds: 120,
        lookAlike: false,
      },
    ]);
    later(60);
    expect((await exchange(pairingId)).json).toEqual({ status: 'waiting', expiresInSeconds: 60 });
    expect((await confirm(pairingId, code)).status).toBe(204);
    const { status, json } = await exchange(pairingId);
    expect([status, json.status]).toEqual([201, 'paired']);
    expect((await exchange(pairingId)).code).toBe('gone');

    const bearer = { authorization: `Bearer ${json.key}` };
    const called = await call('GET', '/v1/diffsvc/usage', { ...bearer, origin: EXTENSION });
    expect([called.status, called.headers['access-control-allow-origin'], called.headers.vary]).toEqual([
      200,
      EXTENSION,
      'Origin',
    ]);
    const preflight = await call('OPTIONS', '/v1/diffsvc/html', {
      origin: EXTENSION,
      'access-control-request-method': 'POST',
      'access-control-request-private-network': 'true',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': EXTENSION,
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': expect.stringContaining('authorization'),
      'access-control-allow-private-network': 'true',
    });
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials');
    const other = { origin: `chrome-extension://${'p'.repeat(32)}` };
    expect((await call('GET', '/v1/diffsvc/usage', { ...bearer, ...other })).code).toBe('origin_not_allowed');
    expect((await call('GET', '/v1/health', other)).code).toBe('origin_not_allowed');
    const [key] = (await call('GET', '/v1/diffsvc/keys', owner)).json.keys;
    expect(key).toMatchObject({ extensionOrigin: EXTENSION, name: 'diffsvc for Chromium' });
    await call('DELETE', `/v1/diffsvc/keys/${key.keyId}`, owner);
    expect((await call('GET', '/v1/health', { origin: EXTENSION })).code).toBe('origin_not_allowed');
    expect((await call('GET', '/v1/diffsvc/usage', bearer)).code).toBe('api_key_revoked');
  });

  it('takes two minutes at most', async () => {
    const { pairingId, code } = (await begin()).json;
    later(119);
    expect((await confirm(pairingId, code)).status).toBe(204);
    later(1);
    expect(await exchange(pairingId)).toMatchObject({ status: 410, code: 'gone' });
    expect((await confirm(pairingId, code)).code).toBe('gone');
    expect((await call('GET', '/v1/pairings', owner)).json.pairings).toEqual([]);
  });

  it('ends after five wrong tries, of code and verifier together', async () => {
    const { pairingId, code } = (await begin()).json;
    const wrong = code === '000000' ? '000001' : '000000';
    for (let each = 0; each < 3; each++) {
      expect(await confirm(pairingId, wrong)).toMatchObject({ status: 400, code: 'invalid_request' });
    }
    expect(await exchange(pairingId, 'w'.repeat(43))).toMatchObject({ status: 401, code: 'unauthorized' });
    expect((await confirm(pairingId, '1')).status).toBe(400);
    expect((await confirm(pairingId, code)).code).toBe('gone');
    expect((await exchange(pairingId)).code).toBe('gone');
  });

  it('can be refused, and takes an extension to begin', async () => {
    const { pairingId } = (await begin()).json;
    expect((await call('DELETE', `/v1/pairings/${pairingId}`, owner)).status).toBe(204);
    expect((await exchange(pairingId)).code).toBe('gone');
    expect((await begin({})).json.details.issues[0]).toMatchObject({ in: 'header', path: 'Origin' });
    expect((await begin({ origin: 'https://evil.example' })).code).toBe('origin_not_allowed');
    expect((await begin({ origin: 'chrome-extension://short' })).code).toBe('origin_not_allowed');
    const preflight = { origin: EXTENSION, 'access-control-request-method': 'POST' };
    expect((await call('OPTIONS', '/v1/pairings', preflight)).status).toBe(204);
    expect((await call('OPTIONS', '/v1/diffsvc/html', preflight)).code).toBe('origin_not_allowed');
  });

  const extension = (letter: string) => ({ origin: `chrome-extension://${letter.repeat(32)}` });
  const beginFrom = (remoteAddress: string, letter: string, name = `extension ${letter}`) =>
    service.under.server.inject({
      method: 'POST',
      url: '/v1/pairings',
      remoteAddress,
      headers: { host: '127.0.0.1:4870', 'content-type': 'application/json', ...extension(letter) },
      payload: { challenge, name },
    });

  it('has four waiting places for one address, so that made-up extensions fill no others', async () => {
    for (const letter of 'abcd') expect((await beginFrom('10.0.0.1', letter)).statusCode).toBe(201);
    const refused = await beginFrom('10.0.0.1', 'e');
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '120',
    ]);
    expect((await beginFrom('127.0.0.1', 'f')).statusCode).toBe(201);
    for (const address of ['10.0.0.2', '10.0.0.3', '10.0.0.4']) {
      for (const letter of 'ghij') await beginFrom(address, letter);
    }
    expect((await beginFrom('10.0.0.5', 'k')).json().message).toContain('the limit is 16');
    later(120);
    expect((await beginFrom('10.0.0.1', 'e')).statusCode).toBe(201);
  });

  it('replaces the oldest pairing of an extension that begins again and again', async () => {
    const first = (await begin()).json;
    for (let each = 0; each < 10; each++) expect((await begin()).status).toBe(201);
    const { pairings } = (await call('GET', '/v1/pairings', owner)).json;
    expect(pairings).toHaveLength(4);
    expect(pairings.map((each: { pairingId: string }) => each.pairingId)).not.toContain(first.pairingId);
  });

  it('marks extensions whose names look the same', async () => {
    await beginFrom('127.0.0.1', 'a', 'diffsvc for Chromium');
    await beginFrom('127.0.0.1', 'b', 'DiffSvc  for Chrómium!');
    await beginFrom('127.0.0.1', 'c', 'something else');
    const { pairings } = (await call('GET', '/v1/pairings', owner)).json;
    expect(pairings.map((each: { lookAlike: boolean }) => each.lookAlike)).toEqual([true, true, false]);
  });
});

describe('signing in by the desktop', () => {
  const shown: string[] = [];
  beforeEach(async () => {
    shown.length = 0;
    await service.restart({ showPage: (html) => Promise.resolve(shown.push(html) > 0) });
  });
  const signIn = (remoteAddress: string, host = '127.0.0.1:4870', origin = `http://${host}`) =>
    service.under.server.inject({ method: 'POST', url: '/v1/sign-in', remoteAddress, headers: { host, origin } });

  it('gives the caller nothing, and the desktop a link to this service that signs in once within two minutes', async () => {
    const answer = await signIn('127.0.0.1');
    expect([answer.statusCode, answer.json(), answer.headers['set-cookie']]).toEqual([
      200,
      { opened: true },
      undefined,
    ]);
    const address = new URL(addressIn(shown[0]!));
    expect(address.origin).toBe('http://127.0.0.1:4870');
    const code = /^#link=([\w-]{43})\/connections$/u.exec(address.hash)?.[1];
    expect(service.under.logLines.join('')).not.toContain(code);
    expect((await call('POST', '/v1/sessions', OWN, { code })).status).toBe(201);
    expect((await call('POST', '/v1/sessions', OWN, { code })).code).toBe('unauthorized');
    later(30);
    await signIn('127.0.0.1');
    later(120);
    const late = /#link=([\w-]+)/u.exec(shown[1]!)?.[1];
    expect((await call('POST', '/v1/sessions', OWN, { code: late })).code).toBe('unauthorized');
  });

  it('leads to this service whatever address the caller used', async () => {
    await signIn('127.0.0.1', 'localhost:9999');
    expect(new URL(addressIn(shown[0]!)).host).toBe('127.0.0.1:4870');
  });

  it('is for our own page on this machine only', async () => {
    for (const origin of ['http://evil.example', 'null', EXTENSION]) {
      expect((await signIn('127.0.0.1', '127.0.0.1:4870', origin)).json()).toMatchObject({
        code: 'origin_not_allowed',
      });
    }
    expect((await call('POST', '/v1/sign-in', {})).code).toBe('origin_not_allowed');
    expect((await signIn('10.0.0.7')).json()).toEqual({ opened: false });
    expect(shown).toEqual([]);
  });

  it('opens one tab in half a minute', async () => {
    await signIn('127.0.0.1');
    later(20);
    const refused = await signIn('127.0.0.1');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
    later(10);
    expect((await signIn('127.0.0.1')).json()).toEqual({ opened: true });
    expect(shown).toHaveLength(2);
  });

  it('says so where there is no desktop', async () => {
    await service.restart({});
    expect((await signIn('127.0.0.1')).json()).toEqual({ opened: false });
  });
});

describe('an embedOrigin', () => {
  it('may read its comparison, and nothing else', async () => {
    const host = 'https://host.example';
    await service.restart({
      isEmbedOrigin: (id, origin) => Promise.resolve(id === 'cmp_1' && origin === host),
    });
    const origin = { origin: host };
    const read = await call('GET', '/v1/diffsvc/comparisons/cmp_1/changes?token=x', origin);
    expect([read.code, read.headers['access-control-allow-origin']]).toEqual(['not_found', host]);
    expect((await call('GET', '/v1/diffsvc/comparisons/cmp_2/changes?token=x', origin)).code).toBe(
      'origin_not_allowed',
    );
    expect((await call('POST', '/v1/diffsvc/html', origin, {})).code).toBe('origin_not_allowed');
    expect((await call('GET', '/v1/diffsvc/usage', origin)).code).toBe('origin_not_allowed');
  });
});
