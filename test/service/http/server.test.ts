import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ERRORS } from '../../../shared/errors.ts';
import { networkOf } from '../../../service/admission/anonymous-identity.ts';
import { describeInterface } from '../../../service/http/installation/describe-interface.ts';
import { useServer } from './use-server.ts';

const service = useServer();

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'PUT' | 'OPTIONS' = 'GET') =>
  service.under.server.inject({ method, url, headers: { host: '127.0.0.1:4870', ...headers } });

describe('every answer', () => {
  it('has a request id of its own, which a body repeats', async () => {
    const ids = new Set<unknown>();
    for (const url of ['/v1/health', '/none', '/v1/diffsvc/html', '/', '/%zz']) {
      const response = await get(url, { 'x-request-id': 'mine' });
      ids.add(response.headers['x-request-id']);
      if (response.statusCode >= 400) expect(response.json().requestId).toBe(response.headers['x-request-id']);
    }
    expect(ids.size).toBe(5);
    expect(ids).not.toContain('mine');
  });

  it.each([
    ['/none', 404, 'not_found'],
    ['/v1', 404, 'not_found'],
    ['/v1/diffsvc/html/', 404, 'not_found'],
    ['/../package.json', 404, 'not_found'],
    ['//', 404, 'not_found'],
    ['/v1//diffsvc/html', 404, 'not_found'],
    ['/%zz', 400, 'invalid_request'],
    ['/styles/v1/diffsvc.css', 404, 'not_found'],
  ])('of %s is %i %s', async (url, status, code) => {
    const response = await get(url);
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
  });

  it.each([
    ['GET', '/v1/diffsvc/html', 'POST'],
    ['OPTIONS', '/v1/diffsvc/html', 'POST'],
    ['PUT', '/v1/health', 'GET, HEAD'],
    ['PUT', '/', 'GET, HEAD'],
    ['PUT', '/v1/openapi.json', 'GET, HEAD'],
    ['PUT', '/v1/diffsvc/comparisons/x/changes', 'GET, HEAD'],
    ['PUT', '/styles/v1/diffsvc.css', 'GET, HEAD'],
  ] as const)('to %s %s is 405 with Allow: %s', async (method, url, allow) => {
    const response = await get(url, {}, method);
    expect([response.statusCode, response.json().code]).toEqual([405, 'method_not_allowed']);
    expect(response.headers.allow).toBe(allow);
  });
});

describe('the guard', () => {
  it.each(['127.0.0.1', '127.0.0.1:9', 'localhost:4870', 'LOCALHOST', '[::1]:4870', 'diff.example'])(
    'lets Host %s in',
    async (host) => {
      expect((await get('/v1/health', { host })).statusCode).toBe(200);
    },
  );

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.0.0.2',
    'a@localhost',
    '::1',
    'localhost.',
    '127.0.0.1:',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
  ])('keeps Host %j out, whatever the path', async (host) => {
    for (const url of ['/v1/health', '/none', '/', '/%zz']) {
      const response = await get(url, { host });
      expect([response.statusCode, response.json().code]).toEqual([403, 'origin_not_allowed']);
    }
  });

  it.each([
    ['127.0.0.1:4870', 'http://127.0.0.1:4870', 200],
    ['localhost:4870', 'http://localhost:4870', 200],
    ['127.0.0.1:4870', 'https://diff.example', 200],
    ['127.0.0.1:4870', 'http://127.0.0.1', 403],
    ['127.0.0.1:4870', 'http://diff.example', 403],
    ['127.0.0.1:4870', 'http://localhost:4870', 403],
    ['127.0.0.1:4870', 'http://127.0.0.1:5173', 403],
    ['127.0.0.1:4870', 'https://127.0.0.1:4870', 403],
    ['127.0.0.1:4870', 'https://evil.example', 403],
    ['127.0.0.1:4870', 'null', 403],
    ['127.0.0.1:4870', '', 403],
    ['127.0.0.1:4870', `chrome-extension://${'a'.repeat(32)}`, 403],
    ['127.0.0.1:4870', 'moz-extension://12345678-1234-1234-1234-123456789abc', 403],
  ])('at Host %s answers Origin %j with %i', async (host, origin, status) => {
    expect((await get('/v1/health', { host, origin })).statusCode).toBe(status);
  });
});

