import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListPosition, NewComparison, Share, StoredComparison } from '../../../../service/comparison/ports.ts';
import type { Executor } from '../../../../service/store/tables/schema.ts';
import type { SqlComparisonStore } from '../../../../service/store/tables/sql-comparison-store.ts';
import { inTransaction } from '../in-transaction.ts';
import { openTestStores, type TestStores } from '../test-stores.ts';

const DAY = 86_400;
let database: Executor;
let store: SqlComparisonStore;
let stores: TestStores;

beforeEach(async () => {
  stores = await openTestStores('/nonexistent');
  ({ database, comparisons: store } = stores);
});
afterEach(async () => {
  await stores.close();
});

async function keep(kept: NewComparison): Promise<void> {
  await inTransaction(database, (transaction) => store.keep(transaction, SUBJECT, kept));
}

const SUBJECT = 'account:acc_1';

function comparison(id: string, issuedAtSeconds: number): NewComparison {
  return {
    comparisonId: id,
    title: null,
    createdAtMs: issuedAtSeconds * 1_000,
    expiresAtSeconds: issuedAtSeconds + DAY,
    review: true,
    facts: { format: 'txt', engine: 'dom', fallback: false, requestedMode: 'auto', effectiveMode: 'word', units: 1 },
    structure: {
      head: { opening: '"a":1', sourceBlocks: 1, revisedBlocks: 2, totalChanges: 250 },
      chunks: [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)],
    },
    texts: { html: Uint8Array.of(4), original: Uint8Array.of(5), revised: Uint8Array.of(6) },
    share: { ...share(id, issuedAtSeconds), embedOrigin: null },
  };
}

function share(id: string, issuedAtSeconds: number): Share {
  const embedOrigin = 'https://host.example';
  return { shareId: `shr_${id}`, tokenHash: `hash of ${id}`, issuedAtSeconds, ttlSeconds: DAY, embedOrigin };
}

const at = (seconds: number): Date => new Date(seconds * 1_000);
const content = async (id: string) => (await store.structureChunks(id, 0, 9)).length + ((await store.html(id)) ? 1 : 0);

describe('a kept comparison', () => {
  it('is found with its facts, its share by the hash of its token, and read in chunks', async () => {
    const kept = comparison('c', 0);
    await keep(kept);
    await keep(comparison('d', 0));
    const { structure, texts, share: first, ...record } = kept;
    expect(await store.find('c')).toEqual({ ...record, subject: SUBJECT, head: structure.head });
    expect(await store.findShare('c', 'hash of c')).toEqual(first);
    expect(await store.findShare('c', 'hash of d')).toBeNull();
    expect(await store.find('e')).toBeNull();
    const chunks = await store.structureChunks('c', 1, 3);
    expect(chunks.map((bytes) => [...bytes])).toEqual([[2], [3]]);
    expect([...(await store.html('c'))!]).toEqual([...texts.html]);
  });

  it('loses its content when it expires, and is forgotten seven days later', async () => {
    await keep(comparison('c', 0));
    await keep(comparison('later', 10));
    await store.sweep(at(DAY - 1));
    expect(await content('c')).toBe(4);
    await store.sweep(at(DAY));
    expect((await store.find('c'))?.head).toBeNull();
    expect(await content('c')).toBe(0);
    expect(await content('later')).toBe(4);
    expect((await store.findShare('c', 'hash of c'))?.ttlSeconds).toBe(DAY);
    await store.sweep(at(8 * DAY));
    expect(await store.find('c')).toBeNull();
    expect(await store.findShare('c', 'hash of c')).toBeNull();
    expect(await store.find('later')).not.toBeNull();
  });

  it('lives as long as its last share, and takes no share once its content is gone', async () => {
    const add = (id: string, from: number): Promise<boolean> =>
      inTransaction(database, (transaction) => store.addShare(transaction, 'c', share(id, from)));
    await keep(comparison('c', 100));
    expect(await add('longer', 200)).toBe(true);
    expect((await store.find('c'))?.expiresAtSeconds).toBe(200 + DAY);
    expect(await add('shorter', 50)).toBe(true);
    expect((await store.find('c'))?.expiresAtSeconds).toBe(200 + DAY);
    expect((await store.findShare('c', 'hash of longer'))?.embedOrigin).toBe('https://host.example');
    await store.sweep(at(200 + DAY));
    expect(await add('late', 300)).toBe(false);
    expect(await store.findShare('c', 'hash of late')).toBeNull();
  });

  it('names the origins of its shares while they last', async () => {
    await keep({ ...comparison('c', 0), share: share('c', 0) });
    expect(await store.allowsOrigin('c', 'https://host.example', at(DAY - 1))).toBe(true);
    expect(await store.allowsOrigin('c', 'https://host.example', at(DAY))).toBe(false);
    expect(await store.allowsOrigin('c', 'https://host.example:8443', at(0))).toBe(false);
    expect(await store.allowsOrigin('d', 'https://host.example', at(0))).toBe(false);
  });

  it('is removed whole, by its subject only', async () => {
    await keep(comparison('c', 0));
    expect(await store.remove('account:acc_2', 'c')).toBe(false);
    expect(await content('c')).toBe(4);
    expect(await store.remove(SUBJECT, 'c')).toBe(true);
    expect(await content('c')).toBe(0);
    expect(await store.findShare('c', 'hash of c')).toBeNull();
    expect(await store.remove(SUBJECT, 'c')).toBe(false);
  });

  it('is listed newest first, in pages that neither repeat nor skip, without what has expired', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `c${String(index).padStart(2, '0')}`);
    // Several of one millisecond, so that the id decides among them.
    for (const [index, id] of ids.entries()) await keep(comparison(id, Math.floor(index / 5)));
    const listed: string[] = [];
    for (let after: ListPosition | null = null; ;) {
      const page: StoredComparison[] = await store.list(SUBJECT, { after, limit: 5, at: at(10) });
      listed.push(...page.map(({ comparisonId }) => comparisonId));
      after = page.at(-1) ?? null;
      if (after === null) break;
    }
    expect(listed).toEqual([...ids].reverse());
    expect(await store.list('account:acc_2', { after: null, limit: 5, at: at(10) })).toEqual([]);
    expect(await store.list(SUBJECT, { after: null, limit: 50, at: at(DAY + 1) })).toHaveLength(2);
  });
});
