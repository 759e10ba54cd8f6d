import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Findings, Laboratory } from '../laboratory.ts';
import { ask, compare, post, Statuses } from '../requests.ts';

/** The object store refuses for this many seconds. What does not need it goes on, the rest is done afterwards. */
export async function objects(lab: Laboratory, seconds: number): Promise<Findings> {
  const replicas = await lab.replicasOf(3);
  const { bearer } = await lab.cluster.newBearer('creator_pro');
  const made = await compare(replicas[0]!, bearer, 'objects', { output: ['json'] });
  const { comparisonId } = JSON.parse(made.body) as { comparisonId: string };
  const [small, refused, after] = [new Statuses(), new Statuses(), new Statuses()];
  const uploads: string[] = [];
  const jobIds: string[] = [];
  lab.objects.refuses = true;
  const end = performance.now() + seconds * 1_000;
  for (let round = 0; performance.now() < end; round++) {
    small.count(await compare(replicas[round % 3]!, { ...bearer, 'idempotency-key': randomUUID() }, randomUUID()));
    if (round % 10 !== 0) {
      await delay(100);
      continue;
    }
    const announce = { filename: 'a.txt', contentType: 'text/plain', sizeBytes: 3 };
    const announced = await post(replicas[round % 3]!, '/v1/diffsvc/uploads', bearer, announce);
    const { pathname, search } = new URL((JSON.parse(announced.body) as { uploadUrl: string }).uploadUrl);
    uploads.push(pathname + search);
    refused.count(await put(replicas[(round + 1) % 3]!, pathname + search));
    if (jobIds.length < 3) {
      const order = { type: 'resolved_html', accept: 'all' };
      const path = `/v1/diffsvc/comparisons/${comparisonId}/exports`;
      const ordered = await post(replicas[round % 3]!, path, bearer, order);
      jobIds.push((JSON.parse(ordered.body) as { jobId: string }).jobId);
    }
  }
  lab.objects.refuses = false;
  for (const [index, path] of uploads.entries()) after.count(await put(replicas[index % 3]!, path));
  while ((await lab.number("select count(*) from jobs where state in ('queued', 'running')")) > 0) await delay(200);
  const listed = jobIds.map((id) => `'${id}'`).join(', ');
  const done = await lab.number(`select count(*) from jobs where job_id in (${listed}) and state = 'succeeded'`);
  return {
    figures: [
      `the object store refused for ${seconds} s: small comparisons with a key ${small.text()}; uploads ${refused.text()}, afterwards ${after.text()}; ${done} of ${jobIds.length} jobs that were ordered meanwhile succeeded`,
    ],
    faults: [
      ...small.others(200).map((found) => `small comparisons: ${found}`),
      ...refused.others(503).map((found) => `uploads without the store: ${found}`),
      ...(done < jobIds.length ? [`${jobIds.length - done} jobs that were ordered without the store failed`] : []),
      ...after.others(204).map((found) => `uploads afterwards: ${found}`),
    ],
  };
}

async function put(place: { readonly origin: string }, path: string) {
  return await ask(place, path, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'abc' });
}
