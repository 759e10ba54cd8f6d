/**
 * `npm run soak -- [--minutes N] [--clients N] [--seed N] [--short] [--profiles FOLDER]`
 *
 * Loads a service of its own with all kinds of operations at once, and watches its process from outside. Exit code 1
 * when a request gets no answer or a wrong one, when `/v1/health` takes too long, or when the main thread works too long
 * without a pause. The same code when memory, handles, threads or temporary folders grow from the second quarter to the
 * last one. With `--short` the times of `/v1/health` and the memory are only printed: a service that warms up grows. On
 * Linux only, because the figures are of /proc.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { newBearer, startProcess } from '../../service/durability/service-process.ts';
import { chanceOf } from '../../oracle/mutations/mutate-package.ts';
import { numberIn, optionsOf } from '../options.ts';
import { operationsOf, type Operation } from './operations.ts';
import type { MainThreadFigures } from './watch-main-thread.ts';

/** One look at the process. */
interface Sample {
  readonly residentMegabytes: number;
  readonly handles: number;
  readonly threads: number;
  readonly temporary: number;
}

const SAMPLE_EVERY_MS = 1_000;
/** Growth that is none: of memory as a share and in megabytes, of everything else in number. */
const MOST_GROWTH = { share: 1.25, megabytes: 80, handles: 20, threads: 6, temporary: 4 };
/** The 95th percentile of the health route. On a busy machine it waits for a core, not for the service. */
const HEALTH_MOST_MS = 100;
/** Longest work of the main thread without a pause, in CPU time. A machine that many share makes it several times longer. */
const MAIN_THREAD_MOST_MS = { long: 50, short: 250 };
const UNLIMITED = { requestsPerMinute: 1_000_000_000, unitsPerMonth: 1_000_000_000 };

const USAGE = 'npm run soak -- [--minutes N] [--clients N] [--seed N] [--short] [--profiles FOLDER]';
const values = optionsOf(USAGE, {
  minutes: { type: 'string', default: '1' },
  clients: { type: 'string', default: '4' },
  seed: { type: 'string' },
  short: { type: 'boolean', default: false },
  profiles: { type: 'string' },
});
const seed = values.seed === undefined ? randomInt(2 ** 31) : numberIn(USAGE, 'seed', values.seed);
const clients = numberIn(USAGE, 'clients', values.clients);
const endMs = performance.now() + 60_000 * numberIn(USAGE, 'minutes', values.minutes);
console.log(`seed ${seed}, ${values.minutes} minutes, ${clients} clients`);

const dataDir = mkdtempSync(join(tmpdir(), 'diffsvc-soak-'));
const mainThreadFile = join(dataDir, 'main-thread.json');
/** The temporary folder of the service alone. */
const temporaryDir = mkdtempSync(join(tmpdir(), 'diffsvc-soak-temporary-'));
const { authorization } = await newBearer(dataDir, 'creator_pro');
const service = await startProcess({
  dataDir,
  nodeOptions: ['--import', new URL('watch-main-thread.ts', import.meta.url).href],
  env: {
    DIFFSVC_PLANS: JSON.stringify({ anonymous: UNLIMITED, creator_pro: UNLIMITED }),
    DIFFSVC_LOG_LEVEL: 'warn',
    DIFFSVC_TEST_MAIN_THREAD: mainThreadFile,
    ...(values.profiles !== undefined && { DIFFSVC_TEST_PROFILES: values.profiles }),
    TMPDIR: temporaryDir,
  },
});
// In a thread of its own: the clients would make it late.
const health = new Worker(fileURLToPath(new URL('watch-health.ts', import.meta.url)), { workerData: service.origin });
const healthTimes: number[] = [];
health.on('message', (ms: number) => healthTimes.push(ms));
health.on('error', (fault) => faults.push(`/v1/health: ${fault.message}`));
const pid = service.child.pid!;
const operations = operationsOf(service.origin, authorization.slice('Bearer '.length));
const counts = new Map<string, number>(operations.map(({ name }) => [name, 0]));
const faults: string[] = [];
const samples: Sample[] = [];
let mainThread: MainThreadFigures;
try {
  await Promise.all([watch(), ...Array.from({ length: clients }, (_, client) => work(chanceOf(seed + client).below))]);
  mainThread = JSON.parse(readFileSync(mainThreadFile, 'utf8')) as MainThreadFigures;
} finally {
  await health.terminate();
  await service.end('SIGTERM');
  for (const directory of [dataDir, temporaryDir]) rmSync(directory, { recursive: true, force: true });
}
report();

