/** Presentations over `POST /v1/diffsvc/documents`. */
import { describe, expect, test } from 'vitest';
import { docx, wp } from '../../builders/docx.ts';
import { bullets, pptx, slidePicture, title } from '../../builders/pptx.ts';
import { useServer } from './use-server.ts';

const service = useServer();

const slide = (heading: string, ...texts: string[]) => ({ shapes: title(heading) + bullets(...texts) });
const ORIGINAL = pptx([slide('Costs', 'Rent: 300', 'Power'), slide('Plans', 'A shop in May')]);
const REVISED = pptx([
  slide('News', 'A partner'),
  slide('Costs', 'Rent: 400', 'Power'),
  slide('Plans', 'A shop in May'),
]);

const direct = (bytes: Uint8Array) => ({ dataBase64: Buffer.from(bytes).toString('base64') });

async function post(body: object, accept = 'application/json') {
  return await service.under.server.inject({
    method: 'POST',
    url: '/v1/diffsvc/documents',
    headers: { host: 'localhost', 'content-type': 'application/json', accept },
    payload: JSON.stringify(body),
  });
}

const request = { format: 'pptx', original: direct(ORIGINAL), revised: direct(REVISED), output: ['html', 'json'] };

test('each change names its slide and shape on both sides', async () => {
  const answer = await post(request);
  expect(answer.statusCode).toBe(200);
  const { format, contentDiff } = answer.json();
  expect(format).toBe('pptx');
  expect(contentDiff.engine).toBe('document');
  interface Place {
    slide: number;
    shape?: string;
  }
  interface Told {
    type: string;
    before?: { text: string };
    after?: { text: string };
    sourceLocation?: Place;
    revisedLocation?: Place;
  }
  const told = contentDiff.json.changes.map(({ type, before, after, sourceLocation, revisedLocation }: Told) => [
    type,
    before?.text ?? null,
    after?.text ?? null,
    ...[sourceLocation, revisedLocation].map((place) => (place === undefined ? null : `${place.slide} ${place.shape}`)),
  ]);
  expect(told).toEqual([
    ['block_insert', null, 'News', null, '1 Title 1'],
    ['block_insert', null, 'A partner', null, '1 Content 2'],
    ['replace', '300', '400', '1 Content 2', '2 Content 2'],
  ]);
});

test('pictures before a change leave its place right', async () => {
  const picture = { relations: [['rId9', 'image', '../media/a.png']] as const };
  const deck = (text: string) =>
    pptx(
      [
        { ...slide('Costs'), shapes: title('Costs') + slidePicture('rId9', { description: 'Logo' }), ...picture },
        slide('Plans', text),
      ],
      { files: { 'ppt/media/a.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47]) } },
    );
  const sides = { original: direct(deck('one')), revised: direct(deck('two')) };
  for (const include of [[], ['pictures']]) {
    const { changes } = (await post({ ...request, ...sides, include })).json().contentDiff.json;
    expect(changes.map(({ revisedLocation }: { revisedLocation: object }) => revisedLocation)).toMatchObject([
      { slide: 2, shape: 'Content 2' },
    ]);
  }
});

test('a fallback names them too, as far as it keeps blocks', async () => {
  const many = (text: string) =>
    pptx([slide('Costs', ...Array.from({ length: 1_600 }, (_, at) => `Item ${at}`), text)]);
  const answer = await post({ ...request, original: direct(many('last')), revised: direct(many('lost')) });
  const { fallback, json } = answer.json().contentDiff;
  expect(fallback).toBe(true);
  expect(json.changes).toHaveLength(1);
  expect(json.changes[0].revisedLocation).toMatchObject({ slide: 1, shape: 'Content 2' });
});

test('a stream has the same result', async () => {
  const answer = await post(request, 'text/event-stream');
  expect(answer.body).toContain('event: content_complete');
  expect(answer.body).toContain('"slide":2,"shape":"Content 2"');
});

test('a changed number of a slide is no difference by itself', async () => {
  const answer = await post(request);
  const { uncompared } = answer.json().contentDiff;
  expect(uncompared.items.filter(({ kind }: { kind: string }) => kind === 'number')).toEqual([]);
});

describe('what is refused', () => {
  test('tracked revisions', async () => {
    const answer = await post({ ...request, output: ['html', 'track_changes'] });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
    expect(answer.json().details.issues[0]).toMatchObject({
      path: '/output',
      message: 'must not name track_changes when the format is pptx',
    });
  });

  test('another format on the other side', async () => {
    const word = { format: 'docx', ...direct(docx(wp('a'))) };
    const answer = await post({ original: word, revised: { format: 'pptx', ...direct(REVISED) } });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
    expect(answer.json().details.issues[0].path).toBe('/original/format');
  });

  test('a DOCX as a presentation, and a presentation as a DOCX', async () => {
    const one = await post({ ...request, revised: direct(docx(wp('a'))) });
    expect(one.json()).toMatchObject({ code: 'document_invalid' });
    expect(one.json().message).toContain('is a DOCX, not a PPTX');
    const other = await post({ ...request, format: 'docx' });
    expect(other.json()).toMatchObject({ code: 'document_invalid' });
    expect(other.json().message).toContain('is a presentation (PPTX), not a DOCX');
  });
});

test('a presentation equals itself', async () => {
  const answer = await post({ ...request, revised: direct(ORIGINAL) });
  expect(answer.json().contentDiff.sameness).toBe('same_file');
  expect(answer.json().contentDiff.json.totalChanges).toBe(0);
});
