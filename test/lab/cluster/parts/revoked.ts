import { randomUUID } from 'node:crypto';
import type { Findings, Laboratory } from '../laboratory.ts';
import { compare } from '../requests.ts';

const MOST_MS = 5_000;
const GIVEN_UP_MS = 30_000;

/** Keys that are in use at three replicas are revoked, one after the other. */
export async function revoked(lab: Laboratory, size: number): Promise<Findings> {
  const replicas = await lab.replicasOf(3);
  const times: number[] = [];
  for (let round = 0; round < size; round++) {
    const { bearer, keyId } = await lab.cluster.newBearer('creator_pro');
    await Promise.all(replicas.map((replica) => compare(replica, bearer, randomUUID())));
    await lab.cluster.administer((accounts) => accounts.revokeKey(keyId, null));
    const since = performance.now();
    await Promise.all(
      replicas.map(async (replica) => {
        while (performance.now() - since < GIVEN_UP_MS) {
          if ((await compare(replica, bearer, randomUUID())).status === 403) return;
        }
      }),
    );
    times.push(performance.now() - since);
  }
  times.sort((one, other) => one - other);
  const [median, longest] = [times[Math.floor(times.length / 2)] ?? 0, times.at(-1) ?? 0];
  return {
    figures: [
      `${size} revoked keys: refused at all three replicas after ${median.toFixed(0)} ms in the middle, ${longest.toFixed(0)} ms at most`,
    ],
    faults: longest > MOST_MS ? [`a revoked key was used for ${longest.toFixed(0)} ms`] : [],
  };
}
