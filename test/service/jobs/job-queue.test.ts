/** The job queue over a real store: limits, outcomes, and recovery after a killed process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Artifact } from '../../../service/exports/artifact.ts';
import type { JobRecord, NewJob } from '../../../service/comparison/exports/job.ts';
import { DiskReserve } from '../../../service/admission/disk-reserve.ts';
import { JobQueue, type JobQueueDeps } from '../../../service/jobs/job-queue.ts';
import type { Executor } from '../../../service/store/tables/schema.ts';
import type { SqlJobStore } from '../../../service/store/tables/sql-job-store.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { openTestStores, type TestStores } from '../store/test-stores.ts';
import { ServiceError } from '../../../shared/errors.ts';

let directory: string;
let stores: TestStores;
let database: Executor;
let store: SqlJobStore;
let queue: JobQueue | null;
const at = new Date('2025-03-01T12:00:00Z');
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'diffsvc-jobs-'));
  stores = await openTestStores(directory);
  ({ database, jobs: store } = stores);
  queue = null;
});
afterEach(async () => {
  await queue?.close();
  await stores.close();
  rmSync(directory, { recursive: true, force: true });
});

let made = 0;
async function add(subject = 'account:a'): Promise<string> {
  made++;
  const job: NewJob = {
    jobId: `job_${made}`,
    subject,
    comparisonId: 'cmp_1',
    artifactType: 'review_html',
    options: { accept: 'all', reject: ['chg_000001'] },
    createdAtMs: at.getTime() + made,
  };
  await inTransaction(database, (transaction) => store.insert(transaction, job));
  return job.jobId;
}
const ARTIFACT: Artifact = {
  bytes: Buffer.from('made'),
  mediaType: 'text/plain',
  extension: '.txt',
  report: { warnings: ['one'] },
};
const faults: unknown[] = [];
function start(run: JobQueueDeps['run'], options: Partial<JobQueueDeps> = {}): void {
  const reserve = new DiskReserve(() => Promise.resolve(Infinity));
  const deps = { store, reserve, run, atOnce: 2, artifactSeconds: 60, now: () => at };
  queue = new JobQueue({ ...deps, onFault: (fault) => void faults.push(fault), ...options });
  queue.wake();
}
async function ended(jobId: string): Promise<JobRecord> {
  for (;;) {
    const job = await store.find(jobId);
    if (job === null || job.state === 'succeeded' || job.state === 'failed') return job!;
    await new Promise((wait) => setTimeout(wait, 2));
  }
}
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));

describe('the queue', () => {
  it('runs so many at once and no more, the oldest first, until all have ended', async () => {
    const ids = [await add(), await add(), await add(), await add(), await add()];
    let running = 0;
    let most = 0;
    const order: string[] = [];
    const two = Promise.withResolvers<undefined>();
    start(async ({ jobId }) => {
      order.push(jobId);
      running++;
      most = Math.max(most, running);
      if (running === 2) two.resolve(undefined);
      await two.promise;
      await new Promise((wait) => setTimeout(wait, 5));
      running--;
      return { artifact: ARTIFACT, name: 'a.txt' };
    });
    for (const id of ids) expect((await ended(id)).state).toBe('succeeded');
    expect(most).toBe(2);
    // Two that are taken at the same time may begin in either order.
    for (const [place, id] of ids.entries()) expect(Math.abs(order.indexOf(id) - place)).toBeLessThanOrEqual(1);
    expect(order).toHaveLength(ids.length);
  });

  it('keeps the file and what is told of it', async () => {
    const id = await add();
    start(() => Promise.resolve({ artifact: ARTIFACT, name: 'a.txt' }));
    const job = await ended(id);
    expect(job).toMatchObject({
      runs: 1,
      progress: 1,
      report: { warnings: ['one'] },
      options: { accept: 'all', reject: ['chg_000001'] },
      result: { name: 'a.txt', mediaType: 'text/plain' },
      expiresAtSeconds: at.getTime() / 1_000 + 60,
    });
    expect(Buffer.from((await store.read(job.result!.file))!).toString()).toBe('made');
    await store.sweep(new Date(at.getTime() + 60_000));
    expect(await stores.files('artifacts')).toEqual([]);
    expect((await store.find(id))?.result).toBeNull();
  });

  it('stops what takes too long', async () => {
    const id = await add();
    start((_job, signal) => untilAborted(signal), { timeoutMs: 30 });
    expect((await ended(id)).fault).toMatchObject({ code: 'comparison_timeout' });
  });

  it('tells a refusal as it is, and of a fault of ours no more than that it was one', async () => {
    const [refused, broken] = [await add(), await add()];
    start(({ jobId }) =>
      Promise.reject(jobId === refused ? new ServiceError('document_invalid', 'It is broken.') : new Error('secret')),
    );
    expect((await ended(refused)).fault).toEqual({ code: 'document_invalid', message: 'It is broken.' });
    const { fault } = await ended(broken);
    expect(fault?.code).toBe('internal_error');
    expect(fault?.message).not.toContain('secret');
    expect(faults).toHaveLength(1);
  });

  it('queues again what runs when it is closed, as if it had not run', async () => {
    const id = await add();
    start((_job, signal) => untilAborted(signal));
    while ((await store.find(id))?.state !== 'running') await new Promise((wait) => setTimeout(wait, 2));
    await queue!.close();
    expect(await store.find(id)).toMatchObject({ state: 'queued', runs: 0, startedAtMs: null });
  });

  it('takes no result for a job that was removed, and keeps no file of it', async () => {
    const id = await add();
    const { promise, resolve: go } = Promise.withResolvers<undefined>();
    start(async () => {
      await promise;
      return { artifact: ARTIFACT, name: 'a.txt' };
    });
    while ((await store.find(id))?.state !== 'running') await new Promise((wait) => setTimeout(wait, 2));
    expect(await store.remove('account:b', id)).toBe(false);
    expect(await store.remove('account:a', id)).toBe(true);
    go(undefined);
    await queue!.close();
    expect(await store.find(id)).toBeNull();
    await store.sweep(at);
    expect(await stores.files('artifacts')).toEqual([]);
  });
});

describe('callers', () => {
  it('take turns: a job passes those of a caller with more running jobs', async () => {
    const many = [await add(), await add(), await add()];
    const one = await add('account:b');
    const taken = [];
    for (let next = await store.takeNext(at); next !== null; next = await store.takeNext(at)) taken.push(next.jobId);
    expect(taken).toEqual([many[0], one, many[1], many[2]]);
  });
});

describe('after a process that died', () => {
  it('runs again three times, and then has failed', async () => {
    const id = await add();
    for (let died = 0; died < 4; died++) {
      expect((await store.takeNext(at))?.jobId).toBe(id);
      expect(await stores.died(at)).toBe(1);
    }
    expect(await store.takeNext(at)).toBeNull();
    expect(await store.find(id)).toMatchObject({ state: 'failed', runs: 4, fault: { code: 'internal_error' } });
    expect(await stores.died(at)).toBe(0);
  });
});
