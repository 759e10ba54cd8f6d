/** Jobs that miss a part of the cluster. Two replicas have stores of their own over one database; the clock is the test's. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobRecord } from '../../service/comparison/exports/job.ts';
import { PartUnreachable } from '../../service/comparison/unreachable.ts';
import { DiskReserve } from '../../service/admission/disk-reserve.ts';
import { JobQueue } from '../../service/jobs/job-queue.ts';
import { inTransaction } from '../service/store/in-transaction.ts';
import type { TestStores } from '../service/store/stores-of-test.ts';
import { emptyDatabase, openReplicaStores } from './cluster-of-tests.ts';
import { NO_POSTGRES } from './postgres-server.ts';

const START_MS = Date.parse('2025-03-01T12:00:00Z');
const MINUTE_MS = 60_000;

describe.skipIf(NO_POSTGRES !== null)('a job that misses the object store', () => {
  let one: TestStores;
  let other: TestStores;
  let queue: JobQueue;
  let nowMs: number;
  let isThere: boolean;
  let faults: unknown[];

  beforeEach(async () => {
    const url = await emptyDatabase();
    [one, other] = await Promise.all([openReplicaStores(url), openReplicaStores(url)]);
    nowMs = START_MS;
    isThere = false;
    faults = [];
    queue = new JobQueue({
      store: one.jobs,
      reserve: new DiskReserve(() => Promise.resolve(Infinity)),
      run: () =>
        isThere
          ? Promise.resolve({ artifact: made(), name: 'a.txt' })
          : Promise.reject(new PartUnreachable('object store', 5, new Error('refused'))),
      atOnce: 1,
      artifactSeconds: 60,
      now: () => new Date(nowMs),
      onFault: (fault) => void faults.push(fault),
    });
  });
  afterEach(async () => {
    await queue.close();
    await Promise.all([one.close(), other.close()]);
  });

  const made = () => ({
    bytes: Buffer.from('made'),
    mediaType: 'text/plain',
    extension: '.txt',
    report: { warnings: [] },
  });

  async function order(jobId: string): Promise<void> {
    const job = { jobId, subject: 'account:a', comparisonId: 'cmp_1', artifactType: 'review_html' } as const;
    await inTransaction(one.database, (transaction) =>
      one.jobs.insert(transaction, { ...job, options: { accept: 'all', reject: [] }, createdAtMs: nowMs }),
    );
  }

  /** Lets the queue try once at the time of the clock, and gives the job afterwards. */
  async function tried(): Promise<JobRecord> {
    queue.wake();
    await expect.poll(() => queue.isBusy, { interval: 2 }).toBe(false);
    return (await one.jobs.find('job_1'))!;
  }

  it('is tried again with growing pauses, and fails after ten minutes', async () => {
    await order('job_1');
    const pauses: number[] = [];
    for (let job = await tried(); job.state !== 'failed'; job = await tried()) {
      expect(job).toMatchObject({ state: 'queued', runs: 0, waiting: { part: 'object store', sinceMs: START_MS } });
      const { untilMs } = job.waiting!;
      expect(untilMs).toBeGreaterThan(nowMs);
      pauses.push(untilMs - nowMs);
      nowMs = untilMs;
    }
    expect(faults).toHaveLength(pauses.length + 1);
    expect(nowMs - START_MS).toBe(10 * MINUTE_MS);
    expect(pauses.slice(0, 5)).toEqual([5_000, 5_000, 10_000, 20_000, 40_000]);
    expect(Math.max(...pauses)).toBe(MINUTE_MS);
    const { fault } = (await one.jobs.find('job_1'))!;
    expect(fault).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/object store.*10 minutes/) });
  });

  it('is taken by no replica before its time, lets others pass, and succeeds when the store is back', async () => {
    await order('job_1');
    const { untilMs } = (await tried()).waiting!;
    expect(await other.jobs.takeNext(new Date(untilMs - 1))).toBeNull();
    nowMs++;
    await order('job_2');
    expect((await other.jobs.takeNext(new Date(untilMs - 1)))?.jobId).toBe('job_2');
    isThere = true;
    nowMs = untilMs;
    expect(await tried()).toMatchObject({ state: 'succeeded', runs: 1 });
  });

  it('keeps the time of its first miss when it is stopped meanwhile', async () => {
    await order('job_1');
    const { waiting } = await tried();
    const taken = await other.jobs.takeNext(new Date(waiting!.untilMs));
    expect(taken?.waiting).toEqual(waiting);
    await other.jobs.putBack('job_1');
    nowMs = START_MS + 10 * MINUTE_MS;
    expect((await tried()).state).toBe('failed');
  });
});
