import { describe, expect, it } from 'vitest';
import { ServiceClient, type FetchInit } from '../../../shared/client/service-client.ts';

function clientOf(status: number, body: string | null, seen: [string, FetchInit<AbortSignal>][] = []) {
  return new ServiceClient<AbortSignal>({
    origin: 'http://127.0.0.1:1',
    bearer: () => 'dsk_x',
    wait: () => Promise.resolve(),
    fetch: (url, init) => {
      seen.push([url, init]);
      return Promise.resolve(new Response(body, { status }));
    },
  });
}
const pair = { original: 'a', revised: 'b' };

describe('the client of the service', () => {
  it('sends the request as JSON and returns the answer', async () => {
    const seen: [string, FetchInit<AbortSignal>][] = [];
    const signal = new AbortController().signal;
    const answer = await clientOf(200, '{"units":1}', seen).compareText(pair, { signal });
    expect(answer.units).toBe(1);
    const [url, init] = seen[0]!;
    expect(url).toBe('http://127.0.0.1:1/v1/diffsvc/html');
    expect(init).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer dsk_x' },
      signal,
    });
    expect(JSON.parse(init.body as string)).toEqual(pair);
  });

  it.each(['http://127.0.0.1:1/', 'http://127.0.0.1:1/v1', 'http://127.0.0.1:1/v1/'])(
    'calls the service at the address %s',
    async (origin) => {
      const seen: string[] = [];
      const fetch = (url: string): Promise<Response> => {
        seen.push(url);
        return Promise.resolve(new Response('{}'));
      };
      await new ServiceClient<AbortSignal>({ origin, fetch }).compareText(pair);
      expect(seen).toEqual(['http://127.0.0.1:1/v1/diffsvc/html']);
    },
  );

  it('throws a refusal with all that the service said', async () => {
    const body = { code: 'invalid_request', message: 'no', requestId: 'r', details: { issues: [] } };
    await expect(clientOf(400, JSON.stringify(body)).compareText(pair)).rejects.toMatchObject({ ...body, status: 400 });
  });

  it.each([
    [502, '<html>'],
    [200, 'not JSON'],
    [429, '{"message":"Rate Exceeded"}'],
  ])('throws unreadable_answer when something else answers (%i %s)', async (status, body) => {
    await expect(clientOf(status, body).compareText(pair)).rejects.toMatchObject({ code: 'unreadable_answer', status });
  });

  it('lets an abort through while the answer is read', async () => {
    const abort = new DOMException('left', 'AbortError');
    const broken = new Response('{}');
    broken.json = () => Promise.reject(abort);
    const client = new ServiceClient({ origin: '', fetch: () => Promise.resolve(broken) });
    await expect(client.compareText(pair)).rejects.toBe(abort);
  });

  it('calls every endpoint with its documented method, path and body', async () => {
    const seen: [string, FetchInit<AbortSignal>][] = [];
    const json = clientOf(200, '{}', seen);
    const empty = clientOf(204, null, seen);
    const idempotencyKey = 'key-0123456789abcdef';
    const changesUrl = 'https://elsewhere.example/v1/diffsvc/comparisons/cmp_1/changes?token=t';
    await json.createUpload({ filename: 'a.txt', contentType: 'text/plain; charset=utf-8', sizeBytes: 1 });
    await empty.putUpload('http://elsewhere.example/up?sig=1', new Uint8Array(1), 'text/plain');
    await json.changes(changesUrl, { offset: 100, limit: 500 });
    await json.changes({ comparisonId: 'cmp_1', token: 't' });
    await json.changes('/v1/diffsvc/comparisons/cmp_1/changes?token=t');
    await json.comparison({ comparisonId: 'a/b' });
    await json.comparisons({ limit: 5, cursor: 'x=' });
    await empty.deleteComparison('cmp_1');
    await json.createShare('cmp_1', { hostedViewerTtl: '32h' }, { idempotencyKey });
    await json.createExport('cmp_1', { type: 'redline_pdf' }, { idempotencyKey });
    await json.job('job_1');
    await json.job('http://127.0.0.1:4870/v1/diffsvc/jobs/job_1');
    await json.jobs();
    await empty.cancelJob('job_1');
    await json.jobResult('job_1');
    await json.health();
    const origin = 'http://127.0.0.1:1';
    expect(seen.map(([url, { method }]) => `${method} ${url.replace(origin, '')}`)).toEqual([
      'POST /v1/diffsvc/uploads',
      'PUT /up?sig=1',
      'GET /v1/diffsvc/comparisons/cmp_1/changes?token=t&offset=100&limit=500',
      'GET /v1/diffsvc/comparisons/cmp_1/changes',
      'GET /v1/diffsvc/comparisons/cmp_1/changes?token=t',
      'GET /v1/diffsvc/comparisons/a%2Fb',
      'GET /v1/diffsvc/comparisons?limit=5&cursor=x%3D',
      'DELETE /v1/diffsvc/comparisons/cmp_1',
      'POST /v1/diffsvc/comparisons/cmp_1/shares',
      'POST /v1/diffsvc/comparisons/cmp_1/exports',
      'GET /v1/diffsvc/jobs/job_1',
      'GET /v1/diffsvc/jobs/job_1',
      'GET /v1/diffsvc/jobs',
      'DELETE /v1/diffsvc/jobs/job_1',
      'GET /v1/diffsvc/jobs/job_1/result',
      'GET /v1/health',
    ]);
    // The address of an upload authorizes by itself; other calls carry the token in a header.
    expect(seen[1]![1].headers).not.toHaveProperty('authorization');
    expect(seen[3]![1].headers['x-viewer-token']).toBe('t');
    expect(seen[8]![1].headers['idempotency-key']).toBe(idempotencyKey);
  });

  it('follows nextOffset to the last page', async () => {
    const pages = [{ nextOffset: 100 }, { nextOffset: 200 }, {}];
    const urls: string[] = [];
    const client = new ServiceClient<AbortSignal>({
      origin: '',
      fetch: (url) => {
        urls.push(url);
        return Promise.resolve(Response.json(pages[urls.length - 1]));
      },
    });
    let count = 0;
    for await (const _ of client.allChanges('/c?token=t')) count++;
    expect(count).toBe(3);
    expect(urls).toEqual(['/c?token=t&offset=0', '/c?token=t&offset=100', '/c?token=t&offset=200']);
  });

  it('signs a document request when asked to', async () => {
    const seen: [string, FetchInit<AbortSignal>][] = [];
    const request = { format: 'pdf', original: { uploadId: 'a' }, revised: { uploadId: 'ü' } } as const;
    const sha256 = (body: Uint8Array): Promise<string> => Promise.resolve(`of ${body.length} bytes`);
    await expect(clientOf(200, '{}', seen).compareDocuments(request, { sha256 }).next()).rejects.toMatchObject({
      code: 'incomplete_stream',
    });
    const { headers, body } = seen[0]![1];
    expect(headers['x-cloud-content-sha256']).toBe(`of ${(body as Uint8Array).length} bytes`);
  });
});
