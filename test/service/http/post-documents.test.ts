/**
 * `POST /v1/diffsvc/documents`. The file is over 400 lines long, because every case calls this one endpoint through the same
 * helpers.
 */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Compile } from 'typebox/compile';
import { CompareDocumentsResponse, DOCUMENT_STREAM_EVENTS } from '../../../shared/api/stream-events.ts';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { docx, r, wp } from '../../builders/docx.ts';
import { pdf } from '../../builders/pdf.ts';
import { textOf } from '../../../shared/document/model.ts';
import { readDocx } from '../../../service/formats/docx/read-docx.ts';
import { resolvePackage } from '../../../service/redline/verify/resolve-package.ts';
import { useServer } from './use-server.ts';

const service = useServer();

const fileSha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const ORIGINAL = docx(wp('The fee is due in 30 days.') + wp('Nothing else changes here.'));
const REVISED = docx(wp('The fee is due in 14 days.') + wp('Nothing else changes here.'));
const direct = (bytes: Uint8Array, contentType?: string) => ({
  dataBase64: base64(bytes),
  ...(contentType && { contentType }),
});
const pair = { format: 'docx', original: direct(ORIGINAL), revised: direct(REVISED) };

/** What the tests read of payloads, of whatever event. */
interface Payload {
  readonly [name: string]: unknown;
  readonly html: string;
  readonly metrics: Readonly<Record<string, number>>;
  readonly contentDiff: Readonly<Record<'html' | 'changesUrl' | 'hostedUrl' | 'comparisonId', string>> & {
    readonly cssUrl: string;
    readonly json: { readonly changes: readonly unknown[] };
    readonly digests?: Readonly<Record<'original' | 'revised', unknown>>;
    readonly sameness: string;
    readonly uncompared?: { readonly differs: boolean };
    readonly warnings?: readonly object[];
  };
}

interface Told {
  readonly event: string;
  readonly data: Payload;
}

async function post(body: unknown, headers: Record<string, string> = {}) {
  const payload = JSON.stringify(body);
  const signature = createHash('sha256').update(payload).digest('hex');
  const response = await service.under.server.inject({
    method: 'POST',
    url: '/v1/diffsvc/documents',
    headers: {
      host: '127.0.0.1',
      'content-type': 'application/json',
      'x-cloud-content-sha256': signature,
      ...headers,
    },
    payload,
  });
  const type = String(response.headers['content-type']);
  const events = type.startsWith('text/event-stream') ? eventsOf(response.body) : [];
  return { status: response.statusCode, headers: response.headers, events, text: response.body };
}

function eventsOf(text: string): Told[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [name, data] = block.split('\n');
      return { event: name!.slice('event: '.length), data: JSON.parse(data!.slice('data: '.length)) as Payload };
    });
}

const namesOf = (events: readonly Told[]): string[] => events.map(({ event }) => event);
const dataOf = (events: readonly Told[], name: string) => events.find(({ event }) => event === name)!.data;

