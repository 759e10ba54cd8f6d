import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller, NewComparison } from '../../../service/comparison/ports.ts';
import { ensureOwner } from '../../../service/store/accounts.ts';
import { openDatabase, type Executor } from '../../../service/store/open-database.ts';
import { SqliteComparisonStore } from '../../../service/store/sqlite-comparison-store.ts';

const DAY = 86_400;
const caller: Caller = { subject: 'address:1.2.3.4', plan: 'anonymous', unitsPerMonth: 100 };
let database: Executor;
let store: SqliteComparisonStore;

beforeEach(async () => {
  database = await openDatabase(':memory:');
  store = new SqliteComparisonStore(database);
});
afterEach(async () => {
  await database.destroy();
});

function comparison(id: string, issuedAtSeconds: number): NewComparison {
  return {
    comparisonId: id,
    expiresAtSeconds: issuedAtSeconds + DAY,
    facts: { format: 'txt', engine: 'dom', fallback: false, requestedMode: 'auto', effectiveMode: 'word', units: 1 },
    structure: {
      head: { opening: '"a":1', sourceBlocks: 1, revisedBlocks: 2, totalChanges: 250 },
      chunks: [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)],
    },
    share: { shareId: `shr_${id}`, tokenHash: `hash of ${id}`, issuedAtSeconds, ttlSeconds: DAY },
  };
}

describe('units', () => {
  it('add up within a calendar month in UTC, for each caller by itself', async () => {
    const settle = (at: string, units: number, who = caller): Promise<number> =>
      store.settle({ caller: who, units, at: new Date(at), keep: null });
    expect(await settle('2025-01-31T23:59:59Z', 2)).toBe(2);
    expect(await settle('2025-01-01T00:00:00Z', 3)).toBe(5);
    expect(await settle('2025-02-01T00:00:00Z', 1)).toBe(1);
    expect(await settle('2025-02-28T20:00:00-05:00', 1)).toBe(1);
    expect(await settle('2025-01-15T00:00:00Z', 7, { ...caller, subject: 'address:1.2.3.5' })).toBe(7);
    expect(await settle('2025-01-15T00:00:00Z', 0)).toBe(5);
  });

  it('are not counted when the comparison cannot be kept', async () => {
    const at = new Date('2025-01-01T00:00:00Z');
    await store.settle({ caller, units: 1, at, keep: comparison('c', 0) });
    await expect(store.settle({ caller, units: 1, at, keep: comparison('c', 0) })).rejects.toThrow(/UNIQUE/);
    expect(await store.settle({ caller, units: 0, at, keep: null })).toBe(1);
  });
});

describe('a kept comparison', () => {
  it('is found by the hash of its token and read in chunks', async () => {
    await store.settle({ caller, units: 1, at: new Date(0), keep: comparison('c', 0) });
    await store.settle({ caller, units: 1, at: new Date(0), keep: comparison('d', 0) });
    expect(await store.findShare('c', 'hash of c')).toEqual({ known: true, share: comparison('c', 0).share });
    expect(await store.findShare('c', 'hash of d')).toEqual({ known: true, share: null });
    expect(await store.findShare('e', 'hash of c')).toEqual({ known: false, share: null });
    expect(await store.structureHead('c')).toEqual(comparison('c', 0).structure.head);
    const chunks = await store.structureChunks('c', 1, 3);
    expect(chunks.map((bytes) => [...bytes])).toEqual([[2], [3]]);
  });

  it('loses its content when it expires, and is forgotten seven days later', async () => {
    await store.settle({ caller, units: 1, at: new Date(0), keep: comparison('c', 0) });
    await store.settle({ caller, units: 1, at: new Date(0), keep: comparison('later', 10) });
    await store.sweep(new Date((DAY - 1) * 1_000));
    expect(await store.structureHead('c')).not.toBeNull();
    await store.sweep(new Date(DAY * 1_000));
    expect(await store.structureHead('c')).toBeNull();
    expect(await store.structureChunks('c', 0, 3)).toEqual([]);
    expect((await store.structureChunks('later', 0, 3)).length).toBe(3);
    expect((await store.findShare('c', 'hash of c')).share?.ttlSeconds).toBe(DAY);
    await store.sweep(new Date(8 * DAY * 1_000));
    expect((await store.findShare('c', 'hash of c')).known).toBe(false);
    expect((await store.findShare('later', 'hash of later')).known).toBe(true);
  });
});

describe('the owner', () => {
  it('is one account, made once', async () => {
    const first = await ensureOwner(database, new Date(5_000));
    expect(first).toMatchObject({ role: 'owner', plan: 'creator_pro', units_per_month: 1_000_000, created_at: 5 });
    expect(await ensureOwner(database, new Date(9_000))).toEqual(first);
  });
});
