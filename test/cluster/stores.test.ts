/** What differs in meaning as soon as there are several replicas. Each replica has stores and a pool of its own. */
import { CLUSTER_MIGRATIONS } from '../../service/cluster/migrations/cluster-migrations.ts';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Claim } from '../../service/admission/ports.ts';
import { OperationNotRunning } from '../../service/admission/ports.ts';
import { RateLimits } from '../../service/admission/rate-limits.ts';
import { inCluster } from '../../service/cluster/stores/cluster-schema.ts';
import { dropOldRates, mergeRates } from '../../service/cluster/stores/merge-rates.ts';
import { checkSchema, migrateCluster, missingMigrations } from '../../service/cluster/stores/migrate-cluster.ts';
import { ReplicaLease } from '../../service/cluster/replica/replica-lease.ts';
import { asTransaction } from '../../service/store/tables/transactions.ts';
import type { TestStores } from '../service/store/stores-of-test.ts';
import { emptyDatabase, openClusterDatabase, openReplicaStores, serversOfTests } from './cluster-of-tests.ts';
import { NO_POSTGRES } from './postgres-server.ts';

const AT = new Date('2025-03-01T12:00:00Z');
const SUBJECT = 'account:a';
const ENDPOINT = 'POST /v1/diffsvc/html';
let url: string;
let replicas: TestStores[];

beforeEach(async () => {
  url = await emptyDatabase();
  replicas = await Promise.all(['one', 'two', 'three'].map((name) => openReplicaStores(url, name)));
});
afterEach(async () => {
  await Promise.all(replicas.map((replica) => replica.close()));
});

function claimOf(key: string | null, more: Partial<Claim> = {}): Claim {
  return {
    operationId: `op_${randomBytes(16).toString('hex')}`,
    subject: SUBJECT,
    endpoint: ENDPOINT,
    key: key === null ? null : { keyHash: key, bodyHash: 'body' },
    requestId: 'request',
    units: 1,
    allowance: 1_000_000,
    at: AT,
    ...more,
  };
}

const reply = (text: string) => ({ status: 200, headers: {}, requestId: 'request', body: Buffer.from(text) });
const [first, second] = [() => replicas[0]!, () => replicas[1]!];

describe.skipIf(NO_POSTGRES !== null)('a claim', () => {
  it('admits each key once, at whichever replica, and charges it once', async () => {
    const keys = Array.from({ length: 200 }, (_, index) => `key ${index}`);
    const outcomes = await Promise.all(
      keys.flatMap((key) => replicas.map((replica) => replica.operations.claim(claimOf(key)))),
    );
    const admitted = outcomes.filter(({ outcome }) => outcome === 'admitted');
    expect(admitted).toHaveLength(keys.length);
    expect(outcomes.filter(({ outcome }) => outcome === 'known')).toHaveLength(2 * keys.length);
    expect(await first().operations.unitsUsed(SUBJECT, AT)).toBe(keys.length);
  });

  it('never exceeds the allowance', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        replicas[index % 3]!.operations.claim(claimOf(null, { allowance: 100 })),
      ),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(100);
    expect(outcomes.filter((each) => each.outcome === 'over-allowance' && each.used === 100)).toHaveLength(50);
    expect(await first().operations.unitsUsed(SUBJECT, AT)).toBe(100);
    const { count } = await first()
      .database.selectFrom('operations')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(100);
  });

  it('refuses more units than the whole allowance, and keeps nothing of it', async () => {
    expect(await first().operations.claim(claimOf('k', { units: 5, allowance: 4 }))).toEqual({
      outcome: 'over-allowance',
      used: 0,
    });
    expect((await second().operations.claim(claimOf('k', { units: 4, allowance: 4 }))).outcome).toBe('admitted');
  });

  it('answers at another replica with the reply of the first, small and large', async () => {
    for (const text of ['small', 'large '.repeat(20_000)]) {
      const claim = claimOf(text.slice(0, 5));
      await first().operations.claim(claim);
      await first().operations.finish({ operationId: claim.operationId, giveBack: false, reply: reply(text) }, null);
      const known = await second().operations.findOperation(SUBJECT, ENDPOINT, text.slice(0, 5));
      expect(Buffer.from((await known!.reply!())!.body).toString()).toBe(text);
    }
  });

  it('refuses U+0000, which PostgreSQL cannot hold, as a request that is invalid', async () => {
    await expect(first().operations.findOperation(SUBJECT, ENDPOINT, 'a\0b')).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

describe.skipIf(NO_POSTGRES !== null)('a job', () => {
  it('is taken once, the oldest first', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `job_${String(index).padStart(3, '0')}`);
    await first()
      .database.transaction()
      .execute(async (transaction) => {
        for (const [index, jobId] of ids.entries())
          await first().jobs.insert(asTransaction(transaction), job(jobId, index));
      });
    const taken: string[] = [];
    await Promise.all(
      replicas.map(async ({ jobs }) => {
        for (;;) {
          const next = await jobs.takeNext(AT);
          if (next === null) return;
          taken.push(next.jobId);
        }
      }),
    );
    expect(taken.toSorted()).toEqual(ids);
  });

  it('cannot be ended by a replica that no longer runs it', async () => {
    await first()
      .database.transaction()
      .execute((transaction) => first().jobs.insert(asTransaction(transaction), job('job', 1)));
    await first().jobs.takeNext(AT);
    await first().died(AT);
    expect((await second().jobs.takeNext(AT))?.runs).toBe(2);
    const artifact = {
      bytes: Buffer.from('late'),
      mediaType: 'text/plain',
      extension: '.txt',
      report: { warnings: [] },
    };
    const end = { artifact, name: 'a.txt', at: AT, expiresAtSeconds: 0 };
    expect(await first().jobs.succeed('job', end)).toBe(false);
    expect(await first().files('artifacts')).toEqual([]);
    expect(await second().jobs.succeed('job', end)).toBe(true);
  });

  function job(jobId: string, createdAtMs: number) {
    return {
      jobId,
      subject: SUBJECT,
      comparisonId: 'cmp',
      artifactType: 'review_html' as const,
      options: { accept: 'all' as const, reject: [] },
      createdAtMs,
    };
  }
});