describe('the stream', () => {
  it('tells its steps in their order', async () => {
    const { status, headers, events } = await post(pair, { accept: '*/*' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/event-stream');
    expect(namesOf(events)).toEqual([
      ...['accepted', 'validating', 'converting', 'converting', 'comparing', 'content_complete', 'complete'],
    ]);
    expect(events[0]!.data).toEqual({ requestId: headers['x-request-id'] });
    expect(events[1]!.data).toEqual({ format: 'docx' });
    expect(events.slice(2, 4).map(({ data }) => data)).toEqual([{ side: 'original' }, { side: 'revised' }]);
    expect(events[4]!.data).toEqual({ mode: 'auto' });
    expect(events.at(-1)!.data).toEqual({
      requestId: headers['x-request-id'],
      status: 'completed',
      jobs: [],
      units: 1,
    });
  });

  it('has the payloads that the interface describes', async () => {
    const { events } = await post({
      ...pair,
      stream: true,
      metrics: true,
      pageRendering: true,
      output: ['html', 'json', 'viewer', 'track_changes'],
    });
    for (const { event, data } of events) {
      const schema = DOCUMENT_STREAM_EVENTS[event as keyof typeof DOCUMENT_STREAM_EVENTS];
      expect([event, Compile(schema).Errors(data)]).toEqual([event, []]);
    }
    // As many blocks as there are; each name once, in the order of its first event.
    expect([...new Set(namesOf(events))].slice(4)).toEqual([
      ...[
        'content_block',
        'text_ready',
        'content_complete',
        'track_changes_failed',
        'page_rendering_failed',
        'complete',
      ],
    ]);
  });

  it('adds the text events with stream only, and their html is that of the result', async () => {
    const { events } = await post({ ...pair, stream: true });
    const ready = dataOf(events, 'text_ready');
    expect(ready).toMatchObject({ engine: 'document', fallback: false, provisional: false });
    expect(ready.html).toBe(dataOf(events, 'content_complete').contentDiff.html);
  });
});

describe('the result', () => {
  it('is a redline that keeps the law', async () => {
    const diff = dataOf((await post(pair)).events, 'content_complete').contentDiff;
    expect(diff).toMatchObject({ engine: 'document', fallback: false, earlyAccess: true });
    expect(diff.cssUrl).toBe('http://127.0.0.1:4870/styles/v1/diffsvc.css');
    expect(diff.comparisonId).toBeUndefined();
    expect(diff.digests).toBeUndefined();
    expect(resolve(diff.html, { reject: 'all' })).toContain('30 days');
    expect(resolve(diff.html, { accept: 'all' })).toContain('14 days');
  });

  it('is stored when JSON or a viewer is asked for, and opens at its addresses', async () => {
    const { events } = await post({ ...pair, output: ['html', 'json', 'hosted_viewer'], title: 'Lease' });
    const diff = dataOf(events, 'content_complete').contentDiff;
    const get = async (url: string) => {
      const path = new URL(url, 'http://127.0.0.1:4870');
      return await service.under.server.inject({ url: path.pathname + path.search, headers: { host: '127.0.0.1' } });
    };
    const changes = (await get(diff.changesUrl)).json();
    expect(changes).toMatchObject({
      format: 'docx',
      engine: 'document',
      totalChanges: 1,
      comparisonId: diff.comparisonId,
    });
    expect((await get(diff.hostedUrl)).json()).toMatchObject({
      title: 'Lease',
      format: 'docx',
      html: diff.html,
    });
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    expect(diff.digests).toEqual({
      original: sha256(resolve(diff.html, { reject: 'all' })),
      revised: sha256(resolve(diff.html, { accept: 'all' })),
      fileSha256: { original: fileSha256(ORIGINAL), revised: fileSha256(REVISED) },
    });
  });

  it('says that terms of a link have no effect without a viewer', async () => {
    const { events } = await post({ ...pair, output: ['json'], hostedViewerTtl: '24h' });
    expect(dataOf(events, 'content_complete').contentDiff.warnings).toEqual([
      { code: 'no_hosted_viewer', message: 'hostedViewerTtl has no effect: output does not name hosted_viewer.' },
    ]);
  });

  it('says what it did not compare, in the event, on the pages and at the hosted address', async () => {
    const file = (text: string): Uint8Array =>
      docx(wp('Body') + '<w:sectPr><w:footerReference w:type="default" r:id="f1"/></w:sectPr>', {
        footers: { f1: wp(text) },
      });
    const body = {
      ...{ format: 'docx', original: direct(file('Draft 1')), revised: direct(file('Draft 2')) },
      output: ['json', 'hosted_viewer'],
    };
    const diff = dataOf((await post(body)).events, 'content_complete').contentDiff;
    expect(diff.sameness).toBe('no_differences_in_compared_content');
    expect(diff.uncompared).toMatchObject({ differs: true, items: [{ kind: 'footer', where: 'Footer' }] });
    expect(diff.json).toMatchObject({ changes: [], uncompared: diff.uncompared });
    const get = async (url: string) => {
      const { pathname, search } = new URL(url);
      return (await service.under.server.inject({ url: pathname + search, headers: { host: '127.0.0.1' } })).json();
    };
    expect(await get(diff.changesUrl)).toMatchObject({ uncompared: diff.uncompared });
    expect(await get(diff.hostedUrl)).toMatchObject({ sameness: diff.sameness, uncompared: diff.uncompared });

    const included = dataOf((await post({ ...body, include: ['footers'] })).events, 'content_complete').contentDiff;
    expect(included).toMatchObject({ sameness: 'different', json: { changes: [{ type: 'replace' }] } });
    expect(included).not.toHaveProperty('uncompared');
  });

  it('compares the selected parts of the sides that are HTML', async () => {
    const page = (word: string): Uint8Array => Buffer.from(`<main>Same</main><footer>${word}</footer>`);
    const sides = {
      original: { format: 'html', ...direct(page('Old')) },
      revised: { format: 'html', ...direct(page('New')) },
    };
    const diff = dataOf((await post({ ...sides, select: 'main' })).events, 'content_complete').contentDiff;
    expect(diff).toMatchObject({
      sameness: 'no_differences_in_compared_content',
      uncompared: { differs: true, items: [{ kind: 'left_out' }] },
    });
    expect((await post({ ...pair, select: 'main' })).text).toContain('must not be there when no side is html');
  });

  it('answers with one JSON body where the caller wants it', async () => {
    const body = { ...pair, output: ['html', 'json', 'track_changes'], metrics: true, stream: true };
    const stream = (await post(body)).events;
    const accept = { accept: 'application/json' };
    const { status, headers, text } = await post(body, accept);
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    const answer = JSON.parse(text);
    expect(Compile(CompareDocumentsResponse).Errors(answer)).toEqual([]);
    const { contentDiff } = dataOf(stream, 'content_complete');
    expect(answer.contentDiff.html).toBe(contentDiff.html);
    expect(answer.contentDiff.json.changes).toEqual(contentDiff.json.changes);
    expect(answer).toMatchObject({ status: 'completed', jobs: [], units: 1, metrics: { downloadMs: 0 } });
    // An anonymous caller gets no tracked file, and hears why.
    expect(answer.track_changes_failed).toEqual(dataOf(stream, 'track_changes_failed'));
    const refused = await post({ ...pair, original: direct(Buffer.from('no file')) }, accept);
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([422, 'document_invalid']);
  });

  it.each([
    undefined,
    '*/*',
    'application/*',
    'application/json, text/plain, */*',
    'application/json, application/*;q=0.5',
    'text/event-stream',
    'application/json, text/event-stream',
    'application/json;q=0',
  ])('answers with a stream for Accept %s', async (accept) => {
    const { headers } = await post(pair, accept === undefined ? {} : { accept });
    expect(headers['content-type']).toBe('text/event-stream');
  });

  it('has an id of the comparison in a stream if it is stored or streamed', async () => {
    const idOf = async (fields: object): Promise<unknown> =>
      dataOf((await post({ ...pair, ...fields })).events, 'content_complete').contentDiff.comparisonId;
    expect(await idOf({})).toBeUndefined();
    expect(await idOf({ stream: true })).toMatch(/^cmp_/);
    expect(await idOf({ output: ['json'] })).toMatch(/^cmp_/);
  });

  it('includes only what it knows', async () => {
    const { status, text } = await post({ ...pair, include: ['endnotes'] });
    expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'invalid_request' }]);
  });

  it('leaves HTML out when only JSON is asked for', async () => {
    const diff = dataOf((await post({ ...pair, output: ['json'] })).events, 'content_complete').contentDiff;
    expect(Object.keys(diff)).not.toContain('html');
    expect(Object.keys(diff)).not.toContain('hostedUrl');
    expect(diff.json).toMatchObject({ attributeMode: 'semantic', changes: [{ type: 'replace' }] });
  });

  it('reports how it is set out in presentation mode, and never in semantic mode', async () => {
    const centred = docx(wp('The fee is due.', '<w:jc w:val="center"/>') + wp(r('Red', '<w:color w:val="C00000"/>')));
    const plain = docx(wp('The fee is due.') + wp('Red'));
    const ask = async (attributeMode: string) => {
      const body = { format: 'docx', original: direct(plain), revised: direct(centred), attributeMode };
      const { events } = await post({ ...body, output: ['html', 'json'] });
      return dataOf(events, 'content_complete').contentDiff;
    };
    const semantic = await ask('semantic');
    expect(semantic.json).toMatchObject({ attributeMode: 'semantic', totalChanges: 0 });
    const { html, json } = await ask('presentation');
    expect(json).toMatchObject({
      attributeMode: 'presentation',
      summary: { changeCount: 2, formatChanges: 2 },
      changes: [
        { type: 'format', before: { text: 'The fee is due.', format: {} }, after: { format: { align: 'center' } } },
        { type: 'format', before: { text: 'Red', format: {} }, after: { format: { style: 'color: #c00000' } } },
      ],
    });
    expect(resolve(html, { reject: 'all' })).toBe(semantic.html);
    expect(resolve(html, { accept: 'all' })).toContain('<p data-align="center">The fee is due.</p>');
    expect(resolve(html, { accept: 'all' })).not.toContain('data-change-id');
  });

  it('names the pages of a PDF', async () => {
    const [original, revised] = [
      pdf(['One page here.', 'The fee is 30 euro.']),
      pdf(['One page here.', 'The fee is 14 euro.']),
    ];
    const { events } = await post({
      format: 'pdf',
      original: direct(original),
      revised: direct(revised),
      output: ['json'],
    });
    const { changes } = dataOf(events, 'content_complete').contentDiff.json;
    expect(changes).toMatchObject([{ type: 'replace', sourceLocation: { page: 2 }, revisedLocation: { page: 2 } }]);
  });

  it('measures its times when asked to', async () => {
    const { events } = await post({ ...pair, metrics: true });
    const [content, complete] = [dataOf(events, 'content_complete').metrics, dataOf(events, 'complete').metrics];
    expect(Object.keys(content)).toEqual(['totalMs', 'comparisonMs', 'pageRenderingMs', 'diffMs', 'downloadMs']);
    expect(content).toMatchObject({ pageRenderingMs: 0, downloadMs: 0 });
    expect(complete['comparisonMs']).toBe(content['comparisonMs']);
    expect(complete['totalMs']!).toBeGreaterThanOrEqual(content['totalMs']!);
    expect(dataOf((await post(pair)).events, 'content_complete').metrics).toBeUndefined();
  });
});

