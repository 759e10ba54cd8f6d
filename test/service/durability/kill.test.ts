/**
 * Kills the service with SIGKILL at every step that it could leave half done, and at random moments under load.
 * Afterwards nothing is charged twice, no completed result is lost, and no file is torn. DIFFSVC_KILL_ROUNDS sets the
 * number of random moments. A run takes half of the steps, by its seed.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examine } from '../../../service/administration.ts';
import { FAULT_POINTS, type FaultPoint } from '../../../service/store/fault-point.ts';
import { RUNS_ALL, SEED, sampleOf } from '../../seed/seed.ts';
import { ended, newBearer, startProcess, type ServiceProcess } from './service-process.ts';

const ROUNDS = Number(process.env['DIFFSVC_KILL_ROUNDS'] ?? (RUNS_ALL ? 100 : 4));
/** A round takes a second, or many on a busy machine. */
const ROUNDS_MS = 300_000 + ROUNDS * 60_000;
const UNHURRIED = { DIFFSVC_PLANS: '{"basic":{"requestsPerMinute":1000000,"unitsPerMonth":1000000000}}' };

let dataDir: string;
let bearer: { authorization: string };
let running: ServiceProcess[];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'diffsvc-kill-'));
  bearer = await newBearer(dataDir, 'basic');
  running = [];
});
afterEach(async () => {
  for (const service of running) {
    service.child.kill('SIGKILL');
    await ended(service);
  }
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(dieAt?: FaultPoint): Promise<ServiceProcess> {
  const service = await startProcess({ dataDir, env: UNHURRIED, ...(dieAt === undefined ? {} : { dieAt }) });
  running.push(service);
  return service;
}

async function post(service: ServiceProcess, key: string, body: string) {
  const response = await fetch(`${service.origin}/v1/diffsvc/html`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json', 'idempotency-key': key },
    body,
  });
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 1);
  return { status: response.status, text: await response.text(), retryAfterSeconds };
}

/** Whether the service refused before any work, as a busy machine makes it do. */
function isBusy({ status }: { readonly status: number }): boolean {
  return status === 429 || status === 503;
}

/** Posts until the service is not busy, and waits between as long as it says. */
async function admitted(service: ServiceProcess, key: string, body: string): ReturnType<typeof post> {
  let answer = await post(service, key, body);
  while (isBusy(answer)) {
    await sleep(1_000 * answer.retryAfterSeconds);
    answer = await post(service, key, body);
  }
  return answer;
}

async function used(service: ServiceProcess): Promise<number> {
  const response = await fetch(`${service.origin}/v1/diffsvc/usage`, { headers: bearer });
  return ((await response.json()) as { used: number }).used;
}

/** The state after a crash: a sound database, replies that match their names, no half-written file. */
async function expectNothingTorn(): Promise<void> {
  expect((await examine({ dataDir })).databaseFaults).toEqual([]);
  const replies = join(dataDir, 'replies');
  for (const name of existsSync(replies) ? readdirSync(replies) : []) {
    expect(
      createHash('sha256')
        .update(readFileSync(join(replies, name)))
        .digest('hex'),
    ).toBe(name);
  }
  const uploads = join(dataDir, 'uploads');
  for (const name of existsSync(uploads) ? readdirSync(uploads) : []) expect(name).toMatch(/^upl_[0-9a-f]{32}$/);
}

const KEY = 'the-one-key-of-the-test';
/** Its reply is large enough to be a file. */
const LARGE = JSON.stringify({
  original: 'some words of the original\n\n'.repeat(3_000),
  revised: 'some words of the revision\n\n'.repeat(3_000),
  format: 'txt',
  output: ['html', 'json'],
});
const LARGE_UNITS = 2;

