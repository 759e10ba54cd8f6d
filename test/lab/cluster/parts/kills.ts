import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { JOB_RERUNS } from '../../../../service/comparison/exports/job.ts';
import type { FaultPoint } from '../../../../service/store/fault-point.ts';
import type { ReplicaProcess } from '../../../cluster/replica-process.ts';
import type { Findings, Laboratory } from '../laboratory.ts';
import { ask, compare, eachOf, post, Statuses, type Place } from '../requests.ts';

/** The fault points that a replica of a cluster passes. */
const POINTS: readonly FaultPoint[] = [
  'claim-committed',
  'result-file-written',
  'result-written',
  'result-stored',
  'result-committed',
  'upload-committed',
  'job-queued',
  'job-taken',
  'job-file-written',
  'job-finished',
];
const KEYS_OF_ROUND = 9;
const DIES_WITHIN_MS = 20_000;
/** A job whose replicas die is given up after these runs. */
const MOST_RUNS = 1 + JOB_RERUNS;

interface Keyed {
  readonly key: string;
  /** The result that was received; empty if none was. */
  body: string;
}

/**
 * A replica dies in every round, at a fault point or at a random moment, while three are used. Afterwards every key has
 * one answer or stays blocked, every unit belongs to a result, and every job has ended.
 */
export async function kills(lab: Laboratory, size: number): Promise<Findings> {
  // Only the replica that dies takes jobs. So it passes every fault point of a job.
  const survivors = await lab.replicasOf(2, { DIFFSVC_ROLE: 'api' });
  const { bearer, accountId } = await lab.cluster.newBearer('creator_pro');
  const faults: string[] = [];
  const [atVictim, atSurvivors, after] = [new Statuses(), new Statuses(), new Statuses()];
  const keyed: Keyed[] = [];
  const deaths = new Map<string, number>();
  const made = await compare(survivors[0]!, bearer, 'jobs', { output: ['json'] });
  const { comparisonId } = JSON.parse(made.body) as { comparisonId: string };
  const exportsPath = `/v1/diffsvc/comparisons/${comparisonId}/exports`;
  for (let round = 0; round < size; round++) {
    const point = round % 2 === 0 ? POINTS[lab.below(POINTS.length)]! : null;
    const victim = await lab.cluster.start({}, point ?? 'claim-charged');
    const places = [victim, ...survivors];
    const ofRound = Array.from({ length: KEYS_OF_ROUND }, (): Keyed => ({ key: randomUUID(), body: '' }));
    keyed.push(...ofRound);
    const others = [
      upload(victim, bearer),
      post(victim, exportsPath, bearer, { type: 'resolved_html', accept: 'all' }),
    ];
    const load = eachOf(ofRound.entries(), KEYS_OF_ROUND, async ([index, item]) => {
      const place = places[index % 3]!;
      const more = moreOf(index, item.key);
      const answer = await compare(place, { ...bearer, 'idempotency-key': item.key }, item.key, more);
      if (answer.status === 200) item.body = answer.body;
      (place === victim ? atVictim : atSurvivors).count(answer);
    });
    if (point === null) await delay(lab.below(400));
    else await died(victim);
    const how = victim.hasEnded()
      ? (point ?? 'by itself')
      : point === null
        ? 'at random'
        : `at random, not at ${point}`;
    await victim.end('SIGKILL');
    await Promise.all([load, ...others]);
    deaths.set(how, (deaths.get(how) ?? 0) + 1);
  }
  faults.push(...atSurvivors.others(200, 409).map((found) => `the replicas that live: ${found}`));
  const last = await lab.cluster.start();
  while ((await unfinished(lab)) > 0) await delay(500);
  let blocked = 0;
  await eachOf(keyed.entries(), 8, async ([index, { key, body }]) => {
    const more = moreOf(index % KEYS_OF_ROUND, key);
    const again = await compare(last, { ...bearer, 'idempotency-key': key }, key, more);
    after.count(again);
    if (again.status === 409) blocked++;
    if (body !== '' && again.body !== body) faults.push('a result that was received has changed');
  });
  const units = await lab.unitsOf(accountId);
  const results = await lab.number(
    `select coalesce(sum(units), 0) from operations where subject = 'account:${accountId}' and state = 'done'`,
  );
  // The comparison that jobs were ordered of had no key.
  const ofFirst = (JSON.parse(made.body) as { units: number }).units;
  if (units !== results + ofFirst) faults.push(`${units} units were charged for results of ${results + ofFirst}`);
  const jobs = await lab.number('select count(*) from jobs');
  const wrong = await lab.number(
    `select count(*) from jobs where runs > ${MOST_RUNS} or state not in ('succeeded', 'failed')`,
  );
  const failed = await lab.number(`select count(*) from jobs where state = 'failed' and runs < ${MOST_RUNS}`);
  if (wrong + failed > 0) faults.push(`${wrong} jobs ran too often, ${failed} failed too early`);
  const deadlocks = await lab.deadlocks();
  if (deadlocks > 0) faults.push(`${deadlocks} deadlocks`);
  faults.push(...after.others(200, 409));
  const list = [...deaths].sort().map(([how, count]) => `${count} ${how}`);
  return {
    figures: [
      `${size} replicas killed with SIGKILL (${list.join(', ')}): the dying ones answered ${atVictim.text()}, the others ${atSurvivors.text()}`,
      `afterwards ${after.text()}, ${blocked} of ${keyed.length} keys blocked, ${units} units for as many of results; ${jobs} jobs, all ended; ${deadlocks} deadlocks`,
    ],
    faults,
  };
}

const LARGE = 'some words of the original\n\n'.repeat(3_000);

/** A third of the results is larger than a row may hold, and is an object. Another third is stored with a comparison. */
function moreOf(index: number, key: string): object {
  if (index < 3) return { original: LARGE + key, revised: `${LARGE}more ${key}` };
  return index < 6 ? { output: ['json'] } : {};
}

async function died(victim: ReplicaProcess): Promise<void> {
  const end = performance.now() + DIES_WITHIN_MS;
  while (!victim.hasEnded() && performance.now() < end) await delay(20);
}

async function unfinished(lab: Laboratory): Promise<number> {
  return await lab.number(
    "select (select count(*) from operations where state = 'running') + (select count(*) from jobs where state in ('queued', 'running'))",
  );
}

async function upload(place: Place, bearer: Record<string, string>) {
  const announce = { filename: 'a.txt', contentType: 'text/plain', sizeBytes: 3 };
  const announced = await post(place, '/v1/diffsvc/uploads', bearer, announce);
  if (announced.status !== 201) return announced;
  const { pathname, search } = new URL((JSON.parse(announced.body) as { uploadUrl: string }).uploadUrl);
  return await ask(place, pathname + search, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'abc' });
}