describe('refusals before the stream', () => {
  const JUNK = Buffer.alloc(400 * 1024, 'x');
  it.each([
    ['no format', { ...pair, format: undefined }, 400, 'invalid_request'],
    ['a format of texts', { ...pair, format: 'html' }, 400, 'invalid_request'],
    ['mixed inputs', { ...pair, revised: { uploadId: 'upl_x' } }, 400, 'invalid_request'],
    [
      'two inputs for one side',
      { ...pair, original: { ...direct(ORIGINAL), uploadId: 'upl_x' } },
      400,
      'invalid_request',
    ],
    ['a legacy name beside an input', { ...pair, originalUploadId: 'upl_x' }, 400, 'invalid_request'],
    ['bad Base64', { ...pair, revised: { dataBase64: 'a-b=' } }, 400, 'invalid_request'],
    ['an empty output', { ...pair, output: [] }, 400, 'invalid_request'],
    ['tracked changes of a PDF', { ...pair, format: 'pdf', output: ['track_changes'] }, 400, 'invalid_request'],
    ['a title too long', { ...pair, title: 'x'.repeat(501) }, 400, 'invalid_request'],
    [
      'another declared type',
      { ...pair, original: direct(ORIGINAL, 'application/pdf') },
      415,
      'unsupported_media_type',
    ],
    ['too much at once', { ...pair, original: direct(JUNK), revised: direct(JUNK) }, 413, 'inline_limit_exceeded'],
    [
      'an upload that is not there',
      { ...pair, original: { uploadId: 'upl_x' }, revised: { uploadId: 'upl_y' } },
      404,
      'not_found',
    ],
    ['a time to live of another plan', { ...pair, output: ['viewer'], hostedViewerTtl: '72h' }, 403, 'plan_required'],
  ])('%s', async (_, body, status, code) => {
    const answer = await post(body);
    expect([answer.status, (JSON.parse(answer.text) as { code: string }).code]).toEqual([status, code]);
    expect(await service.under.used('address:127.0.0.1')).toBe(0);
  });

  it('asks for a signature above 1 MiB, and takes 2 MiB at most', async () => {
    const padded = (length: number) => ({ ...pair, padding: 'x'.repeat(length) });
    const unsigned = await post(padded(1_200_000), { 'x-cloud-content-sha256': '0'.repeat(64) });
    expect(unsigned.status).toBe(401);
    expect((await post(padded(1_200_000))).status).toBe(200);
    expect((await post(padded(2_200_000))).status).toBe(413);
  });
});

