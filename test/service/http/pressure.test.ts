/** While the main thread is late, requests are refused before any work, and the health route answers. */
import { afterEach, expect, it } from 'vitest';
import { HEALTH_PATH, OPENAPI_PATH } from '../../../shared/api/endpoint-paths.ts';
import { useServer } from './use-server.ts';

/** Below what the blocks below cause. */
const MOST_DELAY_MS = 20;
/** How long the main thread does nothing else, in milliseconds. */
const BLOCK_MS = 100;

const server = useServer({ settings: { mostDelayMs: MOST_DELAY_MS } });

let blocking: NodeJS.Timeout | undefined;
afterEach(() => clearInterval(blocking));

/** Keeps the main thread busy most of the time. */
function block(): void {
  blocking = setInterval(() => {
    const end = performance.now() + BLOCK_MS;
    while (performance.now() < end);
  }, 1);
}

it('refuses with the delay, the limit and the time of the next attempt', async () => {
  expect((await server.get(OPENAPI_PATH)).status).toBe(200);
  block();
  await expect.poll(async () => (await server.get(OPENAPI_PATH)).status).toBe(503);
  const refused = await server.get(OPENAPI_PATH);
  expect(refused.code).toBe('unavailable');
  expect(refused.headers['retry-after']).toBe('2');
  expect(refused.json.message).toMatch(/late by \d+ ms, and 20 ms are the limit\. Try again in 2 seconds\.$/u);
  expect((await server.get(HEALTH_PATH)).json).toMatchObject({ status: 'ok' });

  clearInterval(blocking);
  await expect.poll(async () => (await server.get(OPENAPI_PATH)).status).toBe(200);
});
