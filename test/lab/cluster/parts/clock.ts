import { globSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { untilReady } from '../../../cluster/replica-process.ts';
import type { Findings, Laboratory } from '../laboratory.ts';

const PROBE_MS = 250;
/** Differences of clocks, in seconds: the last is still fit. */
const OFFSETS = [120, -120, 25, 15];
const FIT = 20;

/** Replicas whose clocks differ from that of PostgreSQL, which stops once. Those beyond the limit are never ready. */
export async function clock(lab: Laboratory, size: number): Promise<Findings> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
  if (library === undefined)
    return { figures: [], faults: ['no library sets clocks here: apt-get install libfaketime'] };
  const replicas = await Promise.all(
    OFFSETS.map(async (seconds) => {
      const env = { LD_PRELOAD: library, FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}s` };
      const replica = await lab.cluster.start({ ...env, FAKETIME_DONT_FAKE_MONOTONIC: '1' });
      return { seconds, replica, probes: 0, ready: 0 };
    }),
  );
  const fit = replicas.filter(({ seconds }) => Math.abs(seconds) <= FIT);
  await Promise.all(fit.map(({ replica }) => untilReady(replica)));
  const until = performance.now() + size * 1_000;
  const probed = Promise.all(
    replicas.map(async (each) => {
      while (performance.now() < until) {
        await delay(PROBE_MS);
        const answer = await fetch(`${each.replica.operations}/health/ready`).catch(() => null);
        each.probes += 1;
        if (answer?.ok === true) each.ready += 1;
      }
    }),
  );
  await delay((size * 1_000) / 3);
  await lab.postgres.down('immediate');
  await delay(1_000);
  await lab.postgres.up(true);
  await probed;
  await Promise.all(fit.map(({ replica }) => untilReady(replica)));
  const faults = replicas.flatMap(({ seconds, ready, replica }) => [
    ...(Math.abs(seconds) > FIT && ready > 0
      ? [`a replica ${seconds} s from PostgreSQL was ready ${ready} times`]
      : []),
    ...(replica.hasEnded() ? [`the replica ${seconds} s from PostgreSQL ended`] : []),
  ]);
  const found = replicas.map(({ seconds, probes, ready }) => `${seconds} s: ready at ${ready} of ${probes} probes`);
  return {
    figures: [`clocks that differ from PostgreSQL’s, which stopped once in ${size} s: ${found.join('; ')}`],
    faults,
  };
}
