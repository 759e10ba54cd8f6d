import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../cluster/postgres-server.ts';
import { untilReady } from '../../../cluster/replica-process.ts';
import type { Findings, Laboratory } from '../laboratory.ts';
import { HAS_NGINX, Nginx } from '../../../cluster/nginx.ts';
import { compare, Statuses } from '../requests.ts';

const CLIENTS = 8;
/** Pause between two requests of a client: failed requests are counted, not the machine's speed. */
const PAUSE_MS = 20;

/** Every replica behind nginx is replaced, one after the other, this many times, under load. No request may fail. */
export async function rolling(lab: Laboratory, size: number): Promise<Findings> {
  if (!HAS_NGINX) return { figures: [], faults: ['nginx is not installed: apt-get install nginx-light'] };
  await lab.replicasOf(0);
  const ports = [await freePort(), await freePort(), await freePort()];
  for (const port of ports) lab.replicas.push(await lab.cluster.start({ DIFFSVC_PORT: String(port) }));
  const nginx = await Nginx.start(ports);
  const faults: string[] = [];
  const statuses = new Statuses();
  const bearers = await Promise.all(Array.from({ length: CLIENTS }, () => lab.cluster.newBearer('creator_pro')));
  let isRolling = true;
  const clients = bearers.map(async ({ bearer }) => {
    while (isRolling) {
      statuses.count(await compare(nginx, { ...bearer, 'idempotency-key': randomUUID() }, randomUUID()));
      await delay(PAUSE_MS);
    }
  });
  let streamed = 0;
  try {
    for (let replaced = 0; replaced < 3 * size; replaced++) {
      const code = await lab.replicas[replaced % 3]!.end('SIGTERM');
      if (code !== 0) faults.push(`a replica ended with ${code}`);
      const fresh = await lab.cluster.start({ DIFFSVC_PORT: String(ports[replaced % 3]) });
      await untilReady(fresh);
      lab.replicas[replaced % 3] = fresh;
      streamed += await streamedParts(nginx.origin);
    }
  } finally {
    isRolling = false;
    await Promise.all(clients);
    await nginx.close();
  }
  faults.push(...statuses.others(200).map((found) => `requests: ${found}`));
  if (streamed <= 3 * size) faults.push(`${3 * size} streams arrived in ${streamed} parts: nginx held them back`);
  return {
    figures: [
      `${3 * size} replicas behind nginx replaced under load of ${CLIENTS} clients: ${statuses.text()}; ${3 * size} streams of events arrived in ${streamed} parts`,
    ],
    faults,
  };
}

/** The number of parts in which a stream of many blocks arrives. It has to end with its last event. */
async function streamedParts(origin: string): Promise<number> {
  const original = Array.from({ length: 4_000 }, (_, index) => `Paragraph ${index} of ${randomUUID()}.`).join('\n\n');
  const response = await fetch(`${origin}/v1/diffsvc/html`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({
      original,
      revised: original.replaceAll('Paragraph 1', 'Section 1'),
      format: 'txt',
      stream: true,
    }),
  });
  const texts: string[] = [];
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) texts.push(part);
  if (!texts.join('').includes('event: complete'))
    throw new Error(`a stream did not end: ${texts.join('').slice(0, 300)}`);
  return texts.length;
}
