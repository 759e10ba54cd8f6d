/**
 * A thread that watches its reader process. It ends the process if its resident memory exceeds the limit, or if the
 * parent process has ended. It runs beside the reader, so no loop there can delay it.
 */
import { workerData } from 'node:worker_threads';

/** Interval between checks. Allocations in so short a time fit beside the limit. */
const LOOK_EVERY_MS = 20;

const { limitBytes } = workerData as { limitBytes: number };
const parent = process.ppid;
const pause = new Int32Array(new SharedArrayBuffer(4));

for (;;) {
  if (process.memoryUsage.rss() > limitBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  Atomics.wait(pause, 0, 0, LOOK_EVERY_MS);
}
