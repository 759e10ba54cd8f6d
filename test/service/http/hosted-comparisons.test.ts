/** What can be done with hosted comparisons. */
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { ComparisonList, HostedComparison, Share } from '../../../shared/api/comparisons.ts';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { at, HOUR, useHosted } from './use-hosted.ts';
import { ORIGIN } from './use-server.ts';

const service = useHosted();
const { call, get, compared, hosted, later } = service;

describe('samples', () => {
  it.each(['demo', 'sample', 'cmp_demo_docx'])('%s is open to everyone and never expires', async (id) => {
    const shown = await get(at(id));
    expect(shown.status).toBe(200);
    expect(Compile(HostedComparison).Errors(shown.json)).toEqual([]);
    expect(shown.json).not.toHaveProperty('expiresAt');
    expect(shown.json.summary.changeCount).toBeGreaterThan(5);
    expect(() => resolve(shown.json.html, { accept: 'all', reject: [] })).not.toThrow();
    const page = await get(at(id, '/changes?limit=3'));
    expect([page.status, page.json.changes.length, page.json.comparisonId]).toEqual([200, 3, id]);
    later(365 * 24 * HOUR);
    expect((await get(at(id, '?token=cmp_tok_1_x'))).status).toBe(200);
    expect((await get(`/view/${id}`)).status).toBe(200);
  });

  it('compare two files where the id says so', async () => {
    const { json } = await get(at('cmp_demo_docx'));
    expect([json.format, json.engine, json.fallback]).toEqual(['docx', 'document', false]);
  });

  it('belong to nobody', async () => {
    const { bearer } = await service.under.account('creator_pro');
    expect((await call('DELETE', at('demo'), bearer)).status).toBe(404);
    expect((await call('POST', at('demo', '/shares'), bearer, {})).status).toBe(404);
    expect((await get('/v1/diffsvc/comparisons', bearer)).json.comparisons).toEqual([]);
  });
});

describe('an empty token', () => {
  it('is none, so that the header or the key of the owner counts', async () => {
    const { bearer } = await service.under.account('creator');
    const { comparisonId, viewerToken } = await hosted(bearer);
    const url = at(comparisonId, '?token=');
    expect((await get(url, bearer)).status).toBe(200);
    expect((await get(at(comparisonId, '/changes?token='), { 'x-viewer-token': viewerToken })).status).toBe(200);
    const missing = await get(at(comparisonId));
    const empty = await get(url);
    expect([empty.status, empty.json.code, empty.json.message]).toEqual([
      missing.status,
      missing.json.code,
      missing.json.message,
    ]);
  });
});

describe('GET /v1/diffsvc/comparisons', () => {
  it('lists one’s own, newest first, in pages', async () => {
    const { bearer } = await service.under.account('creator');
    const other = await service.under.account('creator');
    const made: string[] = [];
    for (let index = 0; index < 5; index++) {
      later(0.001);
      made.unshift((await hosted(bearer, { revised: `one ${index} three` })).comparisonId);
    }
    await hosted(other.bearer);
    await hosted();
    const whole = (await get('/v1/diffsvc/comparisons', bearer)).json;
    expect(Compile(ComparisonList).Errors(whole)).toEqual([]);
    expect(whole.comparisons.map((each: { comparisonId: string }) => each.comparisonId)).toEqual(made);
    expect(whole).not.toHaveProperty('nextCursor');
    expect(whole.comparisons[0]).not.toHaveProperty('html');
    const paged: string[] = [];
    for (let query = '?limit=2'; query !== '';) {
      const { json } = await get(`/v1/diffsvc/comparisons${query}`, bearer);
      paged.push(...json.comparisons.map((each: { comparisonId: string }) => each.comparisonId));
      query = json.nextCursor === undefined ? '' : `?limit=2&cursor=${encodeURIComponent(json.nextCursor)}`;
    }
    expect(paged).toEqual(made);
  });

  it.each(['limit=0', 'limit=501', 'limit=x', 'limit=1&limit=2', 'cursor=', 'cursor=x', 'cursor=a&cursor=b'])(
    'refuses ?%s',
    async (query) => {
      const { bearer } = await service.under.account('basic');
      const { status, json } = await get(`/v1/diffsvc/comparisons?${query}`, bearer);
      expect([status, json.code, json.details.issues[0].in]).toEqual([400, 'invalid_request', 'query']);
    },
  );

  it('needs an account', async () => {
    const { status, json } = await get('/v1/diffsvc/comparisons');
    expect([status, json.code]).toEqual([401, 'unauthorized']);
  });
});

