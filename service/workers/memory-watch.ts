/**
 * A thread of a reader process that watches over it: it ends the process when its resident memory passes the limit, and
 * when the process that started it is gone. It runs beside the reader, so that no loop there can hold it up.
 */
import { workerData } from 'node:worker_threads';

/** Between two looks; what is allocated in so short a time fits beside the limit. */
const LOOK_EVERY_MS = 20;

const { limitBytes } = workerData as { limitBytes: number };
const parent = process.ppid;
const pause = new Int32Array(new SharedArrayBuffer(4));

for (;;) {
  if (process.memoryUsage.rss() > limitBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  Atomics.wait(pause, 0, 0, LOOK_EVERY_MS);
}
