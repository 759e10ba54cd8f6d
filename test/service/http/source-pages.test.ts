/** Source pages. */
import { setTimeout as delay } from 'node:timers/promises';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_STREAM_EVENTS } from '../../../shared/api/stream-events.ts';
import { PAGE_MAX_PDF_BYTES } from '../../../service/comparison/pages/source-pages.ts';
import { docx, wp } from '../../builders/docx.ts';
import { pdf } from '../../builders/pdf.ts';
import type { Choices } from './server-under-test.ts';
import { useServer } from './use-server.ts';

const service = useServer();
const { later } = service;
const PDFS = [pdf(['The fee is due.']), pdf(['The rent is due.'])] as const;

/** A PDF of empty pages. */
function emptyPages(count: number): Uint8Array {
  const kids = Array.from({ length: count }, (_, at) => `${at + 3} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${count}/Kids[${kids}]>>`,
    ...Array.from({ length: count }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>'),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text);
}
const DOCXS = [docx(wp('The fee is due.')), docx(wp('The rent is due.'))] as const;
const bodyOf = (format: string, files: readonly Uint8Array[], more: object = {}) => ({
  format,
  original: { dataBase64: Buffer.from(files[0]!).toString('base64') },
  revised: { dataBase64: Buffer.from(files[1]!).toString('base64') },
  pageRendering: true,
  ...more,
});

type Loose = ReturnType<typeof JSON.parse>;
async function compare(body: object, headers: object = {}): Promise<{ event: string; data: Loose }[]> {
  const response = await service.under.server.inject({
    method: 'POST',
    url: '/v1/diffsvc/documents',
    headers: { host: 'localhost', ...headers },
    payload: body,
  });
  const events = response.body
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [name, data] = block.split('\n');
      return { event: name!.slice(7), data: JSON.parse(data!.slice(6)) };
    });
  for (const { event, data } of events) {
    const schema = DOCUMENT_STREAM_EVENTS[event as keyof typeof DOCUMENT_STREAM_EVENTS];
    expect([event, Compile(schema).Errors(data)]).toEqual([event, []]);
  }
  return events;
}
const dataOf = (events: Awaited<ReturnType<typeof compare>>, name: string): Loose =>
  events.find(({ event }) => event === name)?.data;
async function get(url: string, headers: object = {}) {
  const path = url.replace(/^http:\/\/[^/]+/, '');
  return await service.under.server.inject({ url: path, headers: { host: 'localhost', ...headers } });
}

describe('pages of PDF', () => {
  it('are the source bytes with their number, after content_complete and before complete', async () => {
    const events = await compare(bodyOf('pdf', PDFS));
    expect(events.slice(-3).map(({ event }) => event)).toEqual([
      ...['content_complete', 'page_rendering_complete', 'complete'],
    ]);
    const rendered = dataOf(events, 'page_rendering_complete');
    expect(rendered).toMatchObject({ schemaVersion: 'diffsvc.pages.v1', renderer: 'source-pdf' });
    expect(rendered.pages).toEqual([
      { side: 'original', pdfUrl: expect.any(String), pageCount: 1, expiresInSeconds: 900 },
      { side: 'revised', pdfUrl: expect.any(String), pageCount: 1, expiresInSeconds: 900 },
    ]);
    for (const [at, { pdfUrl, side }] of rendered.pages.entries()) {
      expect(pdfUrl).toMatch(/^http:\/\/127\.0\.0\.1:4870\/v1\/diffsvc\/pages\/pag_[0-9a-f]{32}\?token=[\w-]{43}$/);
      const { statusCode, headers, rawPayload } = await get(pdfUrl);
      expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
      expect(headers['content-disposition']).toBe(`inline; filename="${side}.pdf"`);
      expect(Buffer.compare(rawPayload, PDFS[at]!)).toBe(0);
    }
  });

  it('open with their token for 900 seconds, and to nobody without it', async () => {
    const events = await compare(bodyOf('pdf', PDFS));
    const [{ pdfUrl }, other] = dataOf(events, 'page_rendering_complete').pages;
    const path = pdfUrl.replace(/\?.*/, '');
    const codeOf = async (url: string, headers?: object) => (await get(url, headers)).json().code;
    const { bearer } = await service.under.account('basic');
    expect(await codeOf(path)).toBe('invalid_token');
    expect(await codeOf(`${path}?token=x`)).toBe('invalid_token');
    expect(await codeOf(`${path}?${other.pdfUrl.split('?')[1]}`)).toBe('invalid_token');
    expect(await codeOf(path, bearer)).toBe('not_found');
    expect(await codeOf('/v1/diffsvc/pages/pag_0?token=x')).toBe('not_found');
    later(899);
    expect((await get(pdfUrl)).statusCode).toBe(200);
    later(1);
    expect([(await get(pdfUrl)).statusCode, await codeOf(pdfUrl)]).toEqual([410, 'gone']);
  });

  it('open to the account that compared for 24 hours', async () => {
    const { bearer } = await service.under.account('basic');
    const events = await compare(bodyOf('pdf', PDFS), bearer);
    const path = dataOf(events, 'page_rendering_complete').pages[0].pdfUrl.replace(/\?.*/, '');
    later(86_399);
    expect((await get(path, bearer)).statusCode).toBe(200);
    later(1);
    expect((await get(path, bearer)).json().code).toBe('gone');
  });
});