describe('DELETE a comparison', () => {
  it('is 204 for its creator, and then nothing is left', async () => {
    const { bearer } = await service.under.account('basic');
    const made = await hosted(bearer);
    const url = at(made.comparisonId);
    const gone = await call('DELETE', url, bearer);
    expect([gone.status, gone.text]).toEqual([204, '']);
    for (const each of [made.changesUrl, `${url}?token=${made.viewerToken}`, url]) {
      expect((await get(each, each === url ? bearer : {})).json.code).toBe('not_found');
    }
    expect((await call('DELETE', url, bearer)).status).toBe(404);
    expect(await service.under.database.selectFrom('comparison_texts').selectAll().execute()).toEqual([]);
  });

  it('is not_found for everyone else, and needs an account', async () => {
    const creator = await service.under.account('basic');
    const other = await service.under.account('basic');
    const { comparisonId, viewerToken } = await hosted(creator.bearer);
    expect((await call('DELETE', at(comparisonId), other.bearer)).json.code).toBe('not_found');
    const anonymous = await call('DELETE', at(comparisonId), { 'x-viewer-token': viewerToken });
    expect([anonymous.status, anonymous.json.code]).toEqual([401, 'unauthorized']);
    expect((await get(at(comparisonId), creator.bearer)).status).toBe(200);
  });

  it('ends the replay of the answer that names it', async () => {
    const { bearer } = await service.under.account('basic');
    const first = await compared({ output: ['json'] }, bearer);
    expect((await compared({ output: ['json'] }, bearer)).comparisonId).toBe(first.comparisonId);
    await call('DELETE', at(first.comparisonId), bearer);
    expect((await compared({ output: ['json'] }, bearer)).comparisonId).not.toBe(first.comparisonId);
  });
});

