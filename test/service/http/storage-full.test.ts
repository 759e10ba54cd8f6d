/** A full disk: what is refused, what is charged, and that all goes on when there is room again. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { docx, wp } from '../../builders/docx.ts';
import { useServer } from './use-server.ts';

const service = useServer();
const { call } = service;

/** Lets the database grow by this number of pages of 4 KiB, or without end. SQLite then answers as on a full disk. */
async function allowPages(more: number): Promise<void> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(service.under.database);
  await sql.raw(`pragma max_page_count = ${rows[0]!.page_count + more}`).execute(service.under.database);
}

/** Fills the pages that the database has, so that the next insertion needs a new one. */
async function fill(): Promise<void> {
  const { database } = service.under;
  await sql`create table if not exists filler (content blob)`.execute(database);
  await allowPages(0);
  for (let bytes = 2_000; bytes > 10;) {
    try {
      await sql`insert into filler values (zeroblob(${bytes}))`.execute(database);
    } catch {
      bytes = Math.floor(bytes / 2);
    }
  }
}

/** A comparison whose reply needs several pages of the database. A longer reply would be a file. */
const large = { original: 'a '.repeat(5_000), revised: 'b '.repeat(5_000), format: 'txt' };
const post = (headers: Record<string, string>, body: object = large) =>
  call('POST', '/v1/diffsvc/html', { 'cache-control': 'no-store', ...headers }, body);
const running = async (): Promise<number> =>
  (await service.under.database.selectFrom('operations').selectAll().where('state', '=', 'running').execute()).length;

it('refuses an operation that cannot be admitted, runs nothing, and runs it when there is room', async () => {
  const { bearer, accountId } = await service.under.account('creator');
  const keyed = { ...bearer, 'idempotency-key': 'a-key-of-16-signs' };
  await fill();
  const subject = `account:${accountId}`;
  for (let each = 0; each < 40; each++) {
    const { status, code, json } = await post({ ...bearer, 'idempotency-key': `a-key-of-16-signs-${each}` });
    if (status === 200) continue;
    expect([status, code]).toEqual([507, 'storage_full']);
    expect(json.message).toMatch(/disk .* is full\. .*nothing was charged\. Free some space/);
  }
  const refused = await post(keyed);
  expect([refused.status, refused.code]).toEqual([507, 'storage_full']);
  const before = await service.under.used(subject);
  await allowPages(100_000);
  const ran = await post(keyed);
  expect(ran.status).toBe(200);
  expect((await post(keyed)).text).toBe(ran.text);
  expect(await service.under.used(subject)).toBe(before + Number(ran.json.units));
});

it('gives back what ran without a stored result, as soon as there is room', async () => {
  const { bearer, accountId } = await service.under.account('creator');
  const subject = `account:${accountId}`;
  const keyed = { ...bearer, 'idempotency-key': 'a-key-of-16-signs' };
  // Room for the claim, and none for the stored comparison and the reply.
  await allowPages(3);
  const refused = await post(keyed);
  expect([refused.status, refused.code]).toEqual([507, 'storage_full']);
  expect(refused.json.message).toContain('The result could not be stored, and nothing was charged.');
  await allowPages(100_000);
  await service.under.admission.sweep();
  expect([await running(), await service.under.used(subject)]).toEqual([0, 0]);
  // The key ran once. Its answer says how it ended, and another key runs.
  const again = await post(keyed);
  expect([again.status, again.code]).toEqual([507, 'storage_full']);
  expect((await post({ ...bearer, 'idempotency-key': 'another-key-of-16' })).status).toBe(200);
});

it('finds the end of a key without a sweep', async () => {
  const { bearer } = await service.under.account('creator');
  const keyed = { ...bearer, 'idempotency-key': 'a-key-of-16-signs' };
  await allowPages(3);
  const { json } = await post(keyed);
  expect((await post(keyed)).code).toBe('storage_full');
  await allowPages(100_000);
  const again = await post(keyed);
  expect([again.status, again.json.code, again.json.requestId]).toEqual([507, 'storage_full', json.requestId]);
  expect(await running()).toBe(0);
});

it('tells the log what was full', async () => {
  const { bearer } = await service.under.account('creator');
  await allowPages(3);
  await post({ ...bearer, 'idempotency-key': 'a-key-of-16-signs' });
  expect(service.under.logLines.join('')).toContain('database or disk is full');
  expect(service.under.logLines.join('')).not.toContain('cannot rollback');
});

