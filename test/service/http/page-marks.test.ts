/** The pages of a comparison with its changes marked. */
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { PageMarks } from '../../../shared/api/page-marks.ts';
import { docx, wp } from '../../builders/docx.ts';
import { pdf } from '../../builders/pdf.ts';
import { useServer } from './use-server.ts';

const service = useServer();
const PDFS = [pdf(['The fee of 100 is due.']), pdf(['The fee of 900 is due.'])] as const;

async function stored(body: object): Promise<{ id: string; token: string }> {
  const { body: text } = await service.under.server.inject({
    method: 'POST',
    url: '/v1/diffsvc/documents',
    headers: { host: 'localhost', accept: 'application/json' },
    payload: { output: ['html', 'json', 'hosted_viewer'], ...body },
  });
  const { contentDiff } = JSON.parse(text);
  return { id: contentDiff.comparisonId, token: new URL(contentDiff.hostedUrl).searchParams.get('token')! };
}

const files = (format: string, [original, revised]: readonly Uint8Array[]): object => ({
  format,
  original: { dataBase64: Buffer.from(original!).toString('base64') },
  revised: { dataBase64: Buffer.from(revised!).toString('base64') },
});

async function get(path: string, headers: object = {}) {
  return await service.under.server.inject({ url: path, headers: { host: 'localhost', ...headers } });
}

const addressOf = ({ id, token }: { id: string; token: string }): string =>
  `/v1/diffsvc/comparisons/${id}/pages/marks?token=${token}`;

describe('getPageMarks', () => {
  it('answers with the pages of both sides, the marks and the anchors', async () => {
    const { statusCode, body } = await get(addressOf(await stored(files('pdf', PDFS))));
    expect(statusCode).toBe(200);
    const answer = JSON.parse(body) as PageMarks;
    expect(Compile(PageMarks).Errors(answer)).toEqual([]);
    expect(answer.renderer).toBe('source-pdf');
    expect(answer.unplaced).toEqual([]);
    expect(answer.marks.map(({ side, page, kind, shape }) => [side, page, kind, shape])).toEqual([
      ['original', 1, 'delete', 'text'],
      ['revised', 1, 'insert', 'text'],
    ]);
    expect(answer.anchors).toHaveLength(1);
    for (const [at, { pdfUrl }] of answer.sides.entries()) {
      const { rawPayload } = await get(pdfUrl.replace(/^http:\/\/[^/]+/, ''));
      expect(Buffer.compare(rawPayload, PDFS[at]!)).toBe(0);
    }
  });

  it('tells each step and page in a stream, and ends with the same answer', async () => {
    const address = addressOf(await stored(files('pdf', PDFS)));
    const { body } = await get(address, { accept: 'text/event-stream' });
    const events = body
      .split('\n\n')
      .filter((block) => block.startsWith('event: '))
      .map((block) => {
        const [name, data] = block.split('\n');
        return { event: name!.slice(7), data: JSON.parse(data!.slice(6)) };
      });
    expect(events.map(({ event }) => event)).toEqual(['waiting', 'rendering', 'reading', 'reading', 'complete']);
    expect(events[2]!.data).toEqual({ side: 'original', page: 1, pages: 1 });
    expect(Compile(PageMarks).Errors(events[4]!.data)).toEqual([]);
  });

  it('lays a DOCX out first, or says what to install', async () => {
    const pair = [docx(wp('The fee of 100 is due.')), docx(wp('The fee of 900 is due.'))];
    const { statusCode, body } = await get(addressOf(await stored(files('docx', pair))));
    const answer = JSON.parse(body);
    if (statusCode === 200) {
      expect(answer.renderer).not.toBe('source-pdf');
      expect(answer.marks).toHaveLength(2);
    } else expect([statusCode, answer.code]).toEqual([501, 'renderer_unavailable']);
  });

  it('needs the token of this comparison', async () => {
    const [first, second] = [await stored(files('pdf', PDFS)), await stored(files('pdf', PDFS))];
    expect((await get(addressOf({ id: first.id, token: second.token }))).statusCode).toBe(401);
    expect((await get(`/v1/diffsvc/comparisons/${first.id}/pages/marks`)).statusCode).toBe(401);
    const stream = await get(addressOf({ id: first.id, token: second.token }), { accept: 'text/event-stream' });
    expect([stream.statusCode, stream.headers['content-type']]).toEqual([401, expect.stringContaining('json')]);
  });

  it('refuses formats without pages', async () => {
    const texts = [Buffer.from('The fee is due.'), Buffer.from('The rent is due.')];
    const side = (text: Buffer): object => ({ format: 'markdown', dataBase64: text.toString('base64') });
    const id = await stored({ original: side(texts[0]!), revised: side(texts[1]!) });
    const { statusCode, body } = await get(addressOf(id));
    expect([statusCode, JSON.parse(body).code]).toEqual([422, 'document_invalid']);
    const sample = await get('/v1/diffsvc/comparisons/demo/pages/marks');
    expect(sample.statusCode).toBe(422);
  });
});
