import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { untilReady } from '../../../cluster/replica-process.ts';
import type { Findings, Laboratory } from '../laboratory.ts';
import { compare, eachOf, Statuses } from '../requests.ts';

const KEYS = 300;
const DOWN_MS = 2_000;
const MOST_MS = 10_000;
/** Claims whose outcome was unknown are given up with the next heartbeat, after five seconds. */
const MOST_TRIES = 60;

/** PostgreSQL crashes under load and starts again. Replicas live, and every key gets one answer. */
export async function database(lab: Laboratory, size: number): Promise<Findings> {
  const replicas = await lab.replicasOf(3);
  const faults: string[] = [];
  const under = new Statuses();
  const after = new Statuses();
  let longest = 0;
  for (let round = 0; round < size; round++) {
    const { bearer, accountId } = await lab.cluster.newBearer('creator_pro');
    const keyed = Array.from({ length: KEYS }, () => ({ key: randomUUID(), body: '' }));
    const loaded = eachOf(keyed.entries(), 12, async ([index, item]) => {
      const headers = { ...bearer, 'idempotency-key': item.key };
      const answer = await compare(replicas[index % 3]!, headers, item.key);
      under.count(answer);
      if (answer.status === 200) item.body = answer.body;
    });
    await delay(200 + lab.below(500));
    await lab.postgres.down('immediate');
    await delay(DOWN_MS);
    await lab.postgres.up(true);
    const since = performance.now();
    await Promise.all(replicas.map(untilReady));
    longest = Math.max(longest, performance.now() - since);
    await loaded;
    await eachOf(keyed.entries(), 12, async ([index, { key, body }]) => {
      const headers = { ...bearer, 'idempotency-key': key };
      let again = await compare(replicas[(index + 1) % 3]!, headers, key);
      for (let tries = 0; tries < MOST_TRIES && (again.status === 409 || again.status === 503); tries++) {
        await delay(250);
        again = await compare(replicas[(index + 1) % 3]!, headers, key);
      }
      after.count(again);
      if (body !== '' && again.body !== body) faults.push('a key had two results');
    });
    const units = await lab.unitsOf(accountId);
    const done = await lab.number(
      `select count(*) from operations where subject = 'account:${accountId}' and reply_status = 200`,
    );
    if (units !== done || done !== KEYS) faults.push(`${units} units were charged for ${done} results of ${KEYS} keys`);
  }
  faults.push(...replicas.filter((replica) => replica.hasEnded()).map(() => 'a replica ended'));
  faults.push(...under.others(200, 409, 503).map((found) => `under the crash: ${found}`));
  faults.push(...after.others(200).map((found) => `after the crash: ${found}`));
  if (longest > MOST_MS) faults.push(`replicas were ready after ${longest.toFixed(0)} ms`);
  return {
    figures: [
      `${size} stops of PostgreSQL with \`immediate\` under load: replicas live, ready ${longest.toFixed(0)} ms after it at most; meanwhile ${under.text()}; the same keys afterwards ${after.text()}`,
    ],
    faults,
  };
}