describe('pages of DOCX', () => {
  it('are what the renderer made of each side, at the same time', async () => {
    let running = 0;
    const both = Promise.withResolvers<undefined>();
    const render = async (): Promise<Uint8Array> => {
      running += 1;
      if (running === 2) both.resolve(undefined);
      // Neither ends before the other has begun.
      await both.promise;
      // Longer than the least time that the metrics must show.
      await delay(50);
      return emptyPages(2);
    };
    await service.restart({ render });
    const events = await compare(bodyOf('docx', DOCXS, { metrics: true }));
    const rendered = dataOf(events, 'page_rendering_complete');
    expect(rendered).toMatchObject({ renderer: 'stand-in', pages: [{ pageCount: 2 }, { pageCount: 2 }] });
    expect(running).toBe(2);
    // The time is 0 before rendering and complete after it. The other times stay.
    const [before, after] = [dataOf(events, 'content_complete').metrics, dataOf(events, 'complete').metrics];
    expect(before.pageRenderingMs).toBe(0);
    expect(after.pageRenderingMs).toBeGreaterThanOrEqual(20);
    expect(after.totalMs).toBeGreaterThanOrEqual(Number(before.totalMs) + 20);
    expect([after.comparisonMs, after.diffMs]).toEqual([before.comparisonMs, before.diffMs]);
  });

  const failed = async (choices: Choices) => {
    await service.restart(choices);
    const events = await compare(bodyOf('docx', DOCXS, { metrics: true }));
    expect(events.slice(-3).map(({ event }) => event)).toEqual([
      ...['content_complete', 'page_rendering_failed', 'complete'],
    ]);
    expect(dataOf(events, 'complete').status).toBe('completed');
    return dataOf(events, 'page_rendering_failed');
  };

  it('say what to install where there is no renderer', async () => {
    const failure = await failed({});
    expect(failure).toEqual({
      code: 'renderer_unavailable',
      message: expect.stringContaining('Install'),
      side: 'original',
    });
  });

  it('fail with the side that cannot be laid out, and reveal nothing of the inside', async () => {
    const render = (file: Uint8Array): Promise<Uint8Array> =>
      Buffer.compare(file, DOCXS[1]) === 0 ? Promise.reject(new Error('/tmp/secret')) : Promise.resolve(PDFS[0]);
    const failure = await failed({ render });
    expect(failure).toMatchObject({ code: 'document_invalid', side: 'revised' });
    expect(failure.message).not.toContain('secret');
    expect(service.under.logLines.join('')).toContain('/tmp/secret');
  });

  it('are 32 MiB and 1,000 pages at most', async () => {
    const huge = await failed({ render: () => Promise.resolve(Buffer.alloc(PAGE_MAX_PDF_BYTES + 1)) });
    expect(huge.code).toBe('document_too_large');
    expect(huge.message).toContain('has a little more than 32 MB; 32 MB is the limit');
    expect((await failed({ render: () => Promise.resolve(emptyPages(1_001)) })).message).toContain('1001 pages');
  });

  it('come after a queued job, and both are there when they are told', async () => {
    await service.restart({ render: () => Promise.resolve(PDFS[0]) });
    const { bearer } = await service.under.account('basic');
    const events = await compare(bodyOf('docx', DOCXS, { output: ['html', 'track_changes'] }), bearer);
    expect(events.slice(-4).map(({ event }) => event)).toEqual([
      ...['content_complete', 'track_changes_queued', 'page_rendering_complete', 'complete'],
    ]);
  });
});