describe('two formats', () => {
  const PDF = pdf(['The fee is due in 14 days.']);
  const HTML = Buffer.from('<p>The fee is due in 14 days.</p>');
  const side = (format: string, bytes: Uint8Array) => ({ format, ...direct(bytes) });
  const formats = { format: 'mixed', originalFormat: 'docx', revisedFormat: 'pdf' };
  const ONE = docx(wp('The fee is due in 30 days.'));

  it('compares a DOCX with a PDF, and says so everywhere', async () => {
    const body = { original: side('docx', ONE), revised: side('pdf', PDF), output: ['html', 'json', 'hosted_viewer'] };
    const { events } = await post(body);
    expect(dataOf(events, 'validating')).toEqual(formats);
    for (const { event, data } of events)
      expect(Compile(DOCUMENT_STREAM_EVENTS[event as keyof typeof DOCUMENT_STREAM_EVENTS]).Errors(data)).toEqual([]);
    const content = dataOf(events, 'content_complete');
    expect(content).toMatchObject(formats);
    const diff = content.contentDiff;
    expect(diff).toMatchObject({ engine: 'document', json: { ...formats, totalChanges: 1 } });
    expect(resolve(diff.html, { reject: 'all' })).toContain('30 days');
    expect(resolve(diff.html, { accept: 'all' })).toContain('14 days');
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    expect(diff.digests).toEqual({
      original: sha256(resolve(diff.html, { reject: 'all' })),
      revised: sha256(resolve(diff.html, { accept: 'all' })),
      fileSha256: { original: fileSha256(ONE), revised: fileSha256(PDF) },
    });
    const { pathname, search } = new URL(diff.hostedUrl);
    const hosted = await service.under.server.inject({ url: pathname + search, headers: { host: '127.0.0.1' } });
    expect(hosted.json()).toMatchObject(formats);
  });

  it('compares every format with every other, and names the plain format for two equal ones', async () => {
    const text = 'The fee is due in 14 days.';
    const files = { docx: docx(wp(text)), pdf: PDF, html: HTML, markdown: Buffer.from(text), txt: Buffer.from(text) };
    for (const [original, before] of Object.entries(files))
      for (const [revised, after] of Object.entries(files)) {
        const { events } = await post({
          original: side(original, before),
          revised: side(revised, after),
          output: ['json'],
        });
        const { format, contentDiff } = dataOf(events, 'content_complete');
        expect([original, revised, format]).toEqual([original, revised, original === revised ? original : 'mixed']);
        expect([original, revised, contentDiff.json.changes]).toEqual([original, revised, []]);
      }
  });

  it('gives the bytes of one format for two equal formats of sides', async () => {
    const html = async (body: object) => dataOf((await post(body)).events, 'content_complete').contentDiff.html;
    const sides = { original: side('docx', ORIGINAL), revised: side('docx', REVISED) };
    expect(await html(sides)).toBe(await html(pair));
  });

  it.each([
    ['formats beside the format', { ...pair, original: side('docx', ONE) }, '/original/format'],
    ['one format', { original: side('docx', ONE), revised: direct(ONE) }, '/revised/format'],
    [
      'tracked changes',
      { original: side('docx', ONE), revised: side('pdf', PDF), output: ['track_changes'] },
      '/output',
    ],
    ['an unknown format', { original: side('xps', ONE), revised: side('pdf', PDF) }, '/original/format'],
  ])('refuses %s', async (_, body, path) => {
    const { status, text } = await post(body);
    const answer = JSON.parse(text) as { code: string; details: { issues: { path: string }[] } };
    expect([status, answer.code]).toEqual([400, 'invalid_request']);
    expect(answer.details.issues[0]!.path).toContain(path);
  });

  it('says under which name RTF is sent, and which formats there are', async () => {
    const messageOf = async (original: object): Promise<string> =>
      JSON.parse((await post({ original, revised: side('pdf', PDF) })).text).message;
    expect(await messageOf(side('rtf', ONE))).toBe(
      '/original/format is "rtf"; name it "docx": DOC, RTF and ODT are converted to DOCX.',
    );
    expect(await messageOf(side('xps', ONE))).toBe(
      '/original/format must be one of "docx", "pdf", "html", "markdown", "txt", "xlsx", "pptx".',
    );
  });

  it.each([
    ['a PDF as HTML', side('html', PDF)],
    ['bytes that are no text', side('txt', Buffer.from([0x61, 0xff, 0x62]))],
    ['a text as PDF', side('pdf', HTML)],
  ])('refuses %s', async (_, revised) => {
    const { events } = await post({ original: side('docx', ONE), revised });
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'document_invalid' } });
  });
});

