/** A reader process that misbehaves on demand: the bytes of the task say how. */
import dgram from 'node:dgram';
import dns from 'node:dns';
import http from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentTask, PackedDocument } from '../../../../service/pipeline/inputs/tasks.ts';
import { serveTask } from '../../../../service/workers/serve-task.ts';

const hoard: Buffer[] = [];

/** CPU time of `burn`, and time of `sleep`. */
const BURN_MICROSECONDS = 500_000;
const SLEEP_MS = 1_500;

serveTask(async ({ bytes }: DocumentTask): Promise<PackedDocument> => {
  switch (Buffer.from(bytes).toString()) {
    case 'spin':
      for (;;);
    case 'burn': {
      const before = process.cpuUsage();
      for (let spent = 0; spent < BURN_MICROSECONDS;) {
        const { user, system } = process.cpuUsage(before);
        spent = user + system;
      }
      break;
    }
    case 'sleep':
      await delay(SLEEP_MS);
      break;
    case 'hoard':
      for (;;) hoard.push(Buffer.alloc(16 * 1024 * 1024, 1));
    case 'exit':
      process.exit(3);
    case 'connect':
      return answerWith(await attempts());
  }
  return answerWith([String(process.pid)]);
});

function answerWith(messages: readonly string[]): PackedDocument {
  const warnings = messages.map((message) => ({ code: 'told', message }));
  return { format: 'docx', packed: new Uint8Array(0), fileSha256: '', warnings };
}

/** No program listens there. */
const PORT = 47_001;

/** Ways to the network, and how each of them ended. */
async function attempts(): Promise<string[]> {
  const ways: Readonly<Record<string, () => unknown>> = {
    fetch: () => fetch(`http://127.0.0.1:${PORT}/`),
    connect: () => net.connect(PORT, '127.0.0.1'),
    request: () => http.get(`http://127.0.0.1:${PORT}/`),
    tls: () => tls.connect(PORT, '127.0.0.1'),
    pipe: () => net.connect('/tmp/diffsvc-no-such-pipe'),
    listen: () => net.createServer().listen(0),
    datagram: () => dgram.createSocket('udp4').send('x', PORT, '127.0.0.1'),
    name: () => dns.promises.lookup('localhost'),
    record: () => new dns.promises.Resolver().resolve4('example.org'),
    socket: () => eventOf(new WebSocket(`ws://127.0.0.1:${PORT}/`)),
  };
  const outcomes: string[] = [];
  for (const [name, way] of Object.entries(ways)) outcomes.push(`${name}: ${await outcomeOf(way)}`);
  return outcomes;
}

async function outcomeOf(way: () => unknown): Promise<string> {
  try {
    const result = await way();
    return typeof result === 'string' ? result : 'done';
  } catch (fault) {
    const { code, cause } = fault as { code?: string; cause?: { code?: string } };
    return code ?? cause?.code ?? String(fault);
  }
}

/** The first event of a socket: `open` or `error`. */
function eventOf(socket: WebSocket): Promise<string> {
  return new Promise((resolve) => {
    for (const name of ['open', 'error']) socket.addEventListener(name, () => resolve(name));
  });
}
