/** A backup restored into an empty directory: whoever holds a link, a session, a key or a token goes on. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUp, newPageLink, restore } from '../../../service/administration.ts';
import { copyDatabase } from '../../../service/store/maintenance/copy-database.ts';
import { newBearer, startProcess, type ServiceProcess } from './service-process.ts';

let folder: string;
let service: ServiceProcess | null = null;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'diffsvc-restored-'))));
afterEach(async () => {
  await service?.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('links, sessions, keys and access tokens are valid after a restore into an empty directory', async () => {
  const [dataDir, emptyDir, copy] = ['data', 'new', 'copy.sqlite'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  service = await startProcess({ dataDir });
  const bearer = await newBearer(dataDir, 'creator');
  const hosted = await post(service, '/v1/diffsvc/html', bearer, {
    ...{ original: 'one two', revised: 'one three', format: 'txt', output: ['hosted_viewer'] },
  });
  const comparisonId = hosted.json['comparisonId']!;
  const viewerToken = hosted.json['viewerToken']!;
  const address = await newPageLink({ dataDir, cluster: null, baseUrl: null });
  const code = new URL(address!).hash.slice('#link='.length);
  const opened = await post(service, '/v1/sessions', { origin: service.origin }, { code });
  const cookie = opened.headers.getSetCookie()[0]!.split(';')[0]!;
  const sessionPath = opened.json['sessionPath']!;
  const accessToken = (await post(service, sessionPath, { origin: service.origin, cookie })).json['accessToken']!;
  backUp({ dataDir }, copy);
  await service.end('SIGTERM');

  expect(await restore({ dataDir: emptyDir }, copy)).toEqual({ kept: null, hasSecrets: true });
  expect(statSync(join(emptyDir, 'token-secret')).mode & 0o777).toBe(0o600);
  service = await startProcess({ dataDir: emptyDir });
  const read = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${service!.origin}/v1/diffsvc/comparisons/${comparisonId}`, { headers })).status;
  expect(await read({ 'x-viewer-token': viewerToken })).toBe(200);
  expect(await read(bearer)).toBe(200);
  const listed = await fetch(`${service.origin}/v1/diffsvc/comparisons`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(listed.status).toBe(200);
  const renewed = await post(service, sessionPath, { origin: service.origin, cookie });
  expect([renewed.status, renewed.json['accessToken']]).toEqual([200, expect.stringMatching(/^dst_/)]);
});

test('the secrets of a backup are not in the restored database, and an earlier backup says that it has none', async () => {
  const dataDir = join(folder, 'data');
  service = await startProcess({ dataDir });
  await service.end('SIGTERM');
  const secret = readFileSync(join(dataDir, 'token-secret'));
  const [copy, earlier] = [join(folder, 'copy.sqlite'), join(folder, 'earlier.sqlite')];
  backUp({ dataDir }, copy);
  copyDatabase(join(dataDir, 'diffsvc.sqlite'), earlier);
  expect([readFileSync(copy).includes(secret), statSync(copy).mode & 0o777]).toEqual([true, 0o600]);
  const emptyDir = join(folder, 'new');
  expect(await restore({ dataDir: emptyDir }, copy)).toMatchObject({ hasSecrets: true });
  expect(readFileSync(join(emptyDir, 'diffsvc.sqlite')).includes(secret)).toBe(false);
  expect(readFileSync(join(emptyDir, 'token-secret'))).toEqual(secret);
  const other = await restore({ dataDir: join(folder, 'other') }, earlier);
  expect(other).toEqual({ kept: null, hasSecrets: false });
  // A backup that was copied into its place by hand keeps its table, and can be backed up again.
  const again = join(folder, 'again.sqlite');
  backUp({ dataDir }, join(dataDir, 'by-hand.sqlite'));
  rmSync(join(dataDir, 'diffsvc.sqlite'));
  new SqliteDatabase(join(dataDir, 'by-hand.sqlite')).prepare('vacuum into ?').run(join(dataDir, 'diffsvc.sqlite'));
  backUp({ dataDir }, again);
  expect(await restore({ dataDir: join(folder, 'third') }, again)).toMatchObject({ hasSecrets: true });
});

test('a secret that a backup replaces is kept beside the database that it belongs to', async () => {
  const [dataDir, otherDir] = [join(folder, 'data'), join(folder, 'other')];
  for (const directory of [dataDir, otherDir]) {
    service = await startProcess({ dataDir: directory });
    await service.end('SIGTERM');
  }
  const [secret, replaced] = [dataDir, otherDir].map((directory) => readFileSync(join(directory, 'token-secret')));
  const copy = join(folder, 'copy.sqlite');
  backUp({ dataDir }, copy);
  const { kept } = await restore({ dataDir: otherDir }, copy);
  expect(kept).toMatch(/diffsvc\.sqlite\.before-\d{8}T\d{6}$/u);
  expect(readFileSync(join(otherDir, 'token-secret'))).toEqual(secret);
  const suffix = kept!.slice(kept!.lastIndexOf('.before-'));
  expect(readFileSync(join(otherDir, `token-secret${suffix}`))).toEqual(replaced);
});

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Readonly<Record<string, string>>;
}

async function post(
  { origin }: ServiceProcess,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Answered> {
  const answer = await fetch(origin + path, {
    method: 'POST',
    ...(body === undefined
      ? { headers }
      : { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Answered['json'] };
}
