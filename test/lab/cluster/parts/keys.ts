import { randomUUID } from 'node:crypto';
import { ALLOWANCE, type Findings, type Laboratory } from '../laboratory.ts';
import { compare, eachOf, Statuses } from '../requests.ts';

const AT_ONCE = 16;

/** Every key goes to three replicas at once: each is charged once. Then an allowance is used up at all three at once. */
export async function keys(lab: Laboratory, size: number): Promise<Findings> {
  const replicas = await lab.replicasOf(3);
  const { bearer, accountId } = await lab.cluster.newBearer('creator_pro');
  const faults: string[] = [];
  const statuses = new Statuses();
  const since = performance.now();
  await eachOf(Array(size).keys(), AT_ONCE, async () => {
    const key = randomUUID();
    const headers = { ...bearer, 'idempotency-key': key };
    const answers = await Promise.all(replicas.map((replica) => compare(replica, headers, key)));
    for (const answer of answers) statuses.count(answer);
    const bodies = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body));
    if (bodies.size !== 1) faults.push(`a key had ${bodies.size} results`);
  });
  const seconds = (performance.now() - since) / 1_000;
  const [units, deadlocks] = [await lab.unitsOf(accountId), await lab.deadlocks()];
  if (units !== size) faults.push(`${size} keys were charged ${units} units`);
  if (deadlocks > 0) faults.push(`${deadlocks} deadlocks`);
  faults.push(...statuses.others(200, 409));

  const limited = await lab.cluster.newBearer('basic');
  const admitted = new Statuses();
  await eachOf(Array(3 * ALLOWANCE).keys(), 3 * AT_ONCE, async (index) => {
    admitted.count(await compare(replicas[index % 3]!, limited.bearer, randomUUID()));
  });
  if (admitted.of(200) !== ALLOWANCE) faults.push(`of an allowance of ${ALLOWANCE}, ${admitted.of(200)} were admitted`);
  return {
    figures: [
      `${size} keys at three replicas at once: ${units} units charged, ${deadlocks} deadlocks, ${statuses.text()} in ${seconds.toFixed(0)} s`,
      `an allowance of ${ALLOWANCE} units, ${3 * ALLOWANCE} requests at three replicas at once: ${admitted.text()}`,
    ],
    faults,
  };
}
