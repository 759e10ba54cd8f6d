import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewComparison } from '../../../service/comparison/ports.ts';
import { ensureOwner } from '../../../service/store/accounts.ts';
import { openDatabase, type Executor } from '../../../service/store/open-database.ts';
import { SqliteTransactions } from '../../../service/store/sqlite-transactions.ts';
import { SqliteComparisonStore } from '../../../service/store/sqlite-comparison-store.ts';

const DAY = 86_400;
let database: Executor;
let store: SqliteComparisonStore;

beforeEach(async () => {
  database = await openDatabase(':memory:');
  store = new SqliteComparisonStore(database);
});
afterEach(async () => {
  await database.destroy();
});

async function keep(kept: NewComparison): Promise<void> {
  const transactions = new SqliteTransactions(database);
  await transactions.run((transaction) => store.keep(transaction, 'address:1.2.3.4', kept));
}

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

describe('a kept comparison', () => {
  it('is found by the hash of its token and read in chunks', async () => {
    await keep(comparison('c', 0));
    await keep(comparison('d', 0));
    expect(await store.findShare('c', 'hash of c')).toEqual({ known: true, share: comparison('c', 0).share });
    expect(await store.findShare('c', 'hash of d')).toEqual({ known: true, share: null });
    expect(await store.findShare('e', 'hash of c')).toEqual({ known: false, share: null });
    expect(await store.structureHead('c')).toEqual(comparison('c', 0).structure.head);
    const chunks = await store.structureChunks('c', 1, 3);
    expect(chunks.map((bytes) => [...bytes])).toEqual([[2], [3]]);
  });

  it('loses its content when it expires, and is forgotten seven days later', async () => {
    await keep(comparison('c', 0));
    await keep(comparison('later', 10));
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
    expect(first).toMatchObject({ isOwner: true, plan: 'creator_pro', unitsPerMonth: 1_000_000, createdAtSeconds: 5 });
    expect(await ensureOwner(database, new Date(9_000))).toEqual(first);
  });
});