describe('POST shares', () => {
  it('makes a further link that lets the comparison live on', async () => {
    const { accountId, bearer } = await service.under.account('creator');
    const made = await hosted(bearer);
    later(23 * HOUR);
    const { status, json } = await call('POST', at(made.comparisonId, '/shares'), bearer, {
      hostedViewerTtl: '32h',
      embedOrigin: 'https://example.org',
    });
    expect(status).toBe(201);
    expect(Compile(Share).Errors(json)).toEqual([]);
    expect(json).toEqual({
      viewerUrl: `${ORIGIN}/view/${made.comparisonId}?token=${json.viewerToken}`,
      embedUrl: `${ORIGIN}/embed/${made.comparisonId}?token=${json.viewerToken}`,
      viewerToken: expect.stringMatching(/^cmp_tok_\d+_[\w-]+$/),
      expiresAt: '2025-03-03T19:00:00.000Z',
    });
    later(HOUR);
    expect((await get(made.changesUrl)).json.code).toBe('token_expired');
    const url = `${at(made.comparisonId)}?token=${json.viewerToken}`;
    expect((await get(url)).json.expiresAt).toBe('2025-03-03T19:00:00.000Z');
    later(31 * HOUR);
    expect((await get(url)).json.message).toContain('32 hours');
    expect(await service.under.used(`account:${accountId}`)).toBe(1);
  });

  it('takes an Idempotency-Key: one key, one link; other bytes, a conflict', async () => {
    const { bearer } = await service.under.account('creator');
    const one = await hosted(bearer);
    const two = await hosted(bearer, { original: 'another' });
    const keyed = { ...bearer, 'idempotency-key': 'share-0123456789' };
    const first = await call('POST', at(one.comparisonId, '/shares'), keyed, {});
    const again = await call('POST', at(one.comparisonId, '/shares'), keyed, {});
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers['x-request-id']).toBe(first.headers['x-request-id']);
    expect(await service.under.database.selectFrom('shares').selectAll().execute()).toHaveLength(3);
    const other = await call('POST', at(one.comparisonId, '/shares'), keyed, { hostedViewerTtl: '24h' });
    expect([other.status, other.json.code]).toEqual([409, 'idempotency_conflict']);
    // The key means another operation at another comparison.
    const elsewhere = await call('POST', at(two.comparisonId, '/shares'), keyed, {});
    expect(elsewhere.json.viewerUrl).toContain(two.comparisonId);
  });

  it.each([
    [{ hostedViewerTtl: '36h' }, 400, 'invalid_request'],
    [{ hostedViewerTtl: '72h' }, 403, 'plan_required'],
    [{ embedOrigin: 'https://example.org/' }, 400, 'invalid_request'],
    [{ embedOrigin: 5 }, 400, 'invalid_request'],
    [[], 400, 'invalid_request'],
  ])('refuses %j', async (body, status, code) => {
    const { bearer } = await service.under.account('creator');
    const { comparisonId } = await hosted(bearer);
    const answer = await call('POST', at(comparisonId, '/shares'), bearer, body);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  it('is for the creator only, while the comparison lasts', async () => {
    const creator = await service.under.account('basic');
    const other = await service.under.account('creator_pro');
    const { comparisonId, viewerToken } = await hosted(creator.bearer);
    const url = at(comparisonId, '/shares');
    expect((await call('POST', url, other.bearer, {})).json.code).toBe('not_found');
    expect((await call('POST', url, { 'x-viewer-token': viewerToken }, {})).json.code).toBe('unauthorized');
    later(24 * HOUR);
    expect((await call('POST', url, creator.bearer, {})).json.code).toBe('not_found');
  });
});

describe('methods', () => {
  it.each([
    ['PUT', '/v1/diffsvc/comparisons', 'GET, HEAD'],
    ['PUT', '/v1/diffsvc/comparisons/x', 'DELETE, GET, HEAD'],
    ['DELETE', '/v1/diffsvc/comparisons/x/changes', 'GET, HEAD'],
    ['GET', '/v1/diffsvc/comparisons/x/shares', 'POST'],
    ['POST', '/view/x', 'GET, HEAD'],
  ] as const)('%s %s is 405 with Allow', async (method, path, allow) => {
    const { status, json, headers } = await call(method, path);
    expect([status, json.code]).toEqual([405, 'method_not_allowed']);
    expect(String(headers.allow).split(', ').sort().join(', ')).toBe(allow);
  });
});

describe('/view and /embed', () => {
  it('show the redline without script, and say who may frame them', async () => {
    const made = await hosted();
    const view = await get(made.viewerUrl);
    const embed = await get(made.embedUrl);
    for (const { status, headers, text } of [view, embed]) {
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(text).toContain(made.html);
      expect(text).not.toContain('<script');
      expect(headers).not.toHaveProperty('x-frame-options');
      const policy = String(headers['content-security-policy']);
      for (const directive of ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "object-src 'none'"]) {
        expect(policy).toContain(directive);
      }
    }
    expect(view.headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(embed.headers['content-security-policy']).not.toContain('frame-ancestors');
  });

  it('refuse as a page', async () => {
    const { comparisonId, viewerUrl } = await hosted();
    const missing = await get(`/view/${comparisonId}`);
    expect([missing.status, missing.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8']);
    expect(missing.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await get('/embed/cmp_unknown?token=x')).status).toBe(404);
    later(24 * HOUR);
    const expired = await get(viewerUrl);
    expect(expired.status).toBe(404);
    expect(expired.text).toContain('24 hours');
  });
});