describe.skipIf(NO_POSTGRES !== null)('a replica that died', () => {
  it('gives back units, blocks its keys and leaves those of the others alone', async () => {
    const heard = Promise.withResolvers<unknown>();
    const listener = { beat: () => Promise.resolve(), reaped: heard.resolve, fault: heard.reject };
    const times = { heartbeatMs: 20, leaseSeconds: 1 };
    const dead = new ReplicaLease(first().database, listener, times);
    const alive = new ReplicaLease(second().database, listener, times);
    await inCluster(first().database)
      .insertInto('operations')
      .values([
        running('dead keyed', dead.id, 'key'),
        running('dead', dead.id, null),
        running('alive', alive.id, 'other'),
      ])
      .execute();
    await first().database.insertInto('usage').values({ subject: SUBJECT, month: '2025-03', units: 3 }).execute();
    await alive.start();
    expect(await heard.promise).toEqual({ operations: 2, jobs: 0 });
    expect(await first().operations.unitsUsed(SUBJECT, AT)).toBe(1);
    const rows = await first().database.selectFrom('operations').select(['operation_id', 'state']).execute();
    expect(rows.toSorted((one, other) => (one.operation_id < other.operation_id ? -1 : 1))).toEqual([
      { operation_id: 'alive', state: 'running' },
      { operation_id: 'dead keyed', state: 'blocked' },
    ]);
    const late = first().operations.finish({ operationId: 'dead keyed', giveBack: false, reply: null }, null);
    await expect(late).rejects.toThrow(OperationNotRunning);
    await alive.close();
    // A replica that stops in peace leaves nothing running.
    expect(await first().operations.unitsUsed(SUBJECT, AT)).toBe(0);
  });

  function running(operationId: string, ownerId: string, key: string | null) {
    return {
      operation_id: operationId,
      subject: SUBJECT,
      endpoint: ENDPOINT,
      key_hash: key,
      body_hash: 'body',
      request_id: 'request',
      state: 'running' as const,
      units: 1,
      month: '2025-03',
      claimed_at: 0,
      reply_status: null,
      reply_headers: null,
      reply_body: null,
      reply_file: null,
      owner_id: ownerId,
    };
  }
});

describe.skipIf(NO_POSTGRES !== null)('news', () => {
  it('make every replica forget a revoked key', async () => {
    const { accountId } = await first().accounts.ensureOwner(AT);
    const key = {
      keyId: 'key',
      accountId,
      name: '',
      extensionOrigin: null,
      createdAtSeconds: 0,
      lastUsedAtSeconds: null,
      revokedAtSeconds: null,
    };
    await first().accounts.createKey(key, 'hash');
    for (const { accounts } of replicas) expect((await accounts.useKey('hash', AT))?.key.revokedAtSeconds).toBeNull();
    for (const { accounts } of replicas) expect((await accounts.useKey('hash', AT))?.key.revokedAtSeconds).toBeNull();
    await first().accounts.revokeKey('key', null, AT);
    await expect
      .poll(() =>
        Promise.all(replicas.map(async ({ accounts }) => (await accounts.useKey('hash', AT))!.key.revokedAtSeconds)),
      )
      .toEqual(replicas.map(() => AT.getTime() / 1_000));
  });
});

describe.skipIf(NO_POSTGRES !== null)('rates', () => {
  it('are those of all replicas once they are shared', async () => {
    const [here, there] = [new RateLimits(() => AT), new RateLimits(() => AT)];
    for (let request = 0; request < 6; request++) here.take('bucket', 10);
    for (let request = 0; request < 3; request++) there.take('bucket', 10);
    const share = async (rates: RateLimits) => {
      for (const count of await mergeRates(first().database, rates.takeUnshared())) rates.adopt(count);
    };
    await share(here);
    await share(there);
    expect(there.peek('bucket', 10).remaining).toBe(1);
    expect(there.take('bucket', 10).exceeded).toBe(false);
    expect(there.take('bucket', 10).exceeded).toBe(true);
    await share(there);
    here.take('bucket', 10);
    await share(here);
    expect(here.peek('bucket', 10).remaining).toBe(0);
    await dropOldRates(first().database, new Date(AT.getTime() + 3_600_000));
    expect(await mergeRates(first().database, [{ bucket: 'bucket', since: 1, requests: 1 }])).toEqual([
      { bucket: 'bucket', since: 1, requests: 1 },
    ]);
  });
});

describe.skipIf(NO_POSTGRES !== null)('the schema', () => {
  it('is made once by several at the same time, and asked for before a replica starts', async () => {
    const { postgres } = await serversOfTests();
    const empty = await postgres.database();
    const databases = [openClusterDatabase(empty), openClusterDatabase(empty)];
    try {
      await expect(checkSchema(databases[0]!)).rejects.toThrow(/lacks \d+ migrations.*diffsvc migrate/);
      const ran = await Promise.all(databases.map((database) => migrateCluster(database)));
      expect(ran.map((names) => names.length).toSorted((one, other) => one - other)).toEqual([
        0,
        Object.keys(CLUSTER_MIGRATIONS).length,
      ]);
      await checkSchema(databases[1]!);
      expect(await missingMigrations(databases[0]!)).toEqual([]);
    } finally {
      await Promise.all(databases.map((database) => database.destroy()));
    }
  });
});