describe('faults of the files', () => {
  it.each([
    ['bytes that are no DOCX', Buffer.from('hello'), 'document_invalid'],
    ['an archive that is no DOCX', Buffer.concat([Buffer.from('PK'), Buffer.alloc(30)]), 'document_invalid'],
    ['a document with a password', Buffer.from('d0cf11e0a1b11ae1'.padEnd(1_024, '0'), 'hex'), 'document_invalid'],
  ])('end the stream with an error after validating: %s', async (_, bytes, code) => {
    const { status, events } = await post({ ...pair, revised: direct(bytes) });
    expect(status).toBe(200);
    expect(namesOf(events).slice(0, 2)).toEqual(['accepted', 'validating']);
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code } });
    expect(await service.under.used('address:127.0.0.1')).toBe(0);
  });
});

it('takes uploads, by their legacy names too', async () => {
  const upload = async (bytes: Uint8Array): Promise<string> => {
    const contentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const announced = await service.under.server.inject({
      method: 'POST',
      url: '/v1/diffsvc/uploads',
      headers: { host: '127.0.0.1', 'content-type': 'application/json' },
      payload: JSON.stringify({ filename: 'a.docx', contentType, sizeBytes: bytes.byteLength }),
    });
    const { uploadId, uploadUrl } = announced.json<{ uploadId: string; uploadUrl: string }>();
    const { pathname, search } = new URL(uploadUrl);
    await service.under.server.inject({
      method: 'PUT',
      url: pathname + search,
      headers: { host: '127.0.0.1', 'content-type': contentType },
      payload: Buffer.from(bytes),
    });
    return uploadId;
  };
  const body = { format: 'docx', originalUploadId: await upload(ORIGINAL), revisedUploadId: await upload(REVISED) };
  expect(namesOf((await post(body)).events).at(-1)).toBe('complete');
});