describe('the preview cache', () => {
  /** Compares the pair twice, this many seconds apart; how often a side was laid out, and the two events. */
  const twice = async (pages: readonly [number, number], apart: number) => {
    let layouts = 0;
    await service.restart({
      render: (file) => {
        layouts += 1;
        return Promise.resolve(emptyPages(Buffer.compare(file, DOCXS[0]) === 0 ? pages[0] : pages[1]));
      },
    });
    const { bearer } = await service.under.account('basic');
    const first = await compare(bodyOf('docx', DOCXS), bearer);
    later(apart);
    const second = await compare(bodyOf('docx', DOCXS), bearer);
    const rendered = [first, second].map((events) => dataOf(events, 'page_rendering_complete'));
    return { layouts, rendered, bearer };
  };

  it('takes pairs of 32 pages on each side, for an hour, with addresses of their own', async () => {
    const { layouts, rendered } = await twice([32, 33], 3_599);
    expect(layouts).toBe(2);
    expect(rendered.map(({ pages }) => pages.map(({ pageCount }: Loose) => pageCount))).toEqual([
      [32, 33],
      [32, 33],
    ]);
    const urls = rendered.flatMap(({ pages }) => pages.map(({ pdfUrl }: Loose) => pdfUrl));
    expect(new Set(urls).size).toBe(4);
    expect(Buffer.compare((await get(urls[2])).rawPayload, emptyPages(32))).toBe(0);
    expect((await twice([32, 33], 3_600)).layouts).toBe(4);
  });

  it.each([
    [32, 31],
    [31, 32],
  ] as const)('does not take one of %i and %i pages', async (original, revised) => {
    expect((await twice([original, revised], 1)).layouts).toBe(4);
  });

  it('does not take a short pair that the marks of its pages have kept', async () => {
    let layouts = 0;
    await service.restart({ render: () => Promise.resolve(emptyPages(31 + 0 * (layouts += 1))) });
    const events = await compare(bodyOf('docx', DOCXS, { output: ['json', 'hosted_viewer'], pageRendering: false }));
    const { contentDiff } = dataOf(events, 'content_complete');
    const marks = contentDiff.hostedUrl.replace('?', '/pages/marks?');
    expect((await get(marks)).statusCode).toBe(200);
    expect((await get(marks)).statusCode).toBe(200);
    expect(layouts).toBe(2);
    await compare(bodyOf('docx', DOCXS));
    expect(layouts).toBe(4);
  });

  it('charges for a hit like for any comparison', async () => {
    const { bearer } = await twice([32, 32], 1);
    const response = await service.under.server.inject({
      method: 'POST',
      url: '/v1/diffsvc/html',
      headers: { host: 'localhost', ...bearer },
      payload: { original: 'a', revised: 'b' },
    });
    expect(response.json().usage.used).toBe(3);
  });

  it('knows a pair in its order only', async () => {
    let layouts = 0;
    await service.restart({ render: () => Promise.resolve(emptyPages(32 + 0 * (layouts += 1))) });
    await compare(bodyOf('docx', DOCXS));
    await compare(bodyOf('docx', [DOCXS[1], DOCXS[0]]));
    expect(layouts).toBe(4);
  });
});

it('stops rendering when the caller leaves', async () => {
  let aborted = false as boolean;
  const { promise: rendering, resolve: begin } = Promise.withResolvers<undefined>();
  await service.restart({
    render: (_file, signal) =>
      new Promise((_resolve, reject) => {
        begin(undefined);
        signal.addEventListener('abort', () => {
          aborted = true;
          reject(new Error('aborted'));
        });
      }),
  });
  const origin = await service.under.server.listen({ port: 0, host: '127.0.0.1' });
  const leave = new AbortController();
  const response = await fetch(`${origin}/v1/diffsvc/documents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf('docx', DOCXS)),
    signal: leave.signal,
  });
  expect(response.status).toBe(200);
  await rendering;
  leave.abort();
  await response.text().catch(() => undefined);
  while (!aborted) await new Promise((wait) => setTimeout(wait, 10));
  expect(aborted).toBe(true);
});
