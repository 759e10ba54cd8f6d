/**
 * Clients that are slow, silent or gone. Others are served meanwhile, memory stays bounded, and work that nobody waits
 * for is cancelled. With `--all`: 1,000 idle and 100 active streams.
 */
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_PLANS } from '../../../service/admission/plan-terms.ts';
import { compareTask } from '../../../service/pipeline/compare-task.ts';
import { RUNS_ALL } from '../../seed/seed.ts';
import { serverUnderTest, type ServerUnderTest } from './server-under-test.ts';

const [IDLE, ACTIVE] = RUNS_ALL ? [1_000, 100] : [200, 30];
/** Connections that are opened at the same time. */
const AT_ONCE = 50;
/** Memory for one idle stream: its sockets on both sides, its request and its operation. */
const IDLE_STREAM_MOST_BYTES = 256 * 1024;
/** Marks a comparison that does not end before the test lets it. */
const IDLE_WORD = 'idle';
/** Requests are not refused because this process is also all the clients. */
const PATIENT = { mostDelayMs: 1_000_000 };

let under: ServerUnderTest;
let release: () => void;
let released: Promise<void>;
let aborted: number;
let sockets: Socket[];
beforeEach(async () => {
  aborted = 0;
  sockets = [];
  released = new Promise((resolve) => (release = resolve));
  await start({ ...PATIENT, streamTimes: { heartbeatMs: 200 } });
});
afterEach(async () => {
  release();
  for (const socket of sockets) socket.destroy();
  await under.close();
});

async function start(settings: object): Promise<void> {
  under = await serverUnderTest({
    settings,
    plans: { anonymous: { ...DEFAULT_PLANS.anonymous, requestsPerMinute: 1_000_000, unitsPerMonth: 1_000_000 } },
    compare: async (task, signal, progress) => {
      if (task.original.includes(IDLE_WORD)) {
        const left = once(signal, 'abort').then(() => (aborted += 1));
        await Promise.race([released, left]);
        signal.throwIfAborted();
      }
      return compareTask(task, progress);
    },
  });
  await under.server.listen({ port: 0, host: '127.0.0.1' });
}

function socket(allowHalfOpen = false): Socket {
  const { port } = under.server.server.address() as AddressInfo;
  const made = connect({ port, host: '127.0.0.1', allowHalfOpen }).on('error', () => undefined);
  sockets.push(made);
  return made;
}

const HEAD = 'POST /v1/diffsvc/html HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

function streamRequest(original: string, revised: string): string {
  const body = JSON.stringify({ original, revised, format: 'txt', stream: true });
  return `${HEAD}Accept: text/event-stream\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

interface Reader {
  readonly client: Socket;
  text: string;
}

/** A stream whose bytes are read. */
function stream(original: string, revised: string): Reader {
  const reader: Reader = { client: socket(), text: '' };
  reader.client.setEncoding('utf8').on('data', (text: string) => (reader.text += text));
  reader.client.write(streamRequest(original, revised));
  return reader;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((wait) => setTimeout(wait, 10));
}

async function health(): Promise<number> {
  const { port } = under.server.server.address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}/v1/health`)).status;
}

const operations = async (): Promise<number> =>
  (await under.database.selectFrom('operations').selectAll().execute()).length;

describe('streams', () => {
  it(`serves ${ACTIVE} active ones among ${IDLE} idle ones, and cancels those whose reader left`, async () => {
    const before = process.memoryUsage().rss;
    const idle: Reader[] = [];
    while (idle.length < IDLE) {
      const group = Array.from({ length: AT_ONCE }, (_, at) => stream(`${IDLE_WORD} ${idle.length + at}`, 'other'));
      idle.push(...group);
      await until(() => group.every(({ text }) => text.includes('200 OK')));
    }
    const perStream = (process.memoryUsage().rss - before) / IDLE;
    // Each idle reader hears that the service lives.
    await until(() => idle.every(({ text }) => text.includes('\n:')));
    const active = Array.from({ length: ACTIVE }, (_, at) => stream(`The fee ${at} is due.`, `The rent ${at} is due.`));
    await until(() => active.every(({ text }) => text.includes('event: complete')));
    for (const [at, { text }] of active.entries()) expect(text).toContain(` ${at} is due.`);
    expect(await health()).toBe(200);
    expect(perStream).toBeLessThan(IDLE_STREAM_MOST_BYTES);

    const leaving = idle.filter((_, at) => at % 2 === 0);
    for (const { client } of leaving) client.destroy();
    await until(() => aborted === leaving.length);
    release();
    const staying = idle.filter((_, at) => at % 2 === 1);
    await until(() => staying.every(({ text }) => text.includes('event: complete')));
    expect(aborted).toBe(leaving.length);
    while ((await operations()) > 0) await new Promise((wait) => setTimeout(wait, 10));
    console.log(`${IDLE} idle and ${ACTIVE} active streams: ${Math.round(perStream / 1024)} KiB for an idle one`);
  });
});

