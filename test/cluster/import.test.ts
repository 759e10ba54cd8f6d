/** `diffsvc import`: a real installation of the embedded shape, moved into a cluster by the command. */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newPageLink } from '../../service/administration.ts';
import { MOVED_TABLES } from '../../service/cluster/import/moved-tables.ts';
import { pdf } from '../builders/pdf.ts';
import { runDiffsvcBeside, type Outcome } from '../service/cli/run-diffsvc.ts';
import { ended, newBearer, startProcess } from '../service/durability/service-process.ts';
import { emptyDatabase, serversOfTests } from './cluster-of-tests.ts';
import { ObjectServer } from './object-server.ts';
import { NO_POSTGRES } from './postgres-server.ts';
import { TestCluster } from './replica-process.ts';

/** What a caller of the installation knows of it. */
interface Known {
  readonly bearer: { authorization: string };
  readonly small: string;
  readonly large: string;
  readonly viewer: string;
  readonly changes: string;
  readonly uploadId: string;
  readonly jobId: string;
  readonly artifact: string;
  readonly pages: { readonly url: string; readonly bytes: Buffer };
  readonly session: { readonly path: string; readonly cookie: string };
  readonly used: number;
}

const LARGE = {
  original: 'some words of the original\n\n'.repeat(3_000),
  revised: 'some words of the revision\n\n'.repeat(3_000),
  format: 'txt',
};
const SMALL = { original: '<p>one</p>', revised: '<p>two</p>', format: 'html', output: ['html', 'hosted_viewer'] };
const ORDERED = { type: 'resolved_html', accept: 'all' };

const keyOf = (name: string): string => `the-key-of-${name}`;

/** The addresses of one service, made those of another. */
const moved = (address: string, origin: string): string => address.replaceAll(/http:\/\/127\.0\.0\.1:\d+/gu, origin);

