import { setTimeout as delay } from 'node:timers/promises';
import type { Findings, Laboratory } from '../laboratory.ts';
import { compare, eachOf, post } from '../requests.ts';

/** Jobs of one account at a time, below the limit of a caller. */
const OF_ACCOUNT = 5;

/** Jobs ordered at any replica: each runs once, and each has its own object. */
export async function jobs(lab: Laboratory, size: number): Promise<Findings> {
  const replicas = await lab.replicasOf(3);
  const faults: string[] = [];
  const since = performance.now();
  const accounts = Array.from({ length: Math.ceil(size / OF_ACCOUNT) }, (_, index) => index);
  await eachOf(accounts, 6, async (index) => {
    const { bearer } = await lab.cluster.newBearer('creator_pro');
    const made = await compare(replicas[index % 3]!, bearer, `jobs ${index}`, { output: ['json'] });
    const { comparisonId } = JSON.parse(made.body) as { comparisonId: string };
    for (let ordered = index * OF_ACCOUNT; ordered < Math.min(size, (index + 1) * OF_ACCOUNT); ordered++) {
      const path = `/v1/diffsvc/comparisons/${comparisonId}/exports`;
      const answer = await post(replicas[ordered % 3]!, path, bearer, { type: 'resolved_html', accept: 'all' });
      if (answer.status !== 202) faults.push(`an order was answered ${answer.status}`);
    }
  });
  while ((await lab.number("select count(*) from jobs where state in ('queued', 'running')")) > 0) await delay(200);
  const seconds = (performance.now() - since) / 1_000;
  const once = await lab.number("select count(*) from jobs where state = 'succeeded' and runs = 1");
  const owners = await lab.number('select count(distinct owner_id) from jobs');
  if (once !== size) faults.push(`of ${size} jobs, ${once} ran exactly once and succeeded`);
  return {
    figures: [`${size} jobs: ${once} ran once and succeeded, at ${owners} replicas, in ${seconds.toFixed(0)} s`],
    faults,
  };
}
