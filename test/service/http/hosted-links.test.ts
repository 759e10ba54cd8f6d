/** Links of hosted comparisons. */
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { HostedComparison } from '../../../shared/api/comparisons.ts';
import { CompareTextResponse } from '../../../shared/api/compare-text.ts';
import type { Plan } from '../../../shared/api/usage.ts';
import { at, HOUR, pair, useHosted } from './use-hosted.ts';
import { ORIGIN } from './use-server.ts';

const service = useHosted();
const { call, get, compared, hosted, later } = service;

describe('output hosted_viewer', () => {
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
    expect(await service.under.database.selectFrom('comparisons').selectAll().execute()).toEqual([]);
  });

  it('issues a fresh link for the same inputs', async () => {
    const first = await hosted();
    const second = await hosted();
    expect(second.viewerToken).not.toBe(first.viewerToken);
    expect((await get(first.changesUrl)).status).toBe(200);
    expect((await get(second.changesUrl)).status).toBe(200);
  });
});

describe('hostedViewerTtl', () => {
  const spellings: [unknown, number][] = [
    ...([24, 32, 48, 72] as const).flatMap((hours): [unknown, number][] => [
      [`${hours}h`, hours],
      [hours, hours],
      [hours * 3_600, hours],
    ]),
    [undefined, 24],
  ];
  it.each(spellings)('%j means %i hours, and the comparison lives as long', async (hostedViewerTtl, hours) => {
    const { bearer } = await service.under.account('creator_pro');
    const made = await hosted(bearer, { hostedViewerTtl });
    later(hours * HOUR - 1);
    expect((await get(made.changesUrl)).status).toBe(200);
    later(1);
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
    const headers = plan === 'anonymous' ? {} : (await service.under.account(plan)).bearer;
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
    const { accountId, bearer } = await service.under.account('basic');
    const body = { ...pair, output: ['viewer'], hostedViewerTtl: '72h' };
    expect((await call('POST', '/v1/diffsvc/html', bearer, body)).status).toBe(403);
    expect(await service.under.used(`account:${accountId}`)).toBe(0);
    expect(service.under.tasks).toEqual([]);
  });
});

describe('embedOrigin', () => {
  it.each(['https://example.org', 'http://localhost:3000', 'https://xn--mnchen-3ya.example', 'http://[::1]:8080'])(
    '%s is stored with the link',
    async (embedOrigin) => {
      const { bearer } = await service.under.account('basic');
      await hosted(bearer, { embedOrigin });
      const rows = await service.under.database.selectFrom('shares').select('embed_origin').execute();
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
    const { bearer } = await service.under.account('creator_pro');
    const { status, json } = await call('POST', '/v1/diffsvc/html', bearer, {
      ...pair,
      output: ['viewer'],
      embedOrigin,
    });
    expect([status, json.code, json.details?.issues[0].path]).toEqual([400, 'invalid_request', '/embedOrigin']);
  });

  it('lets that one origin read the comparison, for as long as the link lasts', async () => {
    const { bearer } = await service.under.account('basic');
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

  it('without a viewer has no effect, and the answer says so, as of a time to live', async () => {
    const { bearer } = await service.under.account('creator_pro');
    const unused = { output: ['json'], embedOrigin: 'https://example.org', hostedViewerTtl: '32h' };
    const answer = await compared(unused, bearer);
    expect(Compile(CompareTextResponse).Errors(answer)).toEqual([]);
    expect(answer.warnings).toEqual([
      { code: 'no_hosted_viewer', message: 'hostedViewerTtl has no effect: output does not name hosted_viewer.' },
      { code: 'no_hosted_viewer', message: 'embedOrigin has no effect: output does not name hosted_viewer.' },
    ]);
    expect(await compared({ output: ['json'] }, bearer)).not.toHaveProperty('warnings');
    expect(await hosted(bearer, { hostedViewerTtl: '32h' })).not.toHaveProperty('warnings');
  });

  it('from an anonymous caller is unauthorized', async () => {
    for (const output of [['viewer'], ['html'], ['json']]) {
      const body = { ...pair, output, embedOrigin: 'https://example.org' };
      const { status, json } = await call('POST', '/v1/diffsvc/html', {}, body);
      expect([status, json.code]).toEqual([401, 'unauthorized']);
    }
  });
});

describe('GET a stored comparison', () => {
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
      complexity: 'standard',
      html: made.html,
      cssUrl: made.cssUrl,
      summary: made.json.summary,
      sameness: 'different',
      createdAt: '2025-03-01T12:00:00.000Z',
      expiresAt: '2025-03-02T12:00:00.000Z',
    });
  });

  it('takes the token from X-Viewer-Token', async () => {
    const { comparisonId, viewerToken } = await hosted();
    expect((await get(at(comparisonId), { 'x-viewer-token': viewerToken })).status).toBe(200);
    expect((await get(at(comparisonId, '/changes'), { 'x-viewer-token': viewerToken })).status).toBe(200);
  });

  it('opens to its creator’s key without a token, and to no one else’s', async () => {
    const creator = await service.under.account('basic');
    const other = await service.under.account('creator_pro');
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
    expect(service.under.logLines.join('')).not.toContain(viewerToken);
  });
});

describe('the end of a link', () => {
  it('is 404 token_expired with a notice for seven days, then not_found', async () => {
    const { comparisonId, viewerToken } = await hosted();
    const url = `${at(comparisonId)}?token=${viewerToken}`;
    later(24 * HOUR);
    const expired = await get(url);
    expect([expired.status, expired.json.code]).toEqual([404, 'token_expired']);
    expect(expired.json.message).toContain('24 hours');
    later(7 * 24 * HOUR - 1);
    expect((await get(url)).json.code).toBe('token_expired');
    later(1);
    expect((await get(url)).json.code).toBe('not_found');
  });

  it('comes to its creator as well', async () => {
    const { bearer } = await service.under.account('basic');
    const { comparisonId } = await hosted(bearer);
    later(24 * HOUR);
    expect((await get(at(comparisonId), bearer)).status).toBe(404);
    expect((await get('/v1/diffsvc/comparisons', bearer)).json.comparisons).toEqual([]);
  });

  it('refuses a token that is dated more than 60 seconds ahead', async () => {
    const { changesUrl } = await hosted();
    later(-60);
    expect((await get(changesUrl)).status).toBe(200);
    later(-1);
    const { status, json } = await get(changesUrl);
    expect([status, json.code]).toEqual([401, 'token_issued_in_future']);
  });
});