describe('killed at a fault point', () => {
  const points = FAULT_POINTS.filter((point) => !/^(upload|job)-/.test(point));
  it.each(sampleOf(points, 1 / 2))('of an operation: %s', async (point) => {
    const dying = await start(point);
    await expect(post(dying, KEY, LARGE)).rejects.toThrow();
    await ended(dying);
    expect(dying.child.signalCode).toBe('SIGKILL');

    const service = await start();
    await expectNothingTorn();
    const again = await post(service, KEY, LARGE);
    const wasAdmitted = !['claim-charged', 'claim-written'].includes(point);
    if (point === 'result-committed') {
      // The result was complete: it is there, and was charged once.
      expect(again.status).toBe(200);
      const { changesUrl, json } = JSON.parse(again.text);
      expect(await (await fetch(changesUrl.replace(/^http:\/\/[^/]+/, service.origin))).json()).toEqual(json);
      expect(await used(service)).toBe(LARGE_UNITS);
    } else if (wasAdmitted) {
      // It was admitted and stopped: it stays blocked, and its units were refunded.
      expect([again.status, JSON.parse(again.text).code]).toEqual([409, 'idempotency_in_progress']);
      expect(await used(service)).toBe(0);
    } else {
      // It was not admitted: the key is free, and now it runs.
      expect(again.status).toBe(200);
      expect(await used(service)).toBe(LARGE_UNITS);
    }
    const replayed = await post(service, KEY, LARGE);
    expect([replayed.status, replayed.text === again.text]).toEqual([again.status, again.status === 200]);
    const before = await used(service);
    expect((await post(service, `${KEY}-2`, LARGE)).status).toBe(200);
    expect(await used(service)).toBe(before + LARGE_UNITS);
    expect(await service.end('SIGTERM')).toBe(0);
    await expectNothingTorn();
  });

  const uploadPoints = FAULT_POINTS.filter((point) => point.startsWith('upload-'));
  it.each(sampleOf(uploadPoints, 1 / 2))('of an upload: %s', async (point) => {
    const text = 'uploaded words '.repeat(20_000);
    const dying = await start(point);
    const announced = await fetch(`${dying.origin}/v1/diffsvc/uploads`, {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ filename: 'a.txt', contentType: 'text/plain; charset=utf-8', sizeBytes: text.length }),
    });
    const { uploadId, uploadUrl } = (await announced.json()) as { uploadId: string; uploadUrl: string };
    const put = (service: ServiceProcess): Promise<Response> =>
      fetch(uploadUrl.replace(/^http:\/\/[^/]+/, service.origin), {
        method: 'PUT',
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: text,
      });
    await expect(put(dying)).rejects.toThrow();
    await ended(dying);

    const service = await start();
    const again = await put(service);
    expect(again.status).toBe(point === 'upload-committed' ? 409 : 204);
    await expectNothingTorn();
    const compared = await post(service, KEY, JSON.stringify({ original: { uploadId }, revised: { uploadId } }));
    expect([compared.status, JSON.parse(compared.text).units]).toEqual([200, 6]);
    expect(JSON.parse(compared.text).html).toContain(text.trim());
  });
});

describe('killed at random moments under load', () => {
  it(`keeps what it answered, ${ROUNDS} times`, { timeout: ROUNDS_MS }, async () => {
    const random = generator(SEED);
    /** The answer that was received for a key, or null when the connection broke. */
    const answers = new Map<string, { body: string; text: string | null }>();
    for (let round = 0; round < ROUNDS; round++) {
      const service = await start();
      let answered = 0;
      const clients = Array.from({ length: 8 }, async () => {
        while (service.child.signalCode === null) {
          const key = `key-${randomBytes(12).toString('hex')}`;
          const words = 20 + Math.floor(random() * 2_000);
          const body = JSON.stringify({
            original: 'word '.repeat(words),
            revised: 'term '.repeat(words),
            output: ['html', 'json'],
          });
          answers.set(key, { body, text: null });
          const answer = await post(service, key, body).catch(() => null);
          if (answer === null) return;
          // A busy machine makes the service refuse before any work. The key is free.
          if (isBusy(answer)) {
            await sleep(200);
            continue;
          }
          expect(answer.status).toBe(200);
          answers.set(key, { body, text: answer.text });
          answered++;
        }
      });
      // Counts answers first, so that a busy machine has something to keep too.
      const wanted = 2 + Math.floor(random() * 6);
      while (answered < wanted) await sleep(5);
      await sleep(random() * 100);
      await service.end('SIGKILL');
      await Promise.all(clients);
    }
    const service = await start();
    await expectNothingTorn();
    let completed = 0;
    for (const [key, { body, text }] of answers) {
      const answer = await admitted(service, key, body);
      if (text !== null) expect(answer.text).toBe(text);
      else expect([200, 409]).toContain(answer.status);
      if (answer.status === 200) completed++;
      else expect(JSON.parse(answer.text).code).toBe('idempotency_in_progress');
    }
    expect(completed).toBeGreaterThan(ROUNDS);
    expect(await used(service)).toBe(completed);
  });
});

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
