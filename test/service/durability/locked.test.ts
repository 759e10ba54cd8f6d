/** The database cannot be written: a key hears that its records are unavailable, stays free, and works again afterwards. */
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
    expect(await post({})).toEqual([500, 'internal_error']);
    expect((await fetch(`${service.origin}/v1/health`)).status).toBe(200);
    other.exec('rollback');
    expect(await post(keyed)).toEqual([200, 1]);
    expect(await post(keyed)).toEqual([200, 1]);
    expect(await post({})).toEqual([200, 2]);
  } finally {
    other.close();
    await service.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
});
