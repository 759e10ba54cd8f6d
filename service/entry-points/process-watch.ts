/**
 * A thread that watches its process. It ends the process if its resident memory exceeds the limit or its task takes too
 * much CPU time. It also ends the process if the parent process has ended. It runs beside the task, so no loop there
 * can delay it.
 */
import { workerData } from 'node:worker_threads';
import { CPU_EXCEEDED, cpuMilliseconds, IDLE, type WatchOrder } from '../workers/watch-order.ts';

/** Interval between checks. Allocations in so short a time fit beside the limit. */
const LOOK_EVERY_MS = 20;

const { limitBytes, limitCpuMs, taskStart } = workerData as WatchOrder;
const parent = process.ppid;
const pause = new Int32Array(new SharedArrayBuffer(4));

for (;;) {
  const start = Atomics.load(taskStart, 0);
  if (start !== IDLE && cpuMilliseconds() - start > limitCpuMs) process.kill(process.pid, CPU_EXCEEDED);
  if (process.memoryUsage.rss() > limitBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  Atomics.wait(pause, 0, 0, LOOK_EVERY_MS);
}