describe('the reserve of the disk', () => {
  const MIB = 1024 ** 2;
  const stored = { original: 'a b', revised: 'a c', format: 'txt', output: ['html', 'json', 'hosted_viewer'] };
  const refusal = /^The disk .* is full\. .*512 MiB of it stay free.*Free some space/;
  const job = async (bearer: Record<string, string>, jobId: string) => {
    for (;;) {
      const { json } = await service.get(`/v1/diffsvc/jobs/${jobId}`, bearer);
      if (!['queued', 'running'].includes(json.status)) return json;
      await new Promise((wait) => setTimeout(wait, 5));
    }
  };
  const free = { bytes: Infinity };
  const begin = async () => {
    free.bytes = Infinity;
    await service.restart({ freeBytes: () => free.bytes });
    return await service.under.account('creator_pro');
  };
  const file = (text: string) => ({ dataBase64: Buffer.from(docx(wp(text))).toString('base64') });
  const files = { original: file('a b'), revised: file('a c'), format: 'docx' };

  it.each([
    ['a stored comparison', '/v1/diffsvc/html', stored, {}],
    [
      'a comparison with a key',
      '/v1/diffsvc/html',
      { original: 'a', revised: 'b' },
      { 'idempotency-key': 'k'.repeat(16) },
    ],
    ['stored documents', '/v1/diffsvc/documents', { ...files, output: ['json'] }, { accept: 'application/json' }],
    ['a stored stream', '/v1/diffsvc/html', { ...stored, stream: true }, { accept: 'text/event-stream' }],
  ] as const)('refuses %s before its work, for nothing', async (_, path, body, headers) => {
    const { bearer, accountId } = await begin();
    free.bytes = 512 * MIB - 1;
    const refused = await call('POST', path, { ...bearer, ...headers }, body);
    expect([refused.status, refused.code]).toEqual([507, 'storage_full']);
    expect(refused.json.message).toMatch(refusal);
    expect([service.under.tasks.length, await running()]).toEqual([0, 0]);
    expect(await service.under.used(`account:${accountId}`)).toBe(0);
    free.bytes = 512 * MIB;
    expect((await call('POST', path, { ...bearer, ...headers }, body)).status).toBe(200);
  });

  it('lets a comparison run that stores nothing, and what was stored be read, repeated and deleted', async () => {
    const { bearer } = await begin();
    const keyed = { ...bearer, 'idempotency-key': 'k'.repeat(16) };
    const first = await call('POST', '/v1/diffsvc/html', keyed, stored);
    free.bytes = 0;
    expect((await post(bearer)).status).toBe(200);
    expect((await call('POST', '/v1/diffsvc/html', keyed, stored)).text).toBe(first.text);
    expect((await service.get(first.json.changesUrl)).status).toBe(200);
    const shares = `/v1/diffsvc/comparisons/${first.json.comparisonId}/shares`;
    expect((await call('POST', shares, bearer, {})).status).toBe(201);
    const deleted = await call('DELETE', `/v1/diffsvc/comparisons/${first.json.comparisonId}`, bearer);
    expect(deleted.status).toBe(204);
  });

  it('lets an operation end that began above it', async () => {
    free.bytes = Infinity;
    let release = (): void => undefined;
    await service.restart({
      freeBytes: () => free.bytes,
      compare: async () => {
        await new Promise<void>((resolve) => (release = resolve));
        throw new Error('a fault');
      },
    });
    const { bearer, accountId } = await service.under.account('creator_pro');
    const answer = call('POST', '/v1/diffsvc/html', { ...bearer, 'idempotency-key': 'k'.repeat(16) }, stored);
    while (service.under.tasks.length === 0) await new Promise((wait) => setTimeout(wait, 2));
    free.bytes = 0;
    release();
    expect((await answer).status).toBe(500);
    expect([await running(), await service.under.used(`account:${accountId}`)]).toEqual([0, 0]);
  });

  it('renders no pages, and the comparison goes on', async () => {
    const { bearer } = await begin();
    free.bytes = 512 * MIB - 1;
    const asked = { ...files, output: ['html'], pageRendering: true };
    const answer = await call('POST', '/v1/diffsvc/documents', { ...bearer, accept: 'application/json' }, asked);
    expect([answer.status, answer.json.page_rendering_failed.code]).toEqual([200, 'storage_full']);
    expect(answer.json.page_rendering_failed.message).toMatch(refusal);
  });

  it('refuses an export when it is ordered, and fails a job whose turn comes later', async () => {
    const { bearer } = await begin();
    const compared = await call('POST', '/v1/diffsvc/html', bearer, stored);
    const path = `/v1/diffsvc/comparisons/${compared.json.comparisonId}/exports`;
    const order = () => call('POST', path, bearer, { type: 'track_changes_docx' });
    free.bytes = 512 * MIB - 1;
    const refused = await order();
    expect([refused.status, refused.code]).toEqual([507, 'storage_full']);
    expect(refused.json.message).toMatch(refusal);
    // The order has room, and its job has none.
    let asked = 0;
    await service.restart({ freeBytes: () => (asked++ < 2 ? 512 * MIB : 0) });
    const other = await service.under.account('creator_pro');
    const next = await call('POST', '/v1/diffsvc/html', other.bearer, stored);
    const ordered = await call('POST', `/v1/diffsvc/comparisons/${next.json.comparisonId}/exports`, other.bearer, {
      type: 'track_changes_docx',
    });
    expect(ordered.status).toBe(202);
    const ended = await job(other.bearer, ordered.json.jobId);
    expect([ended.status, ended.error.code]).toEqual(['failed', 'storage_full']);
    expect(ended.error.message).toMatch(refusal);
  });
});