describe('health and description', () => {
  it('says that all is well', async () => {
    expect((await get('/v1/health')).json()).toEqual({ status: 'ok', version: '1.2.3' });
  });

  it('describes every address that answers, with schemas and codes that exist', async () => {
    const description = (await get('/v1/openapi.json')).json();
    expect(description).toEqual(JSON.parse(JSON.stringify(describeInterface('1.2.3'))));
    expect(description.openapi).toBe('3.1.0');
    const references = [...JSON.stringify(description).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(5);
    for (const [, name] of references) expect(description.components.schemas).toHaveProperty(name!);
    const codes = description.components.schemas.Error.properties.code.oneOf.map(
      (each: { const: string }) => each.const,
    );
    expect(codes).toEqual(Object.keys(ERRORS));
    expect(description.components.schemas.CompareTextRequest.properties.format.enum).toContain('md');
  });
});

describe('files', () => {
  let directory: string;
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'diffsvc-files-'));
    mkdirSync(join(directory, 'page', 'assets'), { recursive: true });
    writeFileSync(join(directory, 'secret.txt'), 'secret');
    writeFileSync(join(directory, 'diffsvc.css'), 'ins{color:green}');
    writeFileSync(join(directory, 'page', 'assets', 'app-1a2b.js'), 'export {}');
    await service.restart({
      settings: { pageDirectory: join(directory, 'page'), stylesDirectory: directory },
    });
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('says how to build the page, and serves it once it is there', async () => {
    const before = await get('/');
    expect(before.headers['content-type']).toMatch(/^text\/plain/);
    expect(before.body).toContain('npm run build');
    writeFileSync(join(directory, 'page', 'index.html'), '<!doctype html><title>page</title>');
    for (const url of ['/', '/index.html']) {
      const after = await get(url);
      expect(after.headers['content-type']).toMatch(/^text\/html/);
      expect(after.body).toContain('<title>page');
      const policy = String(after.headers['content-security-policy']).split('; ');
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "frame-ancestors 'self'",
          "base-uri 'none'",
        ]),
      );
      expect(policy.join()).not.toMatch(/unsafe/);
      expect(after.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    }
  });

  it('serves hashed files for ever', async () => {
    const script = await get('/assets/app-1a2b.js');
    expect(script.headers['content-type']).toMatch(/javascript/);
    expect(script.headers['cache-control']).toContain('immutable');
  });

  it.each(['bytes=5-1', 'bytes=-99999999999999999999', 'bytes=0-3', 'bytes=0-0,1-1'])(
    'sends the whole file to who asks for the range %s',
    async (range) => {
      const part = await get('/assets/app-1a2b.js', { range });
      expect([part.statusCode, part.body]).toEqual([200, (await get('/assets/app-1a2b.js')).body]);
    },
  );

  it('serves the embed script by the type that the description names', async () => {
    mkdirSync(join(directory, 'page', 'scripts', 'v1'), { recursive: true });
    writeFileSync(join(directory, 'page', 'scripts', 'v1', 'diffsvc.js'), 'void 0');
    const script = await get('/scripts/v1/diffsvc.js');
    expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  });

  it('serves nothing outside', async () => {
    writeFileSync(join(directory, 'page', '.sources-hash'), 'secret');
    for (const url of [
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/..\\secret.txt',
      '/assets/a%00b',
      '/assets//app-1a2b.js',
      '/.sources-hash',
      '/assets/',
    ]) {
      const response = await get(url);
      expect([url, response.statusCode, response.json().code]).toEqual([url, 404, 'not_found']);
    }
  });

  it('serves the stylesheet with an ETag', async () => {
    const style = await get('/styles/v1/diffsvc.css');
    expect(style.headers['content-type']).toMatch(/^text\/css/);
    expect(style.headers['cache-control']).toContain('max-age');
    const again = await get('/styles/v1/diffsvc.css', { 'if-none-match': String(style.headers.etag) });
    expect(again.statusCode).toBe(304);
  });
});

describe('a page of another site', () => {
  const foreign = (mode: string, dest: string) => ({
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': mode,
    'sec-fetch-dest': dest,
  });

  it('loads nothing as a picture but the public files, and uses up no calls', async () => {
    for (const site of ['cross-site', 'same-site'])
      for (const url of ['/v1/diffsvc/usage', '/v1/diffsvc/comparisons/demo?token=x', '/view/demo', '/']) {
        const answer = await get(url, { ...foreign('no-cors', 'image'), 'sec-fetch-site': site });
        expect([url, answer.statusCode]).toEqual([url, 403]);
      }
    expect((await get('/styles/v1/diffsvc.css', foreign('no-cors', 'style'))).statusCode).not.toBe(403);
    const own = await get('/v1/diffsvc/comparisons/demo');
    expect(own.headers['x-ratelimit-remaining']).toBe('59');
  });

  it('cannot use up the reads of viewer links by framing', async () => {
    for (let at = 0; at < 61; at++) await get('/embed/cmp_none?token=x', foreign('navigate', 'iframe'));
    const framed = await get('/embed/cmp_none?token=x', foreign('navigate', 'iframe'));
    expect(framed.statusCode).toBe(429);
    expect((await get('/view/demo', foreign('navigate', 'document'))).statusCode).toBe(200);
    expect((await get('/embed/demo')).statusCode).toBe(200);
  });
});

describe('an anonymous address', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.0.0.7', '10.0.0.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1::6', '2001:db8:1:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['127.0.0.1', '127.0.0.1'],
    ['127.200.3.41', '127.0.0.1'],
    ['::ffff:127.0.0.2', '127.0.0.1'],
    ['::1', '127.0.0.1'],
    ['0:0:0:0:0:0:0:1', '127.0.0.1'],
    ['::2', '0:0:0:0::/64'],
    ['1::1', '1:0:0:0::/64'],
    // As some proxies write an address.
    ['203.0.113.9:52031', '203.0.113.9'],
    ['[2001:db8:1::6]:443', '2001:db8:1:0::/64'],
    ['[::1]', '127.0.0.1'],
    [' 203.0.113.9 ', '203.0.113.9'],
    // Anything else is no address, so all of it is one identity.
    ['unknown', 'unknown'],
    ['caller-1', 'unknown'],
    ['127.evil', 'unknown'],
    ['1.2.3.4.5', 'unknown'],
    ['', 'unknown'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
