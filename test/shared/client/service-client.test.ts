import { describe, expect, it } from 'vitest';
import { ServiceClient, type FetchInit } from '../../../shared/client/service-client.ts';

function clientOf(status: number, body: string, seen: [string, FetchInit<AbortSignal>][] = []) {
  return new ServiceClient<AbortSignal>({
    origin: 'http://127.0.0.1:1',
    fetch: (url, init) => {
      seen.push([url, init]);
      return Promise.resolve(new Response(body, { status }));
    },
  });
}
const pair = { original: 'a', revised: 'b' };

describe('the client of the service', () => {
  it('sends the request as JSON and returns the answer', async () => {
    const seen: [string, FetchInit<AbortSignal>][] = [];
    const signal = new AbortController().signal;
    const answer = await clientOf(200, '{"units":1}', seen).compareText(pair, { signal });
    expect(answer.units).toBe(1);
    const [url, init] = seen[0]!;
    expect(url).toBe('http://127.0.0.1:1/v1/diffsvc/html');
    expect(init).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' }, signal });
    expect(JSON.parse(init.body!)).toEqual(pair);
  });

  it('throws a refusal with all that the service said', async () => {
    const body = { code: 'invalid_request', message: 'no', requestId: 'r', details: { issues: [] } };
    await expect(clientOf(400, JSON.stringify(body)).compareText(pair)).rejects.toMatchObject({ ...body, status: 400 });
  });

  it.each([
    [502, '<html>'],
    [200, 'not JSON'],
    [429, '{"message":"Rate Exceeded"}'],
  ])('throws unreadable_answer when something else answers (%i %s)', async (status, body) => {
    await expect(clientOf(status, body).compareText(pair)).rejects.toMatchObject({ code: 'unreadable_answer', status });
  });

  it('lets an abort through while the answer is read', async () => {
    const abort = new DOMException('left', 'AbortError');
    const client = new ServiceClient({
      origin: '',
      fetch: () => Promise.resolve({ ok: true, status: 200, json: () => Promise.reject(abort) }),
    });
    await expect(client.compareText(pair)).rejects.toBe(abort);
  });
});
