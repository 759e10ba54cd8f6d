/**
 * Loaded into a service with `--import`. It measures how long the main thread works without a pause, in CPU time. Time
 * in which the thread waits for a processor does not count, because the machine causes it. Writes what it measured
 * into the file that `DIFFSVC_TEST_MAIN_THREAD` names, every second.
 */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** CPU time without a pause, in milliseconds. `atSeconds`: when it ended, since the start. */
export interface Stretch {
  readonly ms: number;
  readonly atSeconds: number;
}

/** What was measured since the start. */
export interface MainThreadFigures {
  /** Longest stretches, the longest first. */
  readonly longest: readonly Stretch[];
  /** Delay of the event loop in milliseconds, with the time in which the thread waited for a processor. */
  readonly delay: { readonly p50: number; readonly p99: number; readonly max: number };
}

const LOOK_EVERY_MS = 2;
const WRITE_EVERY_MS = 1_000;
const KEPT = 20;
/** Modules are loaded and the port is opened before that. */
const START_MS = 3_000;

const file = process.env['DIFFSVC_TEST_MAIN_THREAD'];
if (isMainThread && file !== undefined) setTimeout(() => watch(file), START_MS).unref();

function watch(path: string): void {
  const histogram = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  histogram.enable();
  let longest: Stretch[] = [];
  let before = cpuMs();
  setInterval(() => {
    const now = cpuMs();
    const worked = now - before;
    before = now;
    if (worked <= (longest.at(-1)?.ms ?? 0) && longest.length >= KEPT) return;
    const stretch = { ms: worked, atSeconds: performance.now() / 1_000 };
    longest = [...longest, stretch].sort((a, b) => b.ms - a.ms).slice(0, KEPT);
  }, LOOK_EVERY_MS).unref();
  setInterval(() => {
    const inMs = (nanoseconds: number): number => nanoseconds / 1e6;
    const delay = {
      p50: inMs(histogram.percentile(50)),
      p99: inMs(histogram.percentile(99)),
      max: inMs(histogram.max),
    };
    writeFileSync(path, JSON.stringify({ longest, delay } satisfies MainThreadFigures));
  }, WRITE_EVERY_MS).unref();
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