/** One client: an operation at random after the other. */
async function work(below: (count: number) => number): Promise<void> {
  while (performance.now() < endMs) {
    const operation: Operation = operations[below(operations.length)]!;
    try {
      await operation.run(below);
      counts.set(operation.name, counts.get(operation.name)! + 1);
    } catch (fault) {
      faults.push(`${operation.name}: ${fault instanceof Error ? fault.message : String(fault)}`);
    }
  }
}

async function watch(): Promise<void> {
  while (performance.now() < endMs) {
    samples.push(lookAt());
    await delay(SAMPLE_EVERY_MS);
  }
}

function lookAt(): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const numberOf = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? NaN);
  return {
    residentMegabytes: numberOf('VmRSS') / 1_024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    threads: numberOf('Threads'),
    temporary: readdirSync(temporaryDir).length,
  };
}

function report(): void {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const [early, late] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
  const middle = (of: readonly Sample[], key: keyof Sample): number =>
    of.map((sample) => sample[key]).sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? NaN;
  for (const [name, count] of counts) console.log(`${String(count).padStart(7)} ${name}`);
  for (const key of ['residentMegabytes', 'handles', 'threads', 'temporary'] as const) {
    const [from, to] = [middle(early, key), middle(late, key)];
    console.log(`${key}: ${from.toFixed(0)} → ${to.toFixed(0)}`);
    const most =
      key === 'residentMegabytes'
        ? Math.max(from * MOST_GROWTH.share, from + MOST_GROWTH.megabytes)
        : from + MOST_GROWTH[key];
    if (to > most && !(values.short && key === 'residentMegabytes'))
      faults.push(`${key} grew from ${from.toFixed(0)} to ${to.toFixed(0)}`);
  }
  const times = healthTimes.sort((a, b) => a - b);
  const healthMs = (share: number): number => times[Math.floor(times.length * share)] ?? NaN;
  const p95 = healthMs(0.95);
  console.log(
    `health: median ${healthMs(0.5).toFixed(0)} ms, 95 % below ${p95.toFixed(0)} ms, 99 % below ${healthMs(0.99).toFixed(0)} ms`,
  );
  if (!values.short && !(p95 <= HEALTH_MOST_MS)) faults.push(`/v1/health took ${p95.toFixed(0)} ms`);
  const { longest, loop } = mainThread;
  const told = longest
    .slice(0, 12)
    .map(
      ({ ms, garbageMs, atSeconds }) =>
        `${ms.toFixed(0)} ms (garbage ${garbageMs.toFixed(0)}) after ${atSeconds.toFixed(0)} s`,
    );
  console.log(`main thread: longest work ${told.join(', ')} of CPU`);
  console.log(
    `event loop: median ${loop.p50.toFixed(1)} ms, 99 % below ${loop.p99.toFixed(1)} ms, at most ${loop.max.toFixed(0)} ms`,
  );
  if (!((longest[0]?.ms ?? NaN) <= MAIN_THREAD_MOST_MS[values.short ? 'short' : 'long']))
    faults.push(`the main thread worked ${longest[0]?.ms.toFixed(0)} ms without a pause`);
  for (const fault of faults.slice(0, 20)) console.log(`FAULT ${fault}`);
  console.log(`${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