async function post(
  origin: string,
  path: string,
  headers: object,
  body: object,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

/** Uses an installation in every way that leaves something behind, and kills it within an operation. */
async function useInstallation(dataDir: string): Promise<Known> {
  const bearer = await newBearer(dataDir, 'creator_pro');
  const service = await startProcess({ dataDir });
  const { origin } = service;
  const html = '/v1/diffsvc/html';
  const small = await post(origin, html, { ...bearer, 'idempotency-key': keyOf('small') }, SMALL);
  const large = await post(origin, html, { ...bearer, 'idempotency-key': keyOf('large') }, LARGE);
  expect([small.status, large.status]).toEqual([200, 200]);
  const { viewerUrl, comparisonId } = JSON.parse(small.text);

  const announce = { filename: 'a.txt', contentType: 'text/plain; charset=utf-8', sizeBytes: 3 };
  const { uploadId, uploadUrl } = JSON.parse((await post(origin, '/v1/diffsvc/uploads', bearer, announce)).text);
  expect((await post(origin, '/v1/diffsvc/uploads', bearer, announce)).status).toBe(201);
  const put = { method: 'PUT', headers: { 'content-type': announce.contentType }, body: 'abc' };
  expect((await fetch(uploadUrl, put)).status).toBe(204);

  const order = await post(origin, `/v1/diffsvc/comparisons/${comparisonId}/exports`, bearer, ORDERED);
  const { jobId } = JSON.parse(order.text);
  expect((await fetch(`${origin}/v1/diffsvc/jobs/${jobId}?wait=50`, { headers: bearer })).status).toBe(200);
  const artifact = await (await fetch(`${origin}/v1/diffsvc/jobs/${jobId}/result`, { headers: bearer })).text();
  const changed = await fetch(`${origin}/v1/diffsvc/comparisons/${comparisonId}`, { headers: bearer });

  const sides = [pdf(['The fee is due.']), pdf(['The rent is due.'])].map((bytes) => ({
    dataBase64: Buffer.from(bytes).toString('base64'),
  }));
  const stream = await post(origin, '/v1/diffsvc/documents', bearer, {
    format: 'pdf',
    original: sides[0],
    revised: sides[1],
    pageRendering: true,
  });
  const pages = /"(https?:[^"]+\/pages\/[^"]+)"/u.exec(stream.text)![1]!;
  const pagesBytes = Buffer.from(await (await fetch(pages)).arrayBuffer());

  const link = await newPageLink({ dataDir, cluster: null, baseUrl: null });
  const opened = await fetch(`${origin}/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ code: link!.split('#link=')[1] }),
  });
  const { sessionPath } = await opened.json();
  const usage = await (await fetch(`${origin}/v1/diffsvc/usage`, { headers: bearer })).json();
  expect(await service.end('SIGTERM')).toBe(0);

  const dying = await startProcess({ dataDir, dieAt: 'claim-committed' });
  await expect(post(dying.origin, html, { ...bearer, 'idempotency-key': keyOf('dying') }, SMALL)).rejects.toThrow();
  await ended(dying);
  return {
    bearer,
    small: small.text,
    large: large.text,
    viewer: viewerUrl,
    changes: await changed.text(),
    uploadId,
    jobId,
    artifact,
    pages: { url: pages, bytes: pagesBytes },
    session: { path: sessionPath, cookie: opened.headers.get('set-cookie')!.split(';')[0]! },
    used: usage.used,
  };
}

describe.skipIf(NO_POSTGRES !== null)('diffsvc import', () => {
  let directory: string;
  let installation: string;
  let known: Known;
  let objects: ObjectServer;
  let cluster: TestCluster;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'diffsvc-import-'));
    installation = join(directory, 'used');
    known = await useInstallation(installation);
    objects = await ObjectServer.start();
  });
  afterAll(async () => {
    await objects.close();
    rmSync(directory, { recursive: true, force: true });
  });
  beforeEach(async () => {
    cluster = new TestCluster(await emptyDatabase(), objects);
  });
  afterEach(() => cluster.close());

  /** Runs beside this process, because the object store is in it. */
  const run = (...args: string[]): Promise<Outcome> => runDiffsvcBeside(args, { cwd: directory, env: cluster.env });
  const copyOfInstallation = (): string => {
    const copy = join(directory, randomBytes(4).toString('hex'));
    cpSync(installation, copy, { recursive: true });
    return copy;
  };
  async function rowsOf(table: string): Promise<number> {
    const { postgres } = await serversOfTests();
    const name = new URL(cluster.env['DIFFSVC_DATABASE_URL']!).pathname.slice(1);
    return Number((await postgres.query<{ n: string }>(name, `select count(*) as n from ${table}`))[0]!.n);
  }

  it('moves everything, and callers notice nothing but the address', async () => {
    const before = readFileSync(join(installation, 'diffsvc.sqlite'));
    const first = await run('import', installation, '--json');
    expect([first.stderr, first.code]).toEqual(['', 0]);
    const { report } = JSON.parse(first.stdout);
    expect(report).toMatchObject({
      rows: { accounts: 1, api_keys: 1, operations: 3, uploads: 2, comparisons: 1, jobs: 1, page_sessions: 1 },
      kept: 0,
      alteredTexts: 0,
      secretsAdded: 2,
      files: { there: 0, missing: 0 },
    });
    // One reply, one upload, one artifact, two sides with pages.
    expect(report.files.moved).toBe(5);
    expect(readFileSync(join(installation, 'diffsvc.sqlite'))).toEqual(before);

    const { origin } = await cluster.start();
    const html = '/v1/diffsvc/html';
    for (const [key, body, answer] of [
      ['small', SMALL, known.small],
      ['large', LARGE, known.large],
    ] as const) {
      expect(await post(origin, html, { ...known.bearer, 'idempotency-key': keyOf(key) }, body)).toEqual({
        status: 200,
        text: answer,
      });
    }
    const blocked = await post(origin, html, { ...known.bearer, 'idempotency-key': keyOf('dying') }, SMALL);
    expect([blocked.status, JSON.parse(blocked.text).code]).toEqual([409, 'idempotency_in_progress']);
    const get = async (path: string, headers: object = known.bearer): Promise<Buffer> => {
      const response = await fetch(`${origin}${path}`, { headers: { ...headers } });
      expect([path, response.status]).toEqual([path, 200]);
      return Buffer.from(await response.arrayBuffer());
    };
    expect(JSON.parse(String(await get('/v1/diffsvc/usage'))).used).toBe(known.used);
    expect((await fetch(moved(known.viewer, origin))).status).toBe(200);
    const { comparisonId } = JSON.parse(known.small);
    expect(moved(String(await get(`/v1/diffsvc/comparisons/${comparisonId}`)), '')).toBe(moved(known.changes, ''));
    expect(String(await get(`/v1/diffsvc/jobs/${known.jobId}/result`))).toBe(known.artifact);
    const pages = await fetch(moved(known.pages.url, origin));
    expect(Buffer.from(await pages.arrayBuffer())).toEqual(known.pages.bytes);
    const uploaded = { original: { uploadId: known.uploadId }, revised: { uploadId: known.uploadId } };
    expect((await post(origin, html, known.bearer, uploaded)).status).toBe(200);
    const session = await fetch(`${origin}${known.session.path}`, {
      method: 'POST',
      headers: { origin, cookie: known.session.cookie },
    });
    expect(session.status).toBe(200);

    const again = await run('import', installation);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toMatch(/was imported at .*; nothing was changed/u);
    expect(await rowsOf('comparisons')).toBe(1);
  });

  it('knows every table of an installation', () => {
    const sqlite = new SqliteDatabase(join(installation, 'diffsvc.sqlite'), { readonly: true });
    const tables = sqlite.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[];
    sqlite.close();
    // The pages of a pair are rendered again within the hour anyway.
    const left = ['kysely_migration', 'kysely_migration_lock', 'page_previews'];
    expect(tables.filter((name) => !left.includes(name)).toSorted()).toEqual(
      MOVED_TABLES.map(({ name }) => name).toSorted(),
    );
  });

  it('goes on after the object store refused, and moves no row before', async () => {
    // The first write is the small object by which the store is tried.
    objects.writesLeft = 3;
    const broken = await run('import', installation);
    expect(broken.code).toBe(2);
    expect(broken.stderr).toMatch(/^diffsvc: no row was imported: The object store .* cannot be reached now/u);
    for (const table of ['comparisons', 'operations', 'usage', 'api_keys', 'imports'])
      expect(await rowsOf(table)).toBe(0);
    Object.assign(objects, { refuses: false, writesLeft: Infinity });
    const { report } = JSON.parse((await run('import', installation, '--json')).stdout);
    expect(report.files).toEqual({ moved: 5, there: 2, missing: 0 });
    expect(report.secretsAdded).toBe(0);
    expect(await rowsOf('comparisons')).toBe(1);
  });

  it('leaves no row when the database refuses one, and keeps what the cluster has', async () => {
    const { postgres } = await serversOfTests();
    const name = new URL(cluster.env['DIFFSVC_DATABASE_URL']!).pathname.slice(1);
    await postgres.query(name, 'alter table shares rename to elsewhere');
    expect((await run('import', installation)).code).toBe(2);
    expect(await rowsOf('comparisons')).toBe(0);
    await postgres.query(name, 'alter table elsewhere rename to shares');
    const own = await cluster.newBearer('basic');
    const { origin } = await cluster.start();
    expect((await post(origin, '/v1/diffsvc/html', own.bearer, SMALL)).status).toBe(200);
    // A caller without a key has used both: the units are added.
    const anonymous = new SqliteDatabase(join(installation, 'diffsvc.sqlite'), { readonly: true });
    const month = anonymous.prepare('select month from usage').pluck().get() as string;
    anonymous.close();
    await postgres.query(name, `insert into usage values ('account:${own.accountId}', '1999-01', 5)`);
    const copy = copyOfInstallation();
    const sqlite = new SqliteDatabase(join(copy, 'diffsvc.sqlite'));
    sqlite.exec(`insert into usage values ('account:${own.accountId}', '1999-01', 7)`);
    sqlite.prepare("insert into usage values ('address:1.2.3.4', ?, 1)").run(month);
    sqlite.prepare("update comparisons set title = 'a' || char(0) || 'b'").run();
    sqlite.close();
    const { report } = JSON.parse((await run('import', copy, '--json')).stdout);
    expect(report.alteredTexts).toBe(1);
    const units = await postgres.query<{ units: string }>(name, "select units from usage where month = '1999-01'");
    expect(units.map((row) => Number(row.units))).toEqual([12]);
    expect(await rowsOf("comparisons where title = 'a' || chr(65533) || 'b'")).toBe(1);
    expect(await rowsOf("accounts where role = 'owner'")).toBe(1);
    expect(
      (await post(origin, '/v1/diffsvc/html', { ...known.bearer, 'idempotency-key': keyOf('small') }, SMALL)).text,
    ).toBe(known.small);
  });

  it('takes what a restored backup has, without the files that are missing', async () => {
    const copy = copyOfInstallation();
    for (const kind of ['replies', 'uploads', 'artifacts']) rmSync(join(copy, kind), { recursive: true });
    const outcome = await run('import', copy);
    expect(outcome.stdout).toContain('3 files were missing: what needs them is gone');
    const { origin } = await cluster.start();
    const replayed = await post(
      origin,
      '/v1/diffsvc/html',
      { ...known.bearer, 'idempotency-key': keyOf('large') },
      LARGE,
    );
    expect([replayed.status, JSON.parse(replayed.text).code]).not.toEqual([200, undefined]);
    expect((await fetch(`${origin}/v1/diffsvc/jobs/${known.jobId}/result`, { headers: known.bearer })).status).toBe(
      410,
    );
  });

  it('refuses what it cannot move whole, and names the file', async () => {
    const refusal = async (dataDir: string): Promise<string> => {
      const { code, stderr, stdout } = await run('import', dataDir);
      expect([code, stdout]).toEqual([2, '']);
      expect(await rowsOf('imports')).toBe(0);
      return stderr;
    };
    expect(await refusal(join(directory, 'nowhere'))).toMatch(/There is no installation in .*nowhere/u);

    const served = copyOfInstallation();
    const service = await startProcess({ dataDir: served });
    expect(await refusal(served)).toMatch(/Process \d+ serves the data directory .* already/u);
    await service.end('SIGTERM');

    const torn = copyOfInstallation();
    truncateSync(join(torn, 'diffsvc.sqlite'), 20_000);
    expect(await refusal(torn)).toMatch(/The database .*diffsvc\.sqlite is damaged/u);

    const [reply, upload] = [copyOfInstallation(), copyOfInstallation()];
    const fileIn = (dataDir: string, kind: string): string => join(dataDir, kind, readdirSync(join(dataDir, kind))[0]!);
    writeFileSync(fileIn(reply, 'replies'), 'other');
    expect(await refusal(reply)).toMatch(/The file .*replies.* is damaged/u);
    writeFileSync(fileIn(upload, 'uploads'), 'four');
    expect(await refusal(upload)).toMatch(/is damaged\. It has 4 bytes, and 3 were announced/u);

    const secret = copyOfInstallation();
    writeFileSync(join(secret, 'token-secret'), 'short');
    expect(await refusal(secret)).toMatch(/token-secret has 5 bytes, and a secret has 32\./u);

    const {
      DIFFSVC_DATABASE_URL: _,
      DIFFSVC_OBJECT_STORE_URL: __,
      DIFFSVC_SECRETS_FILE: ___,
      ...embedded
    } = cluster.env;
    expect((await runDiffsvcBeside(['import', installation], { cwd: directory, env: embedded })).stderr).toMatch(
      /set DIFFSVC_DATABASE_URL/u,
    );
  });
});
