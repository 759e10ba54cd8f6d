import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../shared/errors.ts';
import { CompareTextResponse } from '../../../shared/api/compare-text.ts';
import { DEFAULT_PLANS } from '../../../service/admission/plan-terms.ts';
import { Compile } from 'typebox/compile';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { useServer, type Answer, type Headers } from './use-server.ts';

const service = useServer();

const post = (body: unknown, headers?: Headers): Promise<Answer> =>
  service.call('POST', '/v1/diffsvc/html', headers, body);

const pair = { original: 'one two three', revised: 'one 2 three' };

describe('POST /v1/diffsvc/html', () => {
  it('answers with both pictures of a change where pictures are included, and only there', async () => {
    const body = { original: '![Plan](a.png) x', revised: '![Plan](b.png) x', format: 'markdown', output: ['json'] };
    const { json } = await post({ ...body, include: ['pictures'] });
    expect(Compile(CompareTextResponse).Check(json)).toBe(true);
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    expect(json.json.changes).toMatchObject([
      {
        type: 'replace',
        before: { pictures: [{ alt: 'Plan', sha256: sha256('a.png') }] },
        after: { pictures: [{ alt: 'Plan', sha256: sha256('b.png') }] },
      },
    ]);
    expect((await post(body)).json.json.changes).toEqual([]);
  });

  it('answers details of changes where they are asked for, and only there', async () => {
    const body = { original: 'Pay in 10 days.', revised: 'Pay in 14 days.', output: ['json'] };
    const { json } = await post({ ...body, details: ['signals', 'groups'] });
    expect(Compile(CompareTextResponse).Check(json)).toBe(true);
    expect(json.json.changes[0].signals).toEqual([{ rule: 'dates', text: '10 days → 14 days' }]);
    expect(Object.keys(json.json)).toContain('groups');
    const next = await service.call('GET', json.changesUrl, {});
    expect(next.json.changes[0].signals).toEqual(json.json.changes[0].signals);
    const plain = await post(body);
    expect(plain.text).not.toMatch(/signals|groups|references/u);
    expect(await post({ ...body, details: ['all'] })).toMatchObject({ status: 400 });
  });

  it('answers the fragment alone by default, with the documented fields', async () => {
    const { status, headers, json } = await post(pair);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['cache-control']).toBe('no-store');
    expect(Object.keys(json)).toEqual([
      ...['schemaVersion', 'html', 'cssUrl', 'requestedMode', 'effectiveMode', 'format', 'engine', 'fallback'],
      ...['complexity', 'units', 'usage', 'sameness'],
    ]);
    expect(json).toMatchObject({
      schemaVersion: 'diffsvc.html.v1',
      cssUrl: 'http://127.0.0.1:4870/styles/v1/diffsvc.css',
      requestedMode: 'auto',
      effectiveMode: 'word',
      format: 'txt',
      engine: 'dom',
      fallback: false,
      complexity: 'standard',
      units: 1,
      usage: { used: 1, allowance: 100, remaining: 99, plan: 'anonymous' },
    });
    expect(json.html).toMatch(/<del [^>]*>two<\/del><ins [^>]*>2<\/ins>/);
  });

  it.each([
    [
      'an RTF',
      '{\\rtf1\\ansi One two.}',
      'auto',
      'rtf',
      /^Revised: The text is an RTF document, not a text .*save it as DOCX/,
    ],
    ['an RTF after a byte order mark', '\ufeff{\\rtf1 One.}', 'json', 'rtf', /RTF document/],
    ['an RTF that is called HTML', '{\\rtf1 <b>One</b>}', 'html', 'rtf', /RTF document/],
    ['a PDF', '%PDF-1.7\n1 0 obj', 'txt', 'pdf', /^Revised: The text is a PDF, not a text/],
    ['PostScript', '%!PS-Adobe-3.0\n', 'txt', 'postscript', /PostScript/],
  ])('refuses %s in place of a text, by name and with the next step', async (_, text, format, found, message) => {
    const { status, json } = await post({ original: '[1]', revised: text, format });
    expect(status).toBe(422);
    expect(json).toMatchObject({
      code: 'document_invalid',
      message: expect.stringMatching(message) as string,
      details: { found },
    });
  });

  it('compares a text that mentions other formats', async () => {
    expect((await post({ original: 'See {\\rtf', revised: 'Each %PDF- and {\\rtf1}' })).status).toBe(200);
  });

  it('compares the selected parts of HTML, and lists what it left out', async () => {
    const page = (fee: string, visits: string): string =>
      `<main><p>Fee ${fee}</p><p class="ad">Buy</p></main><footer>${visits} visits</footer>`;
    const body = { original: page('5', '10'), revised: page('6', '11'), output: ['html', 'json'] };
    const { json } = await post({ ...body, select: 'main', ignoreSelectors: ['.ad'] });
    expect(Compile(CompareTextResponse).Check(json)).toBe(true);
    expect(json.json.summary.changeCount).toBe(1);
    expect(json.html).not.toContain('Buy');
    expect(json.uncompared).toMatchObject({
      differs: true,
      items: [
        { kind: 'left_out', differs: true, original: { label: 'everything outside main' } },
        { kind: 'left_out', differs: false, original: { label: '.ad' } },
      ],
    });
  });

  it.each<[string, object, string]>([
    ['for another format', { format: 'markdown', select: 'main' }, 'must not be there when the format is markdown'],
    ['for a detected other format', { select: 'main' }, 'Selectors choose parts of HTML, and the format is txt'],
    ['that selects nothing', { format: 'html', select: 'article' }, 'The selector "article" selects 0 of'],
    ['that is none', { format: 'html', ignoreSelectors: ['p['] }, '"p[" is no CSS selector that can be used here'],
    ['that is empty', { format: 'html', select: '' }, 'select'],
  ])('refuses a selector %s', async (_name, fields, message) => {
    const { status, json } = await post({ ...pair, ...fields });
    expect({ status, code: json.code }).toEqual({ status: 400, code: 'invalid_request' });
    expect(JSON.stringify(json)).toContain(JSON.stringify(message).slice(1, -1));
  });

  it('keeps structure beyond the envelope when complexity is extended, and repeats it', async () => {
    const large = (word: string): string => `<table>${`<tr><td><p>${word}</p></td></tr>`.repeat(1_600)}</table>`;
    const body = { original: large('a'), revised: large('c'), format: 'html', output: ['html', 'json'] };
    const standard = (await post(body)).json;
    expect(standard).toMatchObject({ engine: 'text', fallback: true, complexity: 'standard' });
    expect(standard.fallbackReason).toMatch(/^The original has [\d,]+ block elements; 1,500 is the limit/);
    expect(standard.html).not.toContain('<table');
    const extended = (await post({ ...body, complexity: 'extended' })).json;
    expect(extended).toMatchObject({ engine: 'dom', fallback: false, complexity: 'extended' });
    expect(extended.html).toContain('<table');
    for (const answer of [standard, extended]) {
      expect({ errors: Compile(CompareTextResponse).Errors(answer) }).toEqual({ errors: [] });
      const { search } = new URL(answer.changesUrl);
      const hosted = (await service.get(`/v1/diffsvc/comparisons/${answer.comparisonId}${search}`)).json;
      const { complexity, fallback, fallbackReason } = answer;
      expect(hosted).toMatchObject({ complexity, fallback, ...(fallbackReason && { fallbackReason }) });
    }
  });

  it.each(['Extended', 'full', '', null, 1, ['standard']])('refuses the complexity %j', async (complexity) => {
    const { status, json } = await post({ ...pair, complexity });
    expect([status, json.code, json.details.issues[0].path]).toEqual([400, 'invalid_request', '/complexity']);
  });

  it('answers the first page and its address when JSON is asked for, and the HTML only when it is too', async () => {
    const both = (await post({ ...pair, output: ['html', 'json', 'json'] })).json;
    const { errors } = { errors: Compile(CompareTextResponse).Errors(both) };
    expect(errors).toEqual([]);
    expect(both.schemaVersion).toBe('diffsvc.comparison.v1');
    expect(both.json).toMatchObject({ schemaVersion: '1', offset: 0, limit: 100, totalChanges: 1 });
    expect(both.json.comparisonId).toBe(both.comparisonId);
    const alone = (await post({ ...pair, output: ['json'] })).json;
    expect(alone).not.toHaveProperty('html');
    expect(alone.json.changes).toHaveLength(1);
  });

  it('answers the digests of what rejecting and accepting every change give, when the comparison is stored', async () => {
    const { html, digests } = (await post({ ...pair, output: ['html', 'json'] })).json;
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    expect(digests).toEqual({
      original: sha256(resolve(html, { reject: 'all' })),
      revised: sha256(resolve(html, { accept: 'all' })),
      fileSha256: { original: sha256(pair.original), revised: sha256(pair.revised) },
    });
  });

  it('understands the aliases and passes the options on', async () => {
    await post({ ...pair, format: 'md', mode: 'block' });
    await post({ ...pair, format: 'plain' });
    await post({ ...pair });
    expect(service.under.tasks.map(({ format, mode }) => [format, mode])).toEqual([
      ['markdown', 'block'],
      ['txt', 'auto'],
      ['auto', 'auto'],
    ]);
  });

  it.each([
    [{ ...pair, embedOrgin: 'https://a.example' }, '/embedOrgin', 'embedOrigin'],
    [{ ...pair, ouptut: ['json'] }, '/ouptut', 'output'],
    [{ ...pair, Format: 'txt' }, '/Format', 'format'],
    [{ orignal: 'a', revised: 'b' }, '/orignal', 'original'],
  ])('refuses %j and names the closest known field', async (body, path, closest) => {
    const { status, json } = await post(body);
    expect([status, json.code]).toEqual([400, 'invalid_request']);
    const message = `is unknown; the closest known name is ${closest}`;
    expect(json.details.issues[0]).toEqual({ in: 'body', path, message });
    expect(service.under.tasks).toEqual([]);
  });

  it('names other unknown fields in its warnings, and ignores a stream that the caller cannot read', async () => {
    const streamed = await post({ ...pair, stream: true, colour: 'red', hostedViewerTtl: 86_400 });
    expect(streamed.status).toBe(200);
    expect(streamed.json.warnings).toEqual([
      { code: 'unknown_field', message: '/colour has no effect: the request has no such field.' },
      { code: 'no_hosted_viewer', message: 'hostedViewerTtl has no effect: output does not name hosted_viewer.' },
    ]);
    expect((await post(pair, { accept: 'text/event-stream' })).status).toBe(200);
    expect((await post('\uFEFF' + JSON.stringify(pair))).status).toBe(200);
  });

  it('counts units for each network and month, and none for two empty inputs or a failure', async () => {
    expect((await post({ original: '', revised: '' })).json).toMatchObject({ units: 0, usage: { used: 0 } });
    await post({ original: 'x'.repeat(102_400), revised: 'y' });
    expect((await post(pair)).json.usage).toEqual({ used: 3, allowance: 100, remaining: 97, plan: 'anonymous' });
    await post({ original: '{', revised: '{', format: 'json' });
    service.under.now = new Date('2025-04-01T00:00:00Z');
    expect((await post(pair)).json.usage.used).toBe(1);
  });

  it('refuses what the allowance does not cover, charges nothing for it, and lets smaller and empty pairs pass', async () => {
    await service.restart({ plans: { anonymous: { ...DEFAULT_PLANS.anonymous, unitsPerMonth: 2 } } });
    const three = { original: 'x'.repeat(102_400), revised: 'y'.repeat(102_401) };
    const { status, json } = await post(three);
    expect([status, json.code]).toEqual([402, 'quota_exceeded']);
    expect(json.message).toBe(
      'This operation costs 3 units, more than the 2 units a month of the plan anonymous. No month covers it: compare smaller parts, or use an account of a larger plan.',
    );
    expect((await post({ ...three, revised: 'y' })).json.usage).toMatchObject({ used: 2, allowance: 2, remaining: 0 });
    const used = await post(pair);
    expect([used.status, used.json.message]).toEqual([
      402,
      'This operation costs 1 unit, and 2 of the 2 units a month of the plan anonymous are used. The count begins anew with the next calendar month (UTC).',
    ]);
    expect((await post({ original: '', revised: '' })).json.usage).toMatchObject({ used: 2, remaining: 0 });
    service.under.now = new Date('2025-04-01T00:00:00Z');
    expect((await post(pair)).json.usage).toMatchObject({ used: 1, remaining: 1 });
  });

  it('tells the owner of an installation sizes, and neither units nor a plan', async () => {
    const { accounts, database, tokens, now } = service.under;
    const { accountId } = await accounts.owner();
    await database.updateTable('accounts').set({ units_per_month: 2 }).where('account_id', '=', accountId).execute();
    const owner = { authorization: `Bearer ${tokens.issue(accountId, now)}` };
    const three = { original: 'x'.repeat(102_400), revised: 'y'.repeat(102_401) };
    const { status, json } = await post(three, owner);
    expect([status, json.code]).toEqual([402, 'quota_exceeded']);
    expect(json.message).toBe(
      'This comparison needs 300 KB, and 0 bytes of the 200 KB that this installation compares in one month are used. The count begins anew with the next calendar month (UTC).',
    );
  });

  it.each([
    [{ revised: '' }, '/original', 'is required'],
    [{ ...pair, original: 5 }, '/original', 'must be a string or an upload reference {uploadId}'],
    [{ ...pair, original: null }, '/original', 'must be a string or'],
    [{ ...pair, format: 'docx' }, '/format', 'must be one of "auto", "html", "markdown", "md"'],
    [{ ...pair, format: 'HTML' }, '/format', 'must be one of'],
    [{ ...pair, mode: 'char' }, '/mode', 'must be one of "auto", "word", "block"'],
    [{ ...pair, output: [] }, '/output', 'must have 1 item at least'],
    [{ ...pair, output: 'html' }, '/output', 'must be an array'],
    [{ ...pair, output: Array(33).fill('html') }, '/output', 'has 33 items; it may have 32'],
    [{ ...pair, output: Array(100_000).fill(7) }, '/output', 'has 100000 items; it may have 32'],
    [{ ...pair, include: Array(100_000).fill(7) }, '/include', 'has 100000 items; it may have 32'],
    [
      { ...pair, embedOrigin: `https://${'a'.repeat(700_000)}.example` },
      '/embedOrigin',
      'must have 300 characters at most',
    ],
    [{ ...pair, output: ['html', 'pdf'] }, '/output/1', 'must be one of'],
    [{ ...pair, stream: 'true' }, '/stream', 'must be a boolean'],
    [{ ...pair, stream: 1 }, '/stream', 'must be a boolean'],
    [{ ...pair, hostedViewerTtl: '25h' }, '/hostedViewerTtl', 'must be one of "24h"'],
    [{ ...pair, embedOrigin: 3 }, '/embedOrigin', 'must be a string'],
    [[], '', 'must be an object'],
    [null, '', 'must be an object'],
    [{ original: { uploadId: 5 }, revised: { uploadId: 'b' } }, '/original/uploadId', 'must be a string'],
    [{ original: 5, revised: { uploadId: 'b' } }, '/original', 'must be a string or an upload reference'],
    [{ original: { uploadId: 'a' }, revised: 'b' }, '/original', 'both strings or both upload references'],
    [{ original: 'a', revised: { uploadId: 'b' } }, '/revised', 'both strings or both upload references'],
    [{ ...pair, original: 'a\nb\0' }, '/original', 'NUL character at line 2, column 2'],
    [{ ...pair, revised: '𝄞\ud800x' }, '/revised', 'half a surrogate pair at line 1, column 2'],
  ])('refuses %j at %s', async (body, path, message) => {
    const { status, json, headers } = await post(body);
    expect(status).toBe(400);
    expect(json.code).toBe('invalid_request');
    expect(json.requestId).toBe(headers['x-request-id']);
    expect(json.details.issues[0]).toMatchObject({ in: 'body', path });
    expect(json.details.issues[0].message).toContain(message);
    expect(service.under.tasks).toEqual([]);
  });

  it('reports every field at fault', async () => {
    const { json } = await post({ format: 1, mode: 2 });
    expect(json.details.issues.map((issue: { path: string }) => issue.path).sort()).toEqual([
      '/format',
      '/mode',
      '/original',
      '/revised',
    ]);
  });

  it.each([
    ['{"original":"a",', /line 1, column 17/],
    ['', /line 1, column 1: unexpected end/],
  ])('refuses %j as malformed, with the position', async (body, message) => {
    const { status, json } = await post(body);
    expect([status, json.code]).toEqual([400, 'invalid_request']);
    expect(json.message).toMatch(message);
  });

  it.each([
    ['original', '{"a":', /^Original: .*line 1, column 6/],
    ['revised', '{"a":1,"a":2}', /^Revised: .*line 1, column 8/],
  ])('says where JSON of the %s side is at fault', async (side, text, message) => {
    const { status, json } = await post({ original: '{}', revised: '{}', format: 'json', [side]: text });
    expect([status, json.code]).toEqual([400, 'invalid_request']);
    expect(json.message).toMatch(message);
    expect(json.details.issues).toMatchObject([{ in: 'body', path: `/${side}` }]);
  });

  it('refuses bytes that are not UTF-8', async () => {
    const { status, json } = await post(Buffer.from('{"original":"\xe4","revised":""}', 'latin1'));
    expect([status, json.code]).toEqual([400, 'invalid_request']);
    expect(json.message).toContain('byte offset 13');
  });

  it.each([
    [{ 'content-type': 'text/plain' }],
    [{ 'content-type': 'application/x-www-form-urlencoded' }],
    [{ 'content-type': 'application/jsonp' }],
    [{ 'content-type': 'application/json; charset=iso-8859-1' }],
    [{ 'content-encoding': 'gzip' }],
  ])('refuses a body sent with %j', async (headers) => {
    const { status, json } = await post(pair, headers);
    expect([status, json.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('takes a charset that says UTF-8', async () => {
    expect((await post(pair, { 'content-type': 'application/json; charset=UTF-8' })).status).toBe(200);
  });

  it('takes 819,200 bytes and refuses one more', async () => {
    const frame = JSON.stringify({ original: '', revised: '' }).length;
    const body = (bytes: number): string => JSON.stringify({ original: 'x'.repeat(bytes - frame), revised: '' });
    await service.restart({ compare: () => Promise.reject(new ServiceError('document_too_complex', 'it arrived')) });
    expect((await post(body(819_200))).json.message).toBe('it arrived');
    const { status, json } = await post(body(819_201));
    expect([status, json.code]).toEqual([413, 'inline_limit_exceeded']);
    expect(json.message).toMatch(/a little more than 800 KB; its limit is 800 KB/);
    expect(service.under.tasks).toHaveLength(1);
  });

  it.each([
    ['document_too_complex', 422, {}],
    ['comparison_timeout', 504, {}],
    ['rate_limited', 429, { retryAfterSeconds: 2 }],
  ] as const)('answers a refusal of the comparison: %s', async (code, status, details) => {
    await service.restart({ compare: () => Promise.reject(new ServiceError(code, 'why', details)) });
    const answer = await post(pair);
    expect([answer.status, answer.json]).toEqual([
      status,
      { code, message: 'why', requestId: answer.headers['x-request-id'] },
    ]);
    expect(answer.headers['retry-after']).toBe(code === 'rate_limited' ? '2' : undefined);
  });

  it('reveals nothing of a bug, and logs it whole', async () => {
    await service.restart({ compare: () => Promise.reject(new TypeError('secret inside')) });
    const { status, json, text } = await post(pair);
    expect([status, json.code]).toEqual([500, 'internal_error']);
    expect(text).not.toContain('secret inside');
    const logged = service.under.logLines.find((line) => line.includes('secret inside'));
    expect(logged).toContain(json.requestId);
    expect(logged).toContain('post-html.test.ts');
  });
});
