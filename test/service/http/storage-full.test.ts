/** A full disk: what is refused, what is charged, and that all goes on when there is room again. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
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
