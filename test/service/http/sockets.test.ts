import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareTask } from '../../../service/pipeline/compare-task.ts';
import type { ComparisonResult } from '../../../service/pipeline/inputs/tasks.ts';
import { serverUnderTest, type ServerUnderTest } from './server-under-test.ts';

let under: ServerUnderTest;
let aborted: Promise<void>;
beforeEach(async () => {
  let abort: () => void;
  aborted = new Promise((resolve) => (abort = resolve));
  under = await serverUnderTest({
    compare: (_task, signal) =>
      new Promise<ComparisonResult>((_, reject) => {
        signal.addEventListener('abort', () => {
          abort();
          reject(signal.reason as Error);
        });
      }),
  });
  await under.server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => under.close());

function socket(): Socket {
  const { port } = under.server.server.address() as AddressInfo;
  return connect(port, '127.0.0.1').on('error', () => undefined);
}

/** Sends bytes and returns all that comes back before the other side is silent for a moment or closes. */
async function answerTo(...parts: string[]): Promise<string> {
  const client = socket();
  let answer = '';
  client.setEncoding('utf8').on('data', (text: string) => (answer += text));
  for (const part of parts) client.write(part);
  while (!/\r\n\r\n\{.*\}$/s.test(answer) && !client.closed) await new Promise((resolve) => setTimeout(resolve, 10));
  client.destroy();
  return answer;
}

const POST = 'POST /v1/diffsvc/html HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

describe('over a real socket', () => {
  it('refuses by the declared length, before the body comes', async () => {
    const answer = await answerTo(`${POST}Content-Length: 900000\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/The request has 879 KB; its limit is 800 KB/);
  });

  it('counts a body of undeclared length, and answers while it still comes', async () => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const answer = await answerTo(`${POST}Transfer-Encoding: chunked\r\n\r\n`, ...Array<string>(40).fill(chunk));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('inline_limit_exceeded');
  });

  it('refuses a request without Host in the usual form', async () => {
    const answer = await answerTo('GET /v1/health HTTP/1.1\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer).toMatch(/x-request-id: /i);
    expect(await answerTo('GET /v1/health HTTP/1.1\r\nHost:\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('refuses two hosts, in either order', async () => {
    for (const [first, second] of [
      ['localhost', 'evil.test'],
      ['evil.test', 'localhost'],
      ['localhost', 'localhost'],
    ]) {
      const answer = await answerTo(`GET /v1/health HTTP/1.1\r\nHost: ${first}\r\nHost: ${second}\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    }
  });

  it('refuses what is no HTTP in the usual form', async () => {
    const answer = await answerTo('HELLO\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    const body = JSON.parse(answer.split('\r\n\r\n')[1]!);
    expect(body.code).toBe('invalid_request');
    expect(answer).toContain(`x-request-id: ${body.requestId}`);
  });

  it('stops the comparison when the caller hangs up, and charges nothing', async () => {
    const body = JSON.stringify({ original: 'a', revised: 'b' });
    const client = socket();
    client.write(`${POST}Content-Length: ${body.length}\r\n\r\n${body}`);
    await once(client, 'connect');
    while (under.tasks.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    client.destroy();
    await aborted;
    expect(await answerTo('GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    expect(under.logLines.join('')).not.toContain('a request failed');
    expect(await under.used('address:127.0.0.1')).toBe(0);
    expect(await under.database.selectFrom('operations').selectAll().execute()).toEqual([]);
  });

  it('completes an operation with a key when the caller hangs up, and retains its reply', async () => {
    await under.close();
    let finish = (): void => undefined;
    under = await serverUnderTest({
      compare: async (task, signal) => {
        await new Promise<void>((resolve) => (finish = resolve));
        signal.throwIfAborted();
        return compareTask(task);
      },
    });
    await under.server.listen({ port: 0, host: '127.0.0.1' });
    const { bearer, accountId } = await under.account('basic');
    const body = JSON.stringify({ original: 'a', revised: 'b' });
    const head =
      `${POST}Authorization: ${bearer.authorization}\r\nIdempotency-Key: 0123456789abcdef\r\n` +
      `Content-Length: ${body.length}\r\n\r\n`;
    const client = socket();
    client.write(head + body);
    while (under.tasks.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    client.destroy();
    await once(client, 'close');
    expect(await answerTo(head + body)).toMatch(/^HTTP\/1\.1 409 .*retry-after: 1.*idempotency_in_progress/s);
    finish();
    let answer = '';
    while (!answer.startsWith('HTTP/1.1 200')) answer = await answerTo(head + body);
    expect(answer).toContain('"units":1');
    expect(under.tasks).toHaveLength(1);
    expect(await under.used(`account:${accountId}`)).toBe(1);
  });
});