it('runs once under an idempotency key, and gives the stream again byte for byte', async () => {
  const { bearer } = await service.under.account('creator');
  const headers = { ...bearer, 'idempotency-key': 'documents-0123456789' };
  const first = await post(pair, headers);
  const second = await post(pair, headers);
  expect(second.text).toBe(first.text);
  expect(second.headers['x-request-id']).toBe(first.headers['x-request-id']);
  expect((await post({ ...pair, mode: 'block' }, headers)).status).toBe(409);
});

it('refuses tracked changes to anonymous callers without failing', async () => {
  const { events } = await post({ ...pair, output: ['html', 'track_changes'] });
  expect(dataOf(events, 'track_changes_failed')['code']).toBe('export_authentication_required');
  expect(namesOf(events).at(-1)).toBe('complete');
});

describe('tracked changes of a caller with an account', () => {
  const tracked = { ...pair, output: ['html', 'track_changes'] };
  const get = async (url: string, bearer: object) => {
    const path = url.replace(/^http:\/\/[^/]+/, '');
    return await service.under.server.inject({ url: path, headers: { host: 'localhost', ...bearer } });
  };

  it('are a queued job, told in its place and in complete', async () => {
    const { bearer } = await service.under.account('basic');
    const { events } = await post(tracked, bearer);
    expect(namesOf(events).slice(-3)).toEqual(['content_complete', 'track_changes_queued', 'complete']);
    const queued = dataOf(events, 'track_changes_queued');
    expect(queued).toEqual({
      jobId: expect.stringMatching(/^job_[0-9a-f]{32}$/),
      status: 'queued',
      pollUrl: `http://127.0.0.1:4870/v1/diffsvc/jobs/${String(queued['jobId'])}`,
      artifactType: 'track_changes_docx',
    });
    const { jobId, pollUrl } = queued;
    expect(dataOf(events, 'complete')).toMatchObject({
      jobs: [{ type: 'track_changes_docx', jobId, pollUrl }],
      jobId,
    });
    for (const { event, data } of events) {
      expect(Compile(DOCUMENT_STREAM_EVENTS[event as keyof typeof DOCUMENT_STREAM_EVENTS]).Errors(data)).toEqual([]);
    }
  });

  it('give the callers own documents with revisions', async () => {
    const { bearer } = await service.under.account('creator_pro');
    const { events } = await post({ ...tracked, title: 'Lease / 2025' }, bearer);
    const pollUrl = String(dataOf(events, 'track_changes_queued')['pollUrl']);
    let job = (await get(pollUrl, bearer)).json();
    while (job.status === 'queued' || job.status === 'running') {
      await new Promise((wait) => setTimeout(wait, 100));
      job = (await get(pollUrl, bearer)).json();
    }
    expect(job).toMatchObject({ status: 'succeeded', revisions: { insertions: 1, deletions: 1 } });
    const file = await get(job.downloadUrl, bearer);
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="Lease 2025 - tracked changes.docx"; filename*=UTF-8''Lease%202025%20%E2%80%93%20tracked%20changes.docx`,
    );
    const texts = await Promise.all(
      (['original', 'revised'] as const).map(async (side) => {
        const { document } = await readDocx(await resolvePackage(file.rawPayload, side));
        return document.blocks.map((block) => (block.kind === 'text' ? textOf(block) : ''));
      }),
    );
    expect(texts).toEqual([
      ['The fee is due in 30 days.', 'Nothing else changes here.'],
      ['The fee is due in 14 days.', 'Nothing else changes here.'],
    ]);
  });

  it('are one job for one Idempotency-Key', async () => {
    const { bearer } = await service.under.account('basic');
    const headers = { ...bearer, 'idempotency-key': 'tracked-0123456789' };
    const first = await post(tracked, headers);
    expect((await post(tracked, headers)).text).toBe(first.text);
    expect((await get('/v1/diffsvc/jobs', bearer)).json().jobs).toHaveLength(1);
  });

  it('are no job when the operation cannot be completed', async () => {
    const { bearer } = await service.under.account('basic');
    await service.under.database.schema.alterTable('comparison_texts').renameTo('elsewhere').execute();
    const { events } = await post(tracked, bearer);
    expect(namesOf(events).slice(-2)).toEqual(['content_complete', 'error']);
    expect((await get('/v1/diffsvc/jobs', bearer)).json().jobs).toEqual([]);
  });
});
