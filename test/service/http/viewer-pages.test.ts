/** The built page of `/view` and `/embed` with a comparison in it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'cheerio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VIEWER_DATA_ID, type ViewerPageData } from '../../../shared/api/viewer-page.ts';
import { serverUnderTest, type ServerUnderTest } from './server-under-test.ts';

const SHELL = '<!doctype html><html><head><title>Comparison</title></head><body><div id="viewer"></div></body></html>';
const HOST = { host: '127.0.0.1:4870' };

let under: ServerUnderTest;
let pageDirectory: string;
beforeEach(async () => {
  pageDirectory = mkdtempSync(join(tmpdir(), 'diffsvc-viewer-'));
  writeFileSync(join(pageDirectory, 'viewer.html'), SHELL);
  under = await serverUnderTest({ settings: { pageDirectory } });
});
afterEach(async () => {
  await under.close();
  rmSync(pageDirectory, { recursive: true, force: true });
});

async function hosted(headers: Record<string, string>, fields: object = {}) {
  const response = await under.server.inject({
    method: 'POST',
    url: '/v1/diffsvc/html',
    headers: { ...HOST, ...headers },
    payload: { original: 'one two', revised: 'one 2', format: 'txt', output: ['html', 'viewer'], ...fields },
  });
  expect(response.statusCode).toBe(200);
  const { comparisonId, viewerToken, html } = response.json();
  return { comparisonId: String(comparisonId), token: String(viewerToken), html: String(html) };
}

async function page(path: string, headers: Record<string, string> = {}) {
  const response = await under.server.inject({ url: path, headers: { ...HOST, ...headers } });
  const start = `<script type="application/json" id="${VIEWER_DATA_ID}">`;
  const [, rest = ''] = response.body.split(start);
  const data = JSON.parse(rest.slice(0, rest.indexOf('</script>'))) as ViewerPageData;
  return { status: response.statusCode, headers: response.headers, text: response.body, data };
}

describe('/view and /embed', () => {
  it('hold the comparison as it was received, and what may be done with it', async () => {
    const { bearer } = await under.account('creator');
    const made = await hosted(bearer, { embedOrigin: 'https://host.example' });
    for (const path of ['view', 'embed']) {
      const { status, data } = await page(`/${path}/${made.comparisonId}?token=${made.token}`);
      expect(status).toBe(200);
      if (!('comparison' in data)) throw new Error('refused');
      expect(data.comparison.html).toBe(made.html);
      expect([data.review, data.embedOrigin]).toEqual([true, 'https://host.example']);
    }
  });

  it('say no to a review by the plan of the creator, and name no origin where none was stored', async () => {
    const made = await hosted((await under.account('basic')).bearer);
    const { data } = await page(`/view/${made.comparisonId}?token=${made.token}&review=true`);
    expect(data).toMatchObject({ review: false, embedOrigin: null });
  });

  it('send a policy that lets scripts and styles of the service run, and nothing inline', async () => {
    const view = await page('/view/demo');
    const policy = String(view.headers['content-security-policy']).split('; ');
    expect(policy).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
      "frame-ancestors 'self'",
    ]);
    const embed = String((await page('/embed/demo')).headers['content-security-policy']);
    expect(embed).toBe(policy.slice(0, -1).join('; '));
    expect(view.headers['cache-control']).toBe('no-store');
  });

  it('open by the token in a header, as after a reload', async () => {
    const made = await hosted({});
    const path = `/view/${made.comparisonId}`;
    const refused = await page(path);
    expect([refused.status, 'refusal' in refused.data && refused.data.refusal.code]).toEqual([401, 'invalid_token']);
    expect((await page(path, { 'x-viewer-token': made.token })).data).toHaveProperty('comparison');
  });

  it('no text of a comparison ends the data or the element without script', async () => {
    const hostile = '</script><script>boom()</script></noscript><!--<script>-->\u2028';
    const made = await hosted({}, { original: hostile, revised: `${hostile} more`, format: 'txt' });
    const { text, data } = await page(`/view/${made.comparisonId}?token=${made.token}`);
    expect(data).toMatchObject({ comparison: { html: made.html } });
    for (const scriptingEnabled of [true, false]) {
      const $ = load(text, { scriptingEnabled });
      const elements = $('body').children().toArray();
      expect(elements.map(({ name }) => name)).toEqual(['div', 'noscript', 'script']);
      expect($('script').attr('id')).toBe(VIEWER_DATA_ID);
    }
    expect(load(text, { scriptingEnabled: false })('noscript').text()).toContain(hostile);
  });
});
