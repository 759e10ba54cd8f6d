/** Three replicas as processes over one PostgreSQL and one object store. `npm run lab -- cluster` does it at length. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase } from './cluster-of-tests.ts';
import { ObjectServer } from './object-server.ts';
import { NO_POSTGRES, PostgresServer } from './postgres-server.ts';
import { compareAt, fetchPatiently, TestCluster, untilReady, type ReplicaProcess } from './replica-process.ts';
import { openClusterDatabase, serversOfTests } from './cluster-of-tests.ts';
import type { Job } from '../../shared/api/jobs.ts';
import { CLUSTER_MIGRATIONS } from '../../service/cluster/migrations/cluster-migrations.ts';
import { migrateCluster } from '../../service/cluster/stores/migrate-cluster.ts';

describe.skipIf(NO_POSTGRES !== null)('three replicas', () => {
  let postgres: PostgresServer;
  let objects: ObjectServer;
  let cluster: TestCluster;
  let replicas: ReplicaProcess[];

  beforeAll(async () => {
    // A server and a store of their own, because the tests stop both.
    [postgres, objects] = await Promise.all([PostgresServer.start(), ObjectServer.start()]);
    const url = await postgres.database();
    const database = openClusterDatabase(url);
    await migrateCluster(database);
    await database.destroy();
    cluster = new TestCluster(url, objects);
    replicas = [];
    for (let started = 0; started < 3; started++) replicas.push(await cluster.start());
  });
  afterAll(async () => {
    await cluster.close();
    await objects.close();
    await postgres.close();
  });
  const at = (index: number): ReplicaProcess => replicas[index % replicas.length]!;

  it('answer each key the same, and charge it once', async () => {
    const { bearer, accountId } = await cluster.newBearer('creator_pro');
    const keys = Array.from({ length: 8 }, () => randomUUID());
    for (const key of keys) {
      const headers = { ...bearer, 'idempotency-key': key };
      const answers = await Promise.all([0, 1, 2].map((index) => compareAt(at(index), headers, key)));
      for (const { status } of answers) expect([200, 409]).toContain(status);
      const again = await Promise.all([0, 1, 2].map((index) => compareAt(at(index), headers, key)));
      expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(again.map(({ body }) => body)).size).toBe(1);
    }
    expect(await usedBy(accountId)).toBe(keys.length);
  });

  it('refuse a key that the command line revoked', async () => {
    const { bearer, keyId } = await cluster.newBearer('basic');
    for (const index of [0, 1, 2]) expect((await compareAt(at(index), bearer, 'x')).status).toBe(200);
    const since = performance.now();
    await cluster.administer((accounts) => accounts.revokeKey(keyId, null));
    for (const index of [0, 1, 2]) {
      await expect.poll(async () => (await compareAt(at(index), bearer, 'x')).code).toBe('api_key_revoked');
    }
    process.stderr.write(`a revoked key was refused everywhere after ${Math.round(performance.now() - since)} ms\n`);
  });

  it('run jobs, whose end and whose result each of them tells', async () => {
    const { bearer } = await cluster.newBearer('creator_pro');
    const headers = { ...bearer, 'content-type': 'application/json' };
    const body = JSON.stringify({ original: '<p>a</p>', revised: '<p>b</p>', format: 'html', output: ['json'] });
    const made = await fetch(`${at(0).origin}/v1/diffsvc/html`, { method: 'POST', headers, body });
    const { comparisonId } = (await made.json()) as { comparisonId: string };
    const ordered = await fetch(`${at(1).origin}/v1/diffsvc/comparisons/${comparisonId}/exports`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ type: 'resolved_html', accept: 'all' }),
    });
    const { jobId } = (await ordered.json()) as { jobId: string };
    const job = await fetch(`${at(2).origin}/v1/diffsvc/jobs/${jobId}?wait=50`, { headers: bearer });
    expect(((await job.json()) as { status: string }).status).toBe('succeeded');
    const results = await Promise.all(
      [0, 1, 2].map(async (index) => {
        const result = await fetch(`${at(index).origin}/v1/diffsvc/jobs/${jobId}/result`, { headers: bearer });
        return [result.status, await result.text()];
      }),
    );
    expect(results[0]![0]).toBe(200);
    expect(results).toEqual([results[0], results[0], results[0]]);
  });

  it('tell their health, and their metrics by route', async () => {
    for (const { operations } of replicas) {
      expect((await fetch(`${operations}/health/live`)).status).toBe(200);
      expect((await fetch(`${operations}/health/ready`)).status).toBe(200);
      const metrics = await (await fetch(`${operations}/metrics`)).text();
      expect(metrics).toContain('diffsvc_http_request_seconds_count{method="POST",route="/v1/diffsvc/html"');
      expect(metrics).toContain('diffsvc_database_connections{use="open"}');
      expect(metrics).toContain('nodejs_eventloop_lag_seconds');
      expect((await fetch(`${operations}/elsewhere`)).status).toBe(404);
    }
  });

  it('live through a crash of the database, and are ready again', async () => {
    const { bearer, accountId } = await cluster.newBearer('creator_pro');
    const keys = Array.from({ length: 15 }, () => randomUUID());
    const under = keys.map(async (key, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 10));
      return await compareAt(at(index), { ...bearer, 'idempotency-key': key }, key);
    });
    await under[5];
    await postgres.down('immediate');
    for (const { operations } of replicas) {
      expect((await fetch(`${operations}/health/live`)).status).toBe(200);
      expect((await fetch(`${operations}/health/ready`)).status).toBe(503);
    }
    for (const { status } of await Promise.all(under)) expect([200, 503]).toContain(status);
    // Keys that cannot be looked up are no wrong keys: their caller is not refused for many of them.
    const meanwhile = await Promise.all(Array.from({ length: 70 }, () => compareAt(at(0), bearer, 'meanwhile')));
    expect(new Set(meanwhile.map(({ status }) => status))).toEqual(new Set([503]));
    await postgres.up();
    await Promise.all(replicas.map(untilReady));
    // Claims whose outcome was unknown are given up with the next heartbeat. Then every key has its answer.
    for (const [index, key] of keys.entries()) {
      await expect
        .poll(async () => (await compareAt(at(index + 1), { ...bearer, 'idempotency-key': key }, key)).status, {
          interval: 250,
        })
        .toBeOneOf([200, 503]);
    }
    expect(await usedBy(accountId)).toBeLessThanOrEqual(keys.length);
  });

  it('refuse what needs the object store while it cannot be reached, and nothing else', async () => {
    const { bearer } = await cluster.newBearer('creator_pro');
    objects.refuses = true;
    expect((await compareAt(at(0), bearer, 'without objects')).status).toBe(200);
    const announced = await fetch(`${at(0).origin}/v1/diffsvc/uploads`, {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ filename: 'a.txt', contentType: 'text/plain', sizeBytes: 3 }),
    });
    const { uploadUrl } = (await announced.json()) as { uploadUrl: string };
    const address = `${at(1).origin}${new URL(uploadUrl).pathname}${new URL(uploadUrl).search}`;
    const put = (): Promise<Response> =>
      fetch(address, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'abc' });
    const refused = await put();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    objects.refuses = false;
    expect((await put()).status).toBe(204);
    expect((await put()).status).toBe(409);
  });

  it('let a job wait for the object store, say why, and run it when the store answers', async () => {
    const { bearer } = await cluster.newBearer('creator_pro');
    const headers = { ...bearer, 'content-type': 'application/json' };
    const send = async (path: string, body: object) =>
      await fetchPatiently(`${at(0).origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const texts = { original: '<p>a</p>', revised: '<p>b</p>', format: 'html', output: ['json'] };
    const { comparisonId } = JSON.parse((await send('/v1/diffsvc/html', texts)).text) as { comparisonId: string };
    objects.refuses = true;
    const order = { type: 'resolved_html', accept: 'all' };
    const ordered = await send(`/v1/diffsvc/comparisons/${comparisonId}/exports`, order);
    expect(ordered.status).toBe(202);
    const { jobId } = JSON.parse(ordered.text) as { jobId: string };
    const job = async (): Promise<Job> => {
      const polled = await fetchPatiently(`${at(1).origin}/v1/diffsvc/jobs/${jobId}`, { headers: bearer });
      return JSON.parse(polled.text) as Job;
    };
    await expect.poll(async () => (await job()).waiting?.code).toBe('unavailable');
    expect(await job()).not.toHaveProperty('error');
    const metrics = async (): Promise<string> => await (await fetch(`${at(2).operations}/metrics`)).text();
    await expect.poll(metrics).toContain('diffsvc_jobs{state="waiting"} 1');
    objects.refuses = false;
    await expect.poll(async () => (await job()).status).toBe('succeeded');
    expect(await job()).not.toHaveProperty('waiting');
    const result = await fetch(`${at(2).origin}/v1/diffsvc/jobs/${jobId}/result`, { headers: bearer });
    expect([result.status, await result.text()]).toEqual([200, expect.stringContaining('b')]);
  });

  it('go on when one is killed, and finish begun answers after a stop signal', async () => {
    const { bearer } = await cluster.newBearer('creator_pro');
    await replicas.shift()!.end('SIGKILL');
    for (const index of [0, 1]) expect((await compareAt(at(index), bearer, 'after')).status).toBe(200);
    const leaving = replicas.shift()!;
    const ended = leaving.end('SIGTERM');
    await expect.poll(async () => (await fetch(`${leaving.operations}/health/ready`)).status).toBe(503);
    expect((await compareAt(leaving, bearer, 'while it drains')).status).toBe(200);
    expect(await ended).toBe(0);
    expect((await compareAt(at(0), bearer, 'last')).status).toBe(200);
  });

  async function usedBy(accountId: string): Promise<number> {
    const name = new URL(cluster.env['DIFFSVC_DATABASE_URL']!).pathname.slice(1);
    const rows = await postgres.query<{ units: string }>(
      name,
      `select units from usage where subject = 'account:${accountId}'`,
    );
    return Number(rows[0]?.units ?? 0);
  }
});

describe.skipIf(NO_POSTGRES !== null)('a replica', () => {
  it('does not start without the schema, the secrets or the address of the cluster', async () => {
    const { postgres, objects } = await serversOfTests();
    const without = new TestCluster(await postgres.database(), objects);
    await expect(without.start()).rejects.toThrow(
      new RegExp(`lacks ${Object.keys(CLUSTER_MIGRATIONS).length} migrations.*Run \`diffsvc migrate\``, 'u'),
    );
    await without.close();
    const cluster = new TestCluster(await emptyDatabase(), objects);
    await expect(cluster.start({ DIFFSVC_BASE_URL: '' })).rejects.toThrow(/DIFFSVC_BASE_URL is not set/);
    await expect(cluster.start({ DIFFSVC_SECRETS_FILE: '' })).rejects.toThrow(/DIFFSVC_SECRETS_FILE is not set/);
    await expect(cluster.start({ DIFFSVC_OBJECT_STORE_URL: '' })).rejects.toThrow(
      /DIFFSVC_DATABASE_URL is set without DIFFSVC_OBJECT_STORE_URL/,
    );
    await cluster.close();
  });
});
