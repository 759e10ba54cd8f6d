/** Limits and promises of `POST /v1/diffsvc/documents` at their edges. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DOCUMENTS_MAX_BYTES, OWN_DOCUMENT_MAX_BYTES } from '../../../shared/limits.ts';
import { DIRECT_DOCUMENTS_MAX_BYTES } from '../../../service/http/documents/read-document-request.ts';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { archive, docx, r, wp, xmlPart } from '../../builders/docx.ts';
import { pdf } from '../../builders/pdf.ts';
import { useServer } from './use-server.ts';

const service = useServer();

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const ORIGINAL = docx(wp('The fee is due in 30 days.'));
const REVISED = docx(wp('The fee is due in 14 days.'));
const direct = (bytes: Uint8Array, contentType?: string) => ({
  dataBase64: Buffer.from(bytes).toString('base64'),
  ...(contentType !== undefined && { contentType }),
});

type Loose = ReturnType<typeof JSON.parse>;
interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly names: readonly string[];
  readonly dataOf: (name: string) => Loose;
}

async function post(body: object, headers: Record<string, string> = {}, signed = true): Promise<Answer> {
  const payload = JSON.stringify(body);
  const signature = signed ? { 'x-cloud-content-sha256': createHash('sha256').update(payload).digest('hex') } : {};
  const response = await service.under.server.inject({
    method: 'POST',
    url: '/v1/diffsvc/documents',
    headers: { host: 'localhost', 'content-type': 'application/json', ...signature, ...headers },
    payload,
  });
  const events = response.body.split('\n\n').flatMap((block): { name: string; data: Loose }[] => {
    const found = /^event: (\S+)\ndata: (.*)$/.exec(block);
    return found === null ? [] : [{ name: found[1]!, data: JSON.parse(found[2]!) }];
  });
  const { code, message } = events.length === 0 ? response.json() : events.at(-1)!.data;
  return {
    status: response.statusCode,
    code,
    message,
    names: events.map(({ name }) => name),
    dataOf: (name) => events.find((event) => event.name === name)?.data,
  };
}

async function upload(bytes: Uint8Array, headers: object = {}, contentType = DOCX): Promise<{ uploadId: string }> {
  const announced = await service.under.server.inject({
    method: 'POST',
    url: '/v1/diffsvc/uploads',
    headers: { host: 'localhost', ...headers },
    payload: { filename: 'a', contentType, sizeBytes: bytes.byteLength },
  });
  const { uploadId, uploadUrl } = announced.json<{ uploadId: string; uploadUrl: string }>();
  const { pathname, search } = new URL(uploadUrl);
  await service.under.server.inject({
    method: 'PUT',
    url: pathname + search,
    headers: { host: 'localhost', 'content-type': contentType },
    payload: Buffer.from(bytes),
  });
  return { uploadId };
}

describe('sizes', () => {
  it('takes 750 KiB in the request, of both files together, and no byte more', async () => {
    const files = (sum: number) => ({
      format: 'docx',
      original: direct(ORIGINAL),
      revised: direct(Buffer.concat([Buffer.from('PK'), Buffer.alloc(sum - ORIGINAL.byteLength - 2)])),
    });
    // A document within the limit opens the stream; that it is no DOCX is told there.
    const within = await post(files(DIRECT_DOCUMENTS_MAX_BYTES));
    expect([within.status, within.names.at(-1), within.code]).toEqual([200, 'error', 'document_invalid']);
    const beyond = await post(files(DIRECT_DOCUMENTS_MAX_BYTES + 1));
    expect([beyond.status, beyond.code]).toEqual([413, 'inline_limit_exceeded']);
  });

  it('takes 10 MiB of uploads together, whatever each may have', async () => {
    const { bearer } = await service.under.account('creator_pro');
    const half = DOCUMENTS_MAX_BYTES / 2;
    const [exact, more] = [
      await upload(Buffer.alloc(half, 'PK'), bearer),
      await upload(Buffer.alloc(half + 1), bearer),
    ];
    const within = await post({ format: 'docx', original: exact, revised: exact }, bearer);
    expect([within.status, within.names.at(-1)]).toEqual([200, 'error']);
    const beyond = await post({ format: 'docx', original: exact, revised: more }, bearer);
    expect([beyond.status, beyond.code]).toEqual([413, 'document_too_large']);
  });

  it('takes 100 MiB of each document of the owner, whose plan is no limit of them', async () => {
    const { accounts, tokens, now } = service.under;
    const { accountId } = await accounts.owner();
    const owner = { authorization: `Bearer ${tokens.issue(accountId, now)}` };
    const announce = (sizeBytes: number) =>
      service.under.server.inject({
        ...{ method: 'POST', url: '/v1/diffsvc/uploads', headers: { host: 'localhost', ...owner } },
        payload: { filename: 'a', contentType: DOCX, sizeBytes },
      });
    expect((await announce(OWN_DOCUMENT_MAX_BYTES)).statusCode).toBe(201);
    const refused = await announce(OWN_DOCUMENT_MAX_BYTES + 1);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      413,
      { code: 'document_too_large', details: { bytes: OWN_DOCUMENT_MAX_BYTES + 1, limit: OWN_DOCUMENT_MAX_BYTES } },
    ]);
    const large = await upload(Buffer.alloc(DOCUMENTS_MAX_BYTES, 'PK'), owner);
    // Both together are over the limit of other callers. That they are no DOCX is told in the stream.
    const within = await post({ format: 'docx', original: large, revised: large }, owner);
    expect([within.status, within.names.at(-1), within.code]).toEqual([200, 'error', 'document_invalid']);
  });

  it('has a minute for a key, and ten for the owner, whose machine may be busy', async () => {
    const { accounts, tokens, now } = service.under;
    const { accountId } = await accounts.owner();
    const pair = { format: 'docx', original: direct(ORIGINAL), revised: direct(REVISED) };
    const { bearer } = await service.under.account('creator_pro');
    for (const caller of [{}, bearer, { authorization: `Bearer ${tokens.issue(accountId, now)}` }])
      expect((await post(pair, caller)).names.at(-1)).toBe('complete');
    expect(service.under.documentLimitsMs).toEqual([60_000, 60_000, 600_000]);
  });

  it('asks for the signature above 1 MiB only, and checks it whenever it is sent', async () => {
    const pair = { format: 'docx', original: direct(ORIGINAL), revised: direct(REVISED) };
    const large = { ...pair, title: 'x', padding: 'x'.repeat(1_048_576) };
    expect((await post(pair, {}, false)).status).toBe(200);
    expect(await post(large, {}, false)).toMatchObject({ status: 401, code: 'signature_required' });
    const wrong = { 'x-cloud-content-sha256': 'a'.repeat(64) };
    expect(await post(pair, wrong)).toMatchObject({ status: 401, code: 'signature_mismatch' });
    const upper = createHash('sha256').update(JSON.stringify(pair)).digest('hex').toUpperCase();
    expect((await post(pair, { 'x-cloud-content-sha256': upper })).status).toBe(401);
  });

  it('counts units of both files’ raw bytes', async () => {
    const noise = new Uint8Array(70_000).map((_, at) => (at * 7_919 + (at >> 3) * 31) & 0xff);
    const heavy = docx(wp('text'), { files: { 'word/media/noise.bin': noise } });
    const units = Math.ceil((2 * heavy.byteLength) / 102_400);
    const { dataOf } = await post({ format: 'docx', original: direct(heavy), revised: direct(heavy) });
    expect([dataOf('content_complete').units, dataOf('complete').units]).toEqual([units, units]);
  });
});

describe('inputs', () => {
  it.each([undefined, DOCX, `${DOCX}; charset=binary`])('takes a file declared as %s', async (contentType) => {
    const input = direct(ORIGINAL, contentType);
    expect((await post({ format: 'docx', original: input, revised: input })).names.at(-1)).toBe('complete');
  });

  it.each(['application/pdf', 'application/octet-stream', 'text/plain', 'docx', ''])(
    'refuses a file declared as %j',
    async (contentType) => {
      const answer = await post({ format: 'docx', original: direct(ORIGINAL, contentType), revised: direct(REVISED) });
      expect([answer.status, answer.code]).toEqual([415, 'unsupported_media_type']);
      expect(answer.message).toContain('/original/contentType');
    },
  );

  it('takes an upload that was announced as bytes of no known type, since an upload has to name some type', async () => {
    const uploaded = await upload(ORIGINAL, {}, 'application/octet-stream');
    expect((await post({ format: 'docx', original: uploaded, revised: uploaded })).names.at(-1)).toBe('complete');
  });

  it('refuses an upload that was announced as something else', async () => {
    const uploaded = await upload(Buffer.from('text'), {}, 'text/plain');
    const answer = await post({ format: 'docx', original: uploaded, revised: uploaded });
    expect([answer.status, answer.code]).toEqual([415, 'unsupported_media_type']);
  });

  it('refuses another identity’s upload like one that is not there, and one without its bytes', async () => {
    const { bearer } = await service.under.account('basic');
    const foreign = await upload(ORIGINAL, bearer);
    expect(await post({ format: 'docx', original: foreign, revised: foreign })).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    const announced = await service.under.server.inject({
      method: 'POST',
      url: '/v1/diffsvc/uploads',
      headers: { host: 'localhost' },
      payload: { filename: 'a', contentType: DOCX, sizeBytes: 5 },
    });
    const empty = { uploadId: announced.json<{ uploadId: string }>().uploadId };
    expect(await post({ format: 'docx', original: empty, revised: empty })).toMatchObject({
      status: 409,
      code: 'upload_incomplete',
    });
  });

  it.each([
    ['mode', 'char'],
    ['attributeMode', 'all'],
    ['output', 'html'],
    ['output', ['pdf']],
    ['pageRendering', 'true'],
    ['metrics', 1],
    ['stream', 'yes'],
    ['title', 5],
    ['title', 'a\u0000b'],
  ])('coerces nothing: %s %j', async (name, value) => {
    const answer = await post({
      format: 'docx',
      original: direct(ORIGINAL),
      revised: direct(REVISED),
      [name]: value,
    });
    expect([answer.status, answer.code]).toEqual([400, 'invalid_request']);
  });
});

describe('files that are not what they say', () => {
  const DOCTYPE = '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaa">]>';
  const typed = xmlPart('w:document', `<w:body>${wp('&a;')}</w:body>`).replace(
    '<?xml version="1.0" encoding="UTF-8"?>',
    DOCTYPE,
  );
  const bomb = docx(wp('x'), { files: { 'word/media/zeros.bin': new Uint8Array(8_000_000) } });
  it.each<[string, string, Uint8Array, string]>([
    ['a DOCTYPE', 'docx', docx('', { files: { 'word/document.xml': typed } }), 'document_invalid'],
    ['an expansion over 100:1', 'docx', bomb, 'archive_limit_exceeded'],
    ['a workbook', 'docx', archive({ 'xl/workbook.xml': '<workbook/>' }), 'document_invalid'],
    ['a PDF called DOCX', 'docx', pdf(['text']), 'document_invalid'],
    ['a DOCX called PDF', 'pdf', ORIGINAL, 'document_invalid'],
    ['pictures only', 'pdf', pdf(['']), 'document_not_searchable'],
    ['a password', 'pdf', pdf(['secret'], { locked: true }), 'document_encrypted'],
  ])('%s', async (_, format, bytes, code) => {
    const good = format === 'docx' ? ORIGINAL : pdf(['The fee is due.']);
    const answer = await post({ format, original: direct(good), revised: direct(bytes) });
    expect([answer.status, answer.names.slice(0, 2), answer.names.at(-1), answer.code]).toEqual([
      200,
      ['accepted', 'validating'],
      'error',
      code,
    ]);
    expect(answer.message).toMatch(/^(Revised: |The revised file )/);
    expect(await service.under.used('address:127.0.0.1')).toBe(0);
  });
});

it('falls back to text for large documents, the same each time, and loses no word', async () => {
  const body = (word: string): string =>
    Array.from({ length: 1_600 }, (_, at) =>
      wp(r(`Clause ${at} of the ${at === 900 ? word : 'same'} kind.`, '<w:b/>')),
    ).join('');
  const pair = { format: 'docx', original: direct(docx(body('old'))), revised: direct(docx(body('new'))) };
  const ask = async (wishes: object = {}) =>
    (await post({ ...pair, output: ['html', 'json'], ...wishes })).dataOf('content_complete').contentDiff;
  const [first, second] = [await ask(), await ask()];
  expect([first.engine, first.fallback, first.json.engine, first.json.fallback]).toEqual(['text', true, 'text', true]);
  expect(second.html).toBe(first.html);
  expect(first.json.changes).toHaveLength(1);
  expect(first.json.changes[0]).toMatchObject({ type: 'replace', before: { text: 'old' }, after: { text: 'new' } });
  expect(first.json.changes[0].location).not.toHaveProperty('blockType');
  expect(first.html).not.toContain('<strong>');
  expect(resolve(first.html, { reject: 'all' })).toContain('Clause 900 of the old kind.');
  expect(resolve(first.html, { accept: 'all' })).toContain('Clause 900 of the new kind.');
  expect(first).toMatchObject({
    complexity: 'standard',
    fallbackReason: 'The original has 1,600 block elements; 1,500 is the limit of complexity standard.',
  });

  // An injected request takes no more than 64 KiB of a stream.
  const extended = await ask({ complexity: 'extended', output: ['json'] });
  expect(extended).toMatchObject({ engine: 'document', fallback: false, complexity: 'extended' });
  expect(extended).not.toHaveProperty('fallbackReason');
  expect(extended.json.changes[0].location).toMatchObject({ blockType: 'p' });
  const refused = await post({ ...pair, complexity: 'none' });
  expect([refused.status, refused.code]).toEqual([400, 'invalid_request']);
});
