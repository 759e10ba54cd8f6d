/** Kills the service at every point where a job could stay half done. The next service finishes the job once. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job, JobList } from '../../../shared/api/jobs.ts';
import { FAULT_POINTS, type FaultPoint } from '../../../service/store/fault-point.ts';
import { ended, newBearer, startProcess, type ServiceProcess } from './service-process.ts';

let dataDir: string;
let bearer: { authorization: string };
let running: ServiceProcess[];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'diffsvc-kill-jobs-'));
  bearer = await newBearer(dataDir, 'basic');
  running = [];
});
afterEach(async () => {
  for (const service of running) {
    service.child.kill('SIGKILL');
    await ended(service);
  }
  rmSync(dataDir, { recursive: true, force: true });
});

/** The test asks until the job has ended, which takes more requests than a plan allows on a slow machine. */
const ROOMY = { DIFFSVC_PLANS: JSON.stringify({ basic: { requestsPerMinute: 100_000 } }) };

async function start(dieAt?: FaultPoint): Promise<ServiceProcess> {
  const service = await startProcess({ dataDir, env: ROOMY, ...(dieAt === undefined ? {} : { dieAt }) });
  running.push(service);
  return service;
}
const post = (service: ServiceProcess, path: string, body: object): Promise<Response> =>
  fetch(service.origin + path, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const jobsOf = async (service: ServiceProcess): Promise<readonly Job[]> => {
  const response = await fetch(`${service.origin}/v1/diffsvc/jobs`, { headers: bearer });
  expect(response.status, await response.clone().text()).toBe(200);
  return ((await response.json()) as JobList).jobs;
};

describe('killed at a fault point of a job', () => {
  it.each(FAULT_POINTS.filter((point) => point.startsWith('job-')))('%s', async (point) => {
    const dying = await start(point);
    const texts = { original: 'The fee is due.', revised: 'The rent is due.', format: 'txt', output: ['json'] };
    const { comparisonId } = (await (await post(dying, '/v1/diffsvc/html', texts)).json()) as { comparisonId: string };
    const exported = post(dying, `/v1/diffsvc/comparisons/${comparisonId}/exports`, { type: 'track_changes_docx' });
    if (point === 'job-queued') await expect(exported).rejects.toThrow();
    else await exported.catch(() => undefined);
    await ended(dying);
    expect(dying.child.signalCode).toBe('SIGKILL');

    const service = await start();
    // The transaction that was not committed left no job; every other one is there, and gets done.
    let jobs = await jobsOf(service);
    expect(jobs).toHaveLength(point === 'job-queued' ? 0 : 1);
    while (jobs.some(({ status }) => status === 'queued' || status === 'running')) {
      await new Promise((wait) => setTimeout(wait, 50));
      jobs = await jobsOf(service);
    }
    for (const job of jobs) {
      expect(job.status).toBe('succeeded');
      const { pathname } = new URL(job.downloadUrl!);
      const file = await fetch(service.origin + pathname, { headers: bearer });
      expect(
        Buffer.from(await file.arrayBuffer())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK');
      // One file, whole, under the name of its content: what was made twice is the same.
      expect(readdirSync(join(dataDir, 'artifacts'))).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    }
    expect(await service.end('SIGTERM')).toBe(0);
  });
});
