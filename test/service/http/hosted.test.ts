/**
 * Hosted comparisons: specification 2.1 (output, hostedViewerTtl, embedOrigin), 2.2, 2.10, 3.2, 4.5, 4.7, 4.8, 5 rule 4, 7
 * rule 1 and 8; decisions 3, 4 and 9 "Text requests" and "Hosted".
 */
import { Compile } from 'typebox/compile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ComparisonList, HostedComparison, Share } from '../../../shared/api/comparisons.ts';
import { CompareTextResponse } from '../../../shared/api/compare-text.ts';
import type { Plan } from '../../../shared/api/usage.ts';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { serverUnderTest, type ServerUnderTest } from './server-under-test.ts';

let under: ServerUnderTest;
beforeEach(async () => {
  under = await serverUnderTest();
});
afterEach(() => under.close());

type Headers = Record<string, string>;
const HOST = { host: '127.0.0.1:4870' };
const ORIGIN = 'http://127.0.0.1:4870';
const HOUR = 3_600_000;
const pair = { original: 'one two three', revised: 'one 2 three', format: 'txt' };

async function call(method: 'GET' | 'POST' | 'DELETE' | 'PUT', url: string, headers: Headers = {}, payload?: unknown) {
  const response = await under.server.inject({
    method,
    url: url.replace(ORIGIN, ''),
    headers: { ...HOST, ...headers, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  const json = /json/.test(String(response.headers['content-type'])) ? response.json() : null;
  return { status: response.statusCode, headers: response.headers, json, text: response.body };
}
const get = (url: string, headers: Headers = {}) => call('GET', url, headers);

async function compared(fields: object = {}, headers: Headers = {}) {
  const { status, json } = await call('POST', '/v1/diffsvc/html', headers, { ...pair, ...fields });
  expect(status, JSON.stringify(json)).toBe(200);
  return json;
}
const hosted = (headers: Headers = {}, fields: object = {}) =>
  compared({ output: ['html', 'json', 'hosted_viewer'], ...fields }, headers);
const later = (milliseconds: number): void => {
  under.now = new Date(under.now.getTime() + milliseconds);
};
const at = (id: string, rest = ''): string => `/v1/diffsvc/comparisons/${id}${rest}`;

describe('output hosted_viewer (2.1, 2.2)', () => {
  it.each(['hosted_viewer', 'viewer', 'embed'])(
    'as %s gives the viewer fields, and alone the HTML too',
    async (name) => {
      const json = await compared({ output: [name] });
      expect(Compile(CompareTextResponse).Errors(json)).toEqual([]);
      expect(json.schemaVersion).toBe('diffsvc.html.v1');
      expect(json.html).toContain('<ins');
      expect(json).not.toHaveProperty('json');
      expect(json).not.toHaveProperty('changesUrl');
      const { comparisonId, viewerToken } = json;
      expect(viewerToken).toMatch(/^cmp_tok_\d+_[\w-]+$/);
      expect(json.viewerUrl).toBe(`${ORIGIN}/view/${comparisonId}?token=${viewerToken}`);
      expect(json.embedUrl).toBe(`${ORIGIN}/embed/${comparisonId}?token=${viewerToken}`);
    },
  );

  it('with json alone stores the HTML and does not return it', async () => {
    const json = await compared({ output: ['json', 'hosted_viewer'] });
    expect(json.schemaVersion).toBe('diffsvc.comparison.v1');
    expect(json).not.toHaveProperty('html');
    expect((await get(`${at(json.comparisonId)}?token=${json.viewerToken}`)).json.html).toContain('<ins');
    const unhosted = await compared({ output: ['json'] });
    for (const field of ['viewerUrl', 'embedUrl', 'viewerToken', 'html']) expect(unhosted).not.toHaveProperty(field);
    const token = new URL(unhosted.changesUrl).searchParams.get('token');
    expect((await get(`${at(unhosted.comparisonId)}?token=${token}`)).json.html).toContain('<ins');
  });

  it('is not stored without json or hosted_viewer', async () => {
    const json = await compared({ output: ['html'], hostedViewerTtl: '72h' });
    for (const field of ['comparisonId', 'changesUrl', 'viewerUrl']) expect(json).not.toHaveProperty(field);
    expect(await under.database.selectFrom('comparisons').selectAll().execute()).toEqual([]);
  });

  it('issues a fresh link for the same inputs (4.8 rule 2)', async () => {
    const first = await hosted();
    const second = await hosted();
    expect(second.viewerToken).not.toBe(first.viewerToken);
    expect((await get(first.changesUrl)).status).toBe(200);
    expect((await get(second.changesUrl)).status).toBe(200);
  });
});

describe('hostedViewerTtl (2.1, 8; decisions 3)', () => {
  const spellings: [unknown, number][] = [
    ...([24, 32, 48, 72] as const).flatMap((hours): [unknown, number][] => [
      [`${hours}h`, hours],
      [hours, hours],
      [hours * 3_600, hours],
    ]),
    [undefined, 24],
  ];
  it.each(spellings)('%j means %i hours, and the comparison lives as long', async (hostedViewerTtl, hours) => {
    const { bearer } = await under.account('creator_pro');
    const made = await hosted(bearer, { hostedViewerTtl });
    later(hours * HOUR - 1_000);
    expect((await get(made.changesUrl)).status).toBe(200);
    later(1_000);
    const { status, json } = await get(made.changesUrl);
    expect([status, json.code]).toEqual([404, 'token_expired']);
    expect(json.message).toContain(`${hours} hours`);
  });

  const allowed: Record<Plan, number[]> = {
    anonymous: [24],
    basic: [24],
    creator: [24, 32],
    creator_pro: [24, 32, 48, 72],
  };
  it.each(Object.keys(allowed) as Plan[])('is plan_required where the plan %s lacks it', async (plan) => {
    const headers = plan === 'anonymous' ? {} : (await under.account(plan)).bearer;
    for (const hours of [24, 32, 48, 72]) {
      for (const hostedViewerTtl of [`${hours}h`, hours, hours * 3_600]) {
        const body = { ...pair, output: ['viewer'], hostedViewerTtl };
        const { status, json } = await call('POST', '/v1/diffsvc/html', headers, body);
        expect([status, json.code]).toEqual(allowed[plan].includes(hours) ? [200, undefined] : [403, 'plan_required']);
      }
    }
  });

  it.each(['25h', '24', '86400', '24H', ' 24h', 0, 1, 25, 86_401, 24.5, null, ['24h'], {}, true])(
    '%j is no time to live',
    async (hostedViewerTtl) => {
      const body = { ...pair, output: ['viewer'], hostedViewerTtl };
      const { status, json } = await call('POST', '/v1/diffsvc/html', {}, body);
      expect([status, json.code, json.details.issues[0].path]).toEqual([400, 'invalid_request', '/hostedViewerTtl']);
    },
  );

  it('refused, costs nothing and stores nothing', async () => {
    const { accountId, bearer } = await under.account('basic');
    const body = { ...pair, output: ['viewer'], hostedViewerTtl: '72h' };
    expect((await call('POST', '/v1/diffsvc/html', bearer, body)).status).toBe(403);
    expect(await under.used(`account:${accountId}`)).toBe(0);
    expect(under.tasks).toEqual([]);
  });
});

describe('embedOrigin (2.1; decisions 7 and 9)', () => {
  it.each(['https://example.org', 'http://localhost:3000', 'https://xn--mnchen-3ya.example', 'http://[::1]:8080'])(
    '%s is stored with the link',
    async (embedOrigin) => {
      const { bearer } = await under.account('basic');
      await hosted(bearer, { embedOrigin });
      const rows = await under.database.selectFrom('shares').select('embed_origin').execute();
      expect(rows).toEqual([{ embed_origin: embedOrigin }]);
    },
  );

  it.each([
    'https://example.org/',
    'https://example.org/path',
    'https://example.org:443',
    'HTTPS://example.org',
    'https://Example.org',
    'https://user@example.org',
    'https://*.example.org',
    'https://example.org?x',
    'example.org',
    'null',
    '*',
    '',
    'file://',
    'javascript:alert(1)',
    'chrome-extension://abcdefghijklmnop',
  ])('%j is no exact web origin', async (embedOrigin) => {
    const { bearer } = await under.account('creator_pro');
    const { status, json } = await call('POST', '/v1/diffsvc/html', bearer, {
      ...pair,
      output: ['viewer'],
      embedOrigin,
    });
    expect([status, json.code, json.details?.issues[0].path]).toEqual([400, 'invalid_request', '/embedOrigin']);
  });

  it('lets that one origin read the comparison, for as long as the link lasts', async () => {
    const { bearer } = await under.account('basic');
    const origin = 'https://host.example';
    const { changesUrl } = await hosted(bearer, { embedOrigin: origin });
    const other = await hosted(bearer);
    const allowed = await get(changesUrl, { origin });
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([200, origin]);
    for (const [url, from] of [
      [changesUrl, 'https://evil.example'],
      [other.changesUrl, origin],
    ] as const) {
      const refused = await get(url, { origin: from });
      expect([refused.status, refused.json.code]).toEqual([403, 'origin_not_allowed']);
    }
    later(24 * HOUR);
    expect((await get(changesUrl, { origin })).status).toBe(403);
  });

  it('from an anonymous caller is unauthorized', async () => {
    for (const output of [['viewer'], ['html'], ['json']]) {
      const body = { ...pair, output, embedOrigin: 'https://example.org' };
      const { status, json } = await call('POST', '/v1/diffsvc/html', {}, body);
      expect([status, json.code]).toEqual([401, 'unauthorized']);
    }
  });
});

describe('GET a stored comparison (decisions 4)', () => {
  it('answers all its fields, with no-store', async () => {
    const made = await hosted();
    const { status, headers, json } = await get(`${at(made.comparisonId)}?token=${made.viewerToken}`);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(Compile(HostedComparison).Errors(json)).toEqual([]);
    expect(json).toEqual({
      comparisonId: made.comparisonId,
      format: 'txt',
      engine: 'dom',
      fallback: false,
      html: made.html,
      cssUrl: made.cssUrl,
      summary: made.json.summary,
      createdAt: '2025-03-01T12:00:00.000Z',
      expiresAt: '2025-03-02T12:00:00.000Z',
    });
  });

  it('takes the token from X-Viewer-Token (5 rule 4)', async () => {
    const { comparisonId, viewerToken } = await hosted();
    expect((await get(at(comparisonId), { 'x-viewer-token': viewerToken })).status).toBe(200);
    expect((await get(at(comparisonId, '/changes'), { 'x-viewer-token': viewerToken })).status).toBe(200);
  });

  it('opens to its creator’s key without a token, and to no one else’s', async () => {
    const creator = await under.account('basic');
    const other = await under.account('creator_pro');
    const { comparisonId, changesUrl } = await hosted(creator.bearer);
    for (const path of [at(comparisonId), at(comparisonId, '/changes')]) {
      expect((await get(path, creator.bearer)).status).toBe(200);
      const foreign = await get(path, other.bearer);
      expect([foreign.status, foreign.json.code]).toEqual([404, 'not_found']);
      const anonymous = await get(path);
      expect([anonymous.status, anonymous.json.code]).toEqual([401, 'invalid_token']);
    }
    // Whoever has the token may read, whatever else he is.
    expect((await get(changesUrl, other.bearer)).status).toBe(200);
  });

  it('refuses a token that is not this comparison’s, to the last bit', async () => {
    const one = await hosted();
    const two = await hosted({}, { original: 'another' });
    const token: string = one.viewerToken;
    const [, seconds, signature] = /^cmp_tok_(\d+)_(.*)$/.exec(token)!;
    const wrong = [
      two.viewerToken,
      token.slice(0, -1),
      `${token}A`,
      `cmp_tok_${seconds}_`,
      `cmp_tok_${Number(seconds) + 1}_${signature}`,
      `cmp_tok_${seconds}_${signature!.startsWith('A') ? 'B' : 'A'}${signature!.slice(1)}`,
      token.toUpperCase(),
      'cmp_tok_x_y',
      '',
      'null',
    ];
    for (const each of wrong) {
      for (const rest of ['', '/changes']) {
        const { status, json } = await get(`${at(one.comparisonId, rest)}?token=${encodeURIComponent(each)}`);
        expect([each, status, json.code]).toEqual([each, 401, 'invalid_token']);
      }
    }
  });

  it('is not_found when there is no such comparison, whatever the token', async () => {
    const { viewerToken } = await hosted();
    for (const query of ['', `?token=${viewerToken}`, '?token=x']) {
      for (const id of ['cmp_00000000000000000000000000000000', 'nothing', 'cmp_demo_other', '__proto__']) {
        const { status, json } = await get(at(id, `/changes${query}`));
        expect([status, json.code]).toEqual([404, 'not_found']);
      }
    }
  });

  it('keeps the token out of the log and out of every message', async () => {
    const { viewerToken, viewerUrl, changesUrl } = await hosted();
    await get(viewerUrl);
    await get(changesUrl);
    const refused = await get(`${changesUrl}x`);
    expect(refused.text).not.toContain(viewerToken);
    expect(under.logLines.join('')).not.toContain(viewerToken);
  });
});

describe('the end of a link (3.2, 7 rule 1; decisions 9 "Hosted")', () => {
  it('is 404 token_expired with a notice for seven days, then not_found', async () => {
    const { comparisonId, viewerToken } = await hosted();
    const url = `${at(comparisonId)}?token=${viewerToken}`;
    later(24 * HOUR);
    const expired = await get(url);
    expect([expired.status, expired.json.code]).toEqual([404, 'token_expired']);
    expect(expired.json.message).toContain('24 hours');
    later(7 * 24 * HOUR - 1_000);
    expect((await get(url)).json.code).toBe('token_expired');
    later(1_000);
    expect((await get(url)).json.code).toBe('not_found');
  });

  it('comes to its creator as well', async () => {
    const { bearer } = await under.account('basic');
    const { comparisonId } = await hosted(bearer);
    later(24 * HOUR);
    expect((await get(at(comparisonId), bearer)).status).toBe(404);
    expect((await get('/v1/diffsvc/comparisons', bearer)).json.comparisons).toEqual([]);
  });

  it('refuses a token that is dated more than 60 seconds ahead (3.2, 8)', async () => {
    const { changesUrl } = await hosted();
    later(-60_000);
    expect((await get(changesUrl)).status).toBe(200);
    later(-1_000);
    const { status, json } = await get(changesUrl);
    expect([status, json.code]).toEqual([401, 'token_issued_in_future']);
  });
});

describe('samples (2.10; decisions 4)', () => {
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
    const { bearer } = await under.account('creator_pro');
    expect((await call('DELETE', at('demo'), bearer)).status).toBe(404);
    expect((await call('POST', at('demo', '/shares'), bearer, {})).status).toBe(404);
    expect((await get('/v1/diffsvc/comparisons', bearer)).json.comparisons).toEqual([]);
  });
});

describe('GET /v1/diffsvc/comparisons (decisions 4)', () => {
  it('lists one’s own, newest first, in pages', async () => {
    const { bearer } = await under.account('creator');
    const other = await under.account('creator');
    const made: string[] = [];
    for (let index = 0; index < 5; index++) {
      later(1);
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
      const { bearer } = await under.account('basic');
      const { status, json } = await get(`/v1/diffsvc/comparisons?${query}`, bearer);
      expect([status, json.code, json.details.issues[0].in]).toEqual([400, 'invalid_request', 'query']);
    },
  );

  it('needs an account', async () => {
    const { status, json } = await get('/v1/diffsvc/comparisons');
    expect([status, json.code]).toEqual([401, 'unauthorized']);
  });
});

describe('DELETE a comparison (decisions 4)', () => {
  it('is 204 for its creator, and then nothing is left', async () => {
    const { bearer } = await under.account('basic');
    const made = await hosted(bearer);
    const url = at(made.comparisonId);
    const gone = await call('DELETE', url, bearer);
    expect([gone.status, gone.text]).toEqual([204, '']);
    for (const each of [made.changesUrl, `${url}?token=${made.viewerToken}`, url]) {
      expect((await get(each, each === url ? bearer : {})).json.code).toBe('not_found');
    }
    expect((await call('DELETE', url, bearer)).status).toBe(404);
    expect(await under.database.selectFrom('comparison_texts').selectAll().execute()).toEqual([]);
  });

  it('is not_found for everyone else, and needs an account', async () => {
    const creator = await under.account('basic');
    const other = await under.account('basic');
    const { comparisonId, viewerToken } = await hosted(creator.bearer);
    expect((await call('DELETE', at(comparisonId), other.bearer)).json.code).toBe('not_found');
    const anonymous = await call('DELETE', at(comparisonId), { 'x-viewer-token': viewerToken });
    expect([anonymous.status, anonymous.json.code]).toEqual([401, 'unauthorized']);
    expect((await get(at(comparisonId), creator.bearer)).status).toBe(200);
  });

  it('ends the replay of the answer that names it', async () => {
    const { bearer } = await under.account('basic');
    const first = await compared({ output: ['json'] }, bearer);
    expect((await compared({ output: ['json'] }, bearer)).comparisonId).toBe(first.comparisonId);
    await call('DELETE', at(first.comparisonId), bearer);
    expect((await compared({ output: ['json'] }, bearer)).comparisonId).not.toBe(first.comparisonId);
  });
});

describe('POST shares (decisions 4)', () => {
  it('makes a further link that lets the comparison live on', async () => {
    const { accountId, bearer } = await under.account('creator');
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
    expect(await under.used(`account:${accountId}`)).toBe(1);
  });

  it('takes an Idempotency-Key: one key, one link; other bytes, a conflict', async () => {
    const { bearer } = await under.account('creator');
    const one = await hosted(bearer);
    const two = await hosted(bearer, { original: 'another' });
    const keyed = { ...bearer, 'idempotency-key': 'share-0123456789' };
    const first = await call('POST', at(one.comparisonId, '/shares'), keyed, {});
    const again = await call('POST', at(one.comparisonId, '/shares'), keyed, {});
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers['x-request-id']).toBe(first.headers['x-request-id']);
    expect(await under.database.selectFrom('shares').selectAll().execute()).toHaveLength(3);
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
    const { bearer } = await under.account('creator');
    const { comparisonId } = await hosted(bearer);
    const answer = await call('POST', at(comparisonId, '/shares'), bearer, body);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  it('is for the creator only, while the comparison lasts', async () => {
    const creator = await under.account('basic');
    const other = await under.account('creator_pro');
    const { comparisonId, viewerToken } = await hosted(creator.bearer);
    const url = at(comparisonId, '/shares');
    expect((await call('POST', url, other.bearer, {})).json.code).toBe('not_found');
    expect((await call('POST', url, { 'x-viewer-token': viewerToken }, {})).json.code).toBe('unauthorized');
    later(24 * HOUR);
    expect((await call('POST', url, creator.bearer, {})).json.code).toBe('not_found');
  });
});

describe('methods (decisions 2)', () => {
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

describe('/view and /embed (2.10, 7 rule 1; decisions 7)', () => {
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
