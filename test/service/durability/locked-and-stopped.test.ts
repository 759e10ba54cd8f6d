/** A service that cannot write, and one that gets a signal to stop. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, it } from 'vitest';
import { newBearer, startProcess } from './service-process.ts';

it('answers 503 while another process holds the database, and goes on afterwards', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'diffsvc-locked-'));
  const bearer = await newBearer(dataDir, 'basic');
  const service = await startProcess({ dataDir });
  const other = new SqliteDatabase(join(dataDir, 'diffsvc.sqlite'));
  const post = async (headers: Record<string, string>) => {
    const response = await fetch(`${service.origin}/v1/diffsvc/html`, {
      method: 'POST',
      headers: { ...bearer, ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: JSON.stringify({ original: 'a', revised: 'b' }),
    });
    const { code, usage } = (await response.json()) as { code?: string; usage?: { used: number } };
    return [response.status, code ?? usage?.used];
  };
  const keyed = { 'idempotency-key': 'a-key-of-16-signs' };
  try {
    other.exec('begin immediate');
    expect(await post(keyed)).toEqual([503, 'idempotency_unavailable']);
    expect(await post({})).toEqual([503, 'unavailable']);
    expect((await fetch(`${service.origin}/v1/health`)).status).toBe(200);
    other.exec('rollback');
    // The waits for the database made the main thread late. Until the next measurement the service may refuse, before any work.
    await expect.poll(() => post(keyed)).toEqual([200, 1]);
    expect(await post(keyed)).toEqual([200, 1]);
    expect(await post({})).toEqual([200, 2]);
  } finally {
    other.close();
    await service.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
});

it('finishes what runs when it is told to stop, and charges it once', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'diffsvc-stopped-'));
  const bearer = await newBearer(dataDir, 'basic');
  const headers = { ...bearer, 'content-type': 'application/json', 'idempotency-key': 'a-key-of-16-signs' };
  const body = JSON.stringify({
    original: 'some words of the original\n\n'.repeat(4_000),
    revised: 'other words of the revision\n\n'.repeat(4_000),
    format: 'txt',
  });
  const compare = (origin: string) => fetch(`${origin}/v1/diffsvc/html`, { method: 'POST', headers, body });
  try {
    const first = await startProcess({ dataDir });
    // On a slow machine too, it ends in less time than the service gives to what runs.
    const running = compare(first.origin);
    // Admitted as soon as its units are counted.
    for (let used = 0; used === 0;) {
      const usage = await fetch(`${first.origin}/v1/diffsvc/usage`, { headers: bearer });
      ({ used } = (await usage.json()) as { used: number });
    }
    const code = first.end('SIGTERM');
    const text = await (await running).text();
    expect(JSON.parse(text)).toMatchObject({ units: 3, usage: { used: 3 } });
    expect(await code).toBe(0);
    const second = await startProcess({ dataDir });
    expect(await (await compare(second.origin)).text()).toBe(text);
    expect(await second.end('SIGTERM')).toBe(0);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
