/** What a person does to an installation, and a process that dies at a bad moment: nothing is lost. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { databaseFaults } from '../../../service/store/maintenance/copy-database.ts';
import { SQLITE_TYPES } from '../../../service/store/tables/migrations/column-types.ts';
import { migrationsWith, providerOf } from '../../../service/store/tables/migrations/migration-list.ts';
import { openDatabase } from '../../../service/store/sqlite/open-database.ts';
import { RUNS_ALL, SEED } from '../../seed/seed.ts';
import { newBearer, startProcess, type ServiceProcess } from './service-process.ts';

const OPEN_AND_DIE = fileURLToPath(new URL('open-and-die.ts', import.meta.url));
/** One statement of so many is tried; the seed says which. */
const EVERY = RUNS_ALL ? 1 : 8;

let directory: string;
let running: ServiceProcess[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'diffsvc-recovery-'));
  running = [];
});
afterEach(async () => {
  for (const service of running) if (service.child.exitCode === null) await service.end('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

async function start(dataDir: string): Promise<ServiceProcess> {
  const service = await startProcess({ dataDir });
  running.push(service);
  return service;
}

/** A database of the first version, with an account. */
async function oldDatabase(file: string): Promise<void> {
  const sqlite = new SqliteDatabase(file);
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) });
  const migrator = new Migrator({ db, provider: providerOf(migrationsWith(SQLITE_TYPES)) });
  expect((await migrator.migrateTo('0001-accounts-and-usage')).error).toBeUndefined();
  sqlite.prepare(`insert into accounts values ('acc_1', 1, 'creator', 'the owner', null, 0)`).run();
  await db.destroy();
}

it('finishes a migration that was killed at any of its statements', { timeout: 600_000 }, async () => {
  const old = join(directory, 'old.sqlite');
  await oldDatabase(old);
  const dieAt = (file: string, statement: number) =>
    spawnSync(process.execPath, [OPEN_AND_DIE, file, String(statement)], { encoding: 'utf8' });
  const whole = join(directory, 'whole.sqlite');
  copyFileSync(old, whole);
  const statements = Number(dieAt(whole, 0).stdout);
  expect(statements).toBeGreaterThan(20);
  for (let statement = 1 + (SEED % EVERY); statement <= statements; statement += EVERY) {
    const file = join(directory, `killed-${statement}.sqlite`);
    copyFileSync(old, file);
    expect(dieAt(file, statement).signal, `statement ${statement} of ${statements}`).toBe('SIGKILL');
    const database = await openDatabase(file);
    const { name, plan } = await database.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
    expect([name, plan]).toEqual(['the owner', 'creator']);
    // The newest table is there and empty.
    expect(await database.selectFrom('jobs').selectAll().execute()).toEqual([]);
    await database.destroy();
    expect(databaseFaults(file)).toEqual([]);
  }
});

it('serves a data directory that was moved: replies, comparisons, uploads and files', async () => {
  const before = join(directory, 'before');
  const { authorization } = await newBearer(before, 'creator_pro');
  const headers = { authorization, 'content-type': 'application/json' };
  const first = await start(before);
  const call = async (service: ServiceProcess, method: string, path: string, body?: unknown, more = {}) => {
    const response = await fetch(service.origin + path.replace(/^http:\/\/[^/]+/, ''), {
      method,
      headers: { ...headers, ...more },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const jsonOf = ({ bytes }: { bytes: Buffer }) => JSON.parse(bytes.toString());
  const text = 'The fee is due in thirty days of the order.\n'.repeat(3_000);
  const uploadOf = async (content: string): Promise<{ uploadId: string }> => {
    const type = 'text/plain; charset=utf-8';
    const announced = { filename: 'a.txt', contentType: type, sizeBytes: content.length };
    const { uploadId, uploadUrl } = jsonOf(await call(first, 'POST', '/v1/diffsvc/uploads', announced));
    expect((await call(first, 'PUT', uploadUrl, content, { 'content-type': type })).status).toBe(204);
    return { uploadId };
  };
  const pair = { original: await uploadOf(text), revised: await uploadOf(text.replaceAll('thirty', 'ten')) };
  const request = { ...pair, format: 'txt', output: ['html', 'json', 'hosted_viewer'] };
  const key = { 'idempotency-key': 'a-key-of-16-signs' };
  const compared = await call(first, 'POST', '/v1/diffsvc/html', request, key);
  const { comparisonId, changesUrl, viewerUrl } = jsonOf(compared);
  const exports = `/v1/diffsvc/comparisons/${comparisonId}/exports`;
  const { jobId } = jsonOf(await call(first, 'POST', exports, { type: 'track_changes_docx' }));
  const jobOf = async (service: ServiceProcess) => jsonOf(await call(service, 'GET', `/v1/diffsvc/jobs/${jobId}`));
  while ((await jobOf(first)).status !== 'succeeded') await new Promise((wait) => setTimeout(wait, 200));
  const file = await call(first, 'GET', (await jobOf(first)).downloadUrl);
  expect(await first.end('SIGTERM')).toBe(0);

  const after = join(directory, 'after');
  renameSync(before, after);
  const second = await start(after);
  expect((await call(second, 'POST', '/v1/diffsvc/html', request, key)).bytes).toEqual(compared.bytes);
  expect(jsonOf(await call(second, 'GET', changesUrl)).totalChanges).toBe(jsonOf(compared).json.totalChanges);
  expect((await call(second, 'GET', viewerUrl)).status).toBe(200);
  expect((await call(second, 'GET', (await jobOf(second)).downloadUrl)).bytes).toEqual(file.bytes);
  // The uploads are there as well, for another comparison.
  expect((await call(second, 'POST', '/v1/diffsvc/html', { ...request, output: ['html'] })).status).toBe(200);
  expect(await second.end('SIGTERM')).toBe(0);
  expect(readdirSync(directory)).toEqual(['after']);
});