describe('a slow reader', () => {
  it('of one byte at a time is disconnected, and others are served meanwhile', async () => {
    await under.close();
    await start({ ...PATIENT, streamTimes: { stalledMs: 1_000 } });
    const readers = Array.from({ length: RUNS_ALL ? 5 : 2 }, () => {
      const client = socket();
      client.pause();
      // More than the buffers of a connection hold.
      client.write(streamRequest('The fee is due.\n'.repeat(20_000), 'The rent is due.\n'.repeat(20_000)));
      return client;
    });
    const trickles = readers.map((client) => setInterval(() => client.read(1), 50));
    const quick = stream('The fee is due.', 'The rent is due.');
    await until(() => quick.text.includes('event: complete'));
    expect(await health()).toBe(200);
    // The service closes its side. The reader sees it when it reads on.
    const open = (): Promise<number> =>
      new Promise((resolve) => under.server.server.getConnections((_, count) => resolve(count)));
    quick.client.destroy();
    while ((await open()) > 1) await new Promise((wait) => setTimeout(wait, 50));
    for (const trickle of trickles) clearInterval(trickle);
    while ((await operations()) > 0) await new Promise((wait) => setTimeout(wait, 10));
  });
});

describe('a request that does not arrive', () => {
  it.each([
    ['its headers', 'GET /v1/health HTTP/1.1\r\nHost: loc'],
    ['its body', `${HEAD}Content-Length: 1000\r\n\r\n{"original":"a`],
    ['the bytes of an upload', 'UPLOAD'],
  ])('is closed in time: %s', async (_, request) => {
    await under.close();
    await start({ ...PATIENT, requestMs: 1_000 });
    const head = request === 'UPLOAD' ? `${await uploadHead(100_000)}${'x'.repeat(1_000)}` : request;
    const slow = Array.from({ length: 50 }, () => {
      // They do not end when the service does.
      const client = socket(true);
      client.resume().write(head);
      return client;
    });
    // They keep on sending, a byte at a time.
    const trickle = setInterval(() => slow.forEach((client) => client.writable && client.write('x')), 100);
    const quick = stream('The fee is due.', 'The rent is due.');
    await until(() => quick.text.includes('event: complete'));
    expect(await health()).toBe(200);
    await until(() => slow.every(({ closed }) => closed));
    clearInterval(trickle);
    while ((await operations()) > 0) await new Promise((wait) => setTimeout(wait, 10));
    while ((await under.stores.files('uploads')).length > 0) await new Promise((wait) => setTimeout(wait, 10));
  });

  it('because its sender vanishes: nothing stays of 50 uploads', async () => {
    const heads = await Promise.all(Array.from({ length: 50 }, () => uploadHead(100_000)));
    const vanishing = heads.map((head) => {
      const client = socket();
      client.write(`${head}${'x'.repeat(50_000)}`);
      return client;
    });
    while ((await under.stores.files('uploads')).length < vanishing.length)
      await new Promise((wait) => setTimeout(wait, 10));
    for (const client of vanishing) client.destroy();
    while ((await under.stores.files('uploads')).length > 0) await new Promise((wait) => setTimeout(wait, 10));
    expect(await health()).toBe(200);
  });
});

/** Announces an upload, and returns the head of the request for its bytes. */
async function uploadHead(sizeBytes: number): Promise<string> {
  const type = 'text/plain; charset=utf-8';
  const announced = await under.server.inject({
    method: 'POST',
    url: '/v1/diffsvc/uploads',
    headers: { host: 'localhost', 'content-type': 'application/json' },
    payload: JSON.stringify({ filename: 'a.txt', contentType: type, sizeBytes }),
  });
  const { pathname, search } = new URL(announced.json<{ uploadUrl: string }>().uploadUrl);
  return `PUT ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${sizeBytes}\r\n\r\n`;
}
