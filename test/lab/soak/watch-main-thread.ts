/**
 * Loaded into a service with `--import`. It measures how long the main thread works without a pause, in CPU time. Time
 * in which the thread waits for a processor does not count, because the machine causes it. Writes what it measured
 * into the file that `DIFFSVC_TEST_MAIN_THREAD` names, every second. The folder `DIFFSVC_TEST_PROFILES` gets a profile of
 * each five seconds with a stretch of more than 40 ms: `NAME.cpuprofile`, as the developer tools of a browser read it.
 */
import { writeFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector/promises';
import { join } from 'node:path';
import { PerformanceObserver, monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';

/** CPU time without a pause, in milliseconds. `atSeconds`: when it ended, since the start. */
export interface Stretch {
  readonly ms: number;
  /** The part of it in which the thread collected garbage. */
  readonly garbageMs: number;
  readonly atSeconds: number;
}

/** What was measured since the start. */
export interface MainThreadFigures {
  /** Longest stretches, the longest first. */
  readonly longest: readonly Stretch[];
  /** Delay of the event loop in milliseconds, with the time in which the thread waited for a processor. */
  readonly loop: { readonly p50: number; readonly p99: number; readonly max: number };
}

const LOOK_EVERY_MS = 2;
const WRITE_EVERY_MS = 1_000;
const KEPT = 20;
const PROFILE_EVERY_MS = 5_000;
const PROFILED_MS = 40;
/** Modules are loaded and the port is opened before that. */
const START_MS = 3_000;

const file = process.env['DIFFSVC_TEST_MAIN_THREAD'];
if (isMainThread && file !== undefined) setTimeout(() => watch(file), START_MS).unref();

function watch(path: string): void {
  const histogram = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  histogram.enable();
  const collections: { readonly start: number; readonly duration: number }[] = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) collections.push({ start: startTime, duration });
    collections.splice(0, collections.length - 200);
  }).observe({ entryTypes: ['gc'] });
  let longest: Stretch[] = [];
  let before = cpuMs();
  let beforeAt = performance.now();
  let longestOfProfile = 0;
  setInterval(() => {
    const now = cpuMs();
    const worked = now - before;
    const [from, to] = [beforeAt, performance.now()];
    before = now;
    beforeAt = to;
    longestOfProfile = Math.max(longestOfProfile, worked);
    if (worked <= (longest.at(-1)?.ms ?? 0) && longest.length >= KEPT) return;
    // The entries of a collection arrive later than its end.
    setTimeout(() => {
      const garbageMs = collections
        .filter(({ start }) => start >= from && start < to)
        .reduce((sum, { duration }) => sum + duration, 0);
      longest = [...longest, { ms: worked, garbageMs, atSeconds: to / 1_000 }]
        .sort((a, b) => b.ms - a.ms)
        .slice(0, KEPT);
    }, 100).unref();
  }, LOOK_EVERY_MS).unref();
  const profiles = process.env['DIFFSVC_TEST_PROFILES'];
  if (profiles !== undefined)
    void profileEach(
      (profile) => {
        if (longestOfProfile >= PROFILED_MS) {
          const name = `${(performance.now() / 1_000).toFixed(0)}-s-${longestOfProfile.toFixed(0)}-ms.cpuprofile`;
          writeFileSync(join(profiles, name), JSON.stringify(profile));
        }
      },
      () => {
        // The end of a profile is work of its own.
        longestOfProfile = 0;
        before = cpuMs();
        beforeAt = performance.now();
      },
    );
  setInterval(() => {
    const inMs = (nanoseconds: number): number => nanoseconds / 1e6;
    const loop = {
      p50: inMs(histogram.percentile(50)),
      p99: inMs(histogram.percentile(99)),
      max: inMs(histogram.max),
    };
    writeFileSync(path, JSON.stringify({ longest, loop } satisfies MainThreadFigures));
  }, WRITE_EVERY_MS).unref();
}

/** Profiles the main thread again and again. `restarted` is called when the next profile has begun. */
async function profileEach(take: (profile: Profiler.Profile) => void, restarted: () => void): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 500 });
  for (;;) {
    await session.post('Profiler.start');
    restarted();
    await delay(PROFILE_EVERY_MS, undefined, { ref: false });
    const { profile } = await session.post('Profiler.stop');
    take(profile);
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
