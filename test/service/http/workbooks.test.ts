/** Workbooks over `POST /v1/diffsvc/documents`. */
import { describe, expect, test } from 'vitest';
import { docx, wp } from '../../builders/docx.ts';
import { sheet, xlsx } from '../../builders/xlsx.ts';
import { useServer } from './use-server.ts';

const service = useServer();

const ORIGINAL = xlsx({
  sheets: [
    {
      name: 'Prices',
      rows: [
        ['Item', 'Price'],
        ['Bolt', 3],
        ['Nut', 2],
      ],
    },
  ],
});
const REVISED = xlsx({
  sheets: [
    {
      name: 'Prices',
      rows: [
        ['Item', 'Price'],
        ['Washer', 1],
        ['Bolt', 4],
        ['Nut', 2],
      ],
    },
  ],
});

const direct = (bytes: Uint8Array) => ({ dataBase64: Buffer.from(bytes).toString('base64') });

async function post(body: object, accept = 'application/json') {
  return await service.under.server.inject({
    method: 'POST',
    url: '/v1/diffsvc/documents',
    headers: { host: 'localhost', 'content-type': 'application/json', accept },
    payload: JSON.stringify(body),
  });
}

const request = { format: 'xlsx', original: direct(ORIGINAL), revised: direct(REVISED), output: ['html', 'json'] };

test('each change names its sheet and cell on both sides', async () => {
  const answer = await post(request);
  expect(answer.statusCode).toBe(200);
  const { format, contentDiff } = answer.json();
  expect(format).toBe('xlsx');
  expect(contentDiff.engine).toBe('document');
  const changes = contentDiff.json.changes.map(({ type, before, after, sourceLocation, revisedLocation }: never) => ({
    type,
    before: (before as { text: string } | undefined)?.text,
    after: (after as { text: string } | undefined)?.text,
    at: [sourceLocation, revisedLocation].map((place: { sheet: string; cell: string } | undefined) =>
      place === undefined ? null : `${place.sheet}!${place.cell}`,
    ),
  }));
  expect(changes).toEqual([
    { type: 'block_insert', before: undefined, after: 'Washer\n1', at: [null, 'Prices!A2'] },
    { type: 'replace', before: '3', after: '4', at: ['Prices!B2', 'Prices!B3'] },
  ]);
});

test('a stream has the same result', async () => {
  const answer = await post(request, 'text/event-stream');
  expect(answer.body).toContain('event: content_complete');
  expect(answer.body).toContain('"sheet":"Prices","cell":"B3"');
});

describe('what is refused', () => {
  test('tracked revisions', async () => {
    const answer = await post({ ...request, output: ['html', 'track_changes'] });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
    expect(answer.json().details.issues[0]).toMatchObject({
      path: '/output',
      message: 'must not name track_changes when the format is xlsx',
    });
  });

  test('another format on the other side', async () => {
    const word = { format: 'docx', ...direct(docx(wp('a'))) };
    const answer = await post({ original: word, revised: { format: 'xlsx', ...direct(REVISED) } });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
    expect(answer.json().details.issues[0].path).toBe('/original/format');
  });

  test('a DOCX as a workbook', async () => {
    const answer = await post({ ...request, revised: direct(docx(wp('a'))) });
    expect(answer.json()).toMatchObject({ code: 'document_invalid' });
    expect(answer.json().message).toContain('is a DOCX, not an XLSX');
  });
});

test('a workbook equals itself', async () => {
  const bytes = sheet(['a', 1], ['b', 2]);
  const answer = await post({ ...request, original: direct(bytes), revised: direct(bytes) });
  expect(answer.json().contentDiff.sameness).toBe('same_file');
  expect(answer.json().contentDiff.json.totalChanges).toBe(0);
});
