/** A thread that asks for `/v1/health` again and again. Posts how long each answer took, in milliseconds. */
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const ASK_EVERY_MS = 250;

for (;;) {
  const before = performance.now();
  const response = await fetch(`${workerData as string}/v1/health`);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`the status was ${response.status}`);
  parentPort?.postMessage(performance.now() - before);
  await delay(ASK_EVERY_MS);
}
