import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forwardRequest, type ReachableService } from '../../electron/main/page/forward-request.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let answer: Answer;
let seen: IncomingMessage[];
let refused: number;
let origin: string;
const server = createServer((request, response) => {
  seen.push(request);
  answer(request, response);
});

beforeEach(async () => {
  seen = [];
  refused = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const service: ReachableService = {
  origin: () => Promise.resolve(origin),
  bearer: () => Promise.resolve('dst_owner'),
  bearerRefused: () => (refused += 1),
  fetch: (address, init) => fetch(address, init),
};

function ask(path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
  return forwardRequest(new Request(`app://diffsvc${path}`, init), service);
}

describe('a request of the page', () => {
  it('goes to the service with the token, and without what speaks of the page', async () => {
    answer = (_request, response) => response.writeHead(200, { 'set-cookie': 'a=b', 'x-request-id': '1' }).end('{}');
    const response = await ask('/v1/diffsvc/usage?a=%20b', {
      headers: {
        origin: 'app://diffsvc',
        referer: 'app://diffsvc/',
        cookie: 'x=y',
        'sec-fetch-site': 'same-origin',
        accept: 'a/b',
      },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('x-request-id')).toBe('1');
    const [{ url, headers }] = seen as [IncomingMessage];
    expect(url).toBe('/v1/diffsvc/usage?a=%20b');
    expect(headers).toMatchObject({ authorization: 'Bearer dst_owner', accept: 'a/b', host: new URL(origin).host });
    for (const name of ['origin', 'referer', 'cookie']) expect(headers).not.toHaveProperty(name);
    expect(headers['sec-fetch-site']).not.toBe('same-origin');
  });

  it('has no token outside the interface, and keeps a key of its own', async () => {
    answer = (_request, response) => response.end();
    await ask('/assets/app.js');
    await ask('/v1/diffsvc/usage', { headers: { authorization: 'Bearer dsk_other' } });
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer dsk_other']);
  });

  it('is refused when another origin makes it, without a call', async () => {
    for (const given of ['https://evil.test', 'null', 'app://evil']) {
      expect((await ask('/v1/health', { headers: { origin: given } })).status).toBe(403);
    }
    expect((await forwardRequest(new Request('app://evil/v1/health'), service)).status).toBe(403);
    answer = (_request, response) => response.end();
    expect((await ask('/v1/health', { headers: { origin: 'app://diffsvc' } })).status).toBe(200);
    expect(seen).toHaveLength(1);
  });

  it('streams its body, and the answer part by part', async () => {
    answer = (request, response) => void request.pipe(response);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const asked = ask('/v1/echo', { method: 'POST', body: readable, duplex: 'half' });
    await writer.write(new TextEncoder().encode('one'));
    const reader = (await asked).body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('one');
    await writer.write(new TextEncoder().encode('two'));
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('two');
    await writer.close();
    expect((await reader.read()).done).toBe(true);
  });

  it('ends the work when the page leaves the answer: the body is cancelled, the signal says nothing', async () => {
    const left = Promise.withResolvers<undefined>();
    answer = (_request, response) => {
      response.write('a');
      response.on('close', () => left.resolve(undefined));
    };
    const response = await ask('/v1/stream');
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    await left.promise;
  });

  it('ends the work when the request is aborted before there is an answer, and after', async () => {
    for (const writes of [false, true]) {
      const left = Promise.withResolvers<undefined>();
      const began = Promise.withResolvers<undefined>();
      answer = (_request, response) => {
        if (writes) response.write('a');
        began.resolve(undefined);
        response.on('close', () => left.resolve(undefined));
      };
      const stop = new AbortController();
      const asked = ask('/v1/stream', { signal: stop.signal });
      if (writes) {
        const reader = (await asked).body!.getReader();
        await reader.read();
        stop.abort();
        await expect(reader.read()).rejects.toThrow();
      } else {
        await began.promise;
        stop.abort();
        await expect(asked).rejects.toThrow();
      }
      await left.promise;
    }
  });

  it('passes on answers without a body', async () => {
    answer = (_request, response) => response.writeHead(204).end();
    expect((await ask('/v1/x', { method: 'DELETE' })).status).toBe(204);
    answer = (_request, response) => response.writeHead(304, { etag: '"1"' }).end();
    expect((await ask('/assets/x')).headers.get('etag')).toBe('"1"');
    answer = (_request, response) => response.writeHead(302, { location: 'https://evil.test/' }).end();
    expect((await ask('/x')).status).toBe(302);
    expect(seen).toHaveLength(3);
  });

  it('says so when the service refuses the token, or cannot be reached', async () => {
    answer = (_request, response) => response.writeHead(401).end('{}');
    await ask('/v1/diffsvc/usage');
    expect(refused).toBe(1);
    answer = (_request, response) => response.destroy();
    const response = await ask('/v1/diffsvc/usage');
    expect(response.status).toBe(502);
    const body = await response.json();
    expect(body).toMatchObject({ code: 'service_unreachable', requestId: response.headers.get('x-request-id') });
  });
});
