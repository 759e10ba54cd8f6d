import { setImmediate } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { TOMBSTONE_SECONDS } from '../../admission/retention.ts';
import type { Transaction } from '../../admission/ports.ts';
import type { ComparisonFacts, StoredContent } from '../../pipeline/inputs/tasks.ts';
import type { StructureHead } from '../../pipeline/structure/structure.ts';
import type { ListPosition, NewComparison, Share, StoredComparison } from '../../comparison/ports.ts';
import { inBatches } from '../pauses.ts';
import type { ComparisonsTable, Executor } from './schema.ts';
import { executorOf } from './transactions.ts';

/** Texts of this size take the main thread some milliseconds, and so do so many chunks. */
const LARGE_BYTES = 1024 * 1024;
const CHUNKS_AT_ONCE = 50;
/** Comparisons whose content is deleted in one transaction. Some have megabytes. */
const COMPARISONS_AT_ONCE = 8;

/**
 * Comparisons: `comparisons`, `comparison_chunks`, `comparison_texts` and `shares`. Expired
 * comparisons keep their row as a tombstone, without content.
 */
export class SqlComparisonStore {
  readonly #database: Executor;

  constructor(database: Executor) {
    this.#database = database;
  }

  /** Stores a comparison of this subject with its first share. */
  async keep(transaction: Transaction, subject: string, comparison: NewComparison): Promise<void> {
    const executor = executorOf(transaction);
    const { comparisonId, share, structure, texts } = comparison;
    await executor
      .insertInto('comparisons')
      .values({
        comparison_id: comparisonId,
        subject,
        facts: JSON.stringify(comparison.facts),
        created_at: Math.floor(comparison.createdAtMs / 1_000),
        created_ms: comparison.createdAtMs,
        expires_at: comparison.expiresAtSeconds,
        structure_head: JSON.stringify(structure.head),
        title: comparison.title,
        review: comparison.review ? 1 : 0,
      })
      .execute();
    for (const [position, bytes] of structure.chunks.entries()) {
      if (position > 0 && position % CHUNKS_AT_ONCE === 0) await setImmediate();
      await executor.insertInto('comparison_chunks').values({ comparison_id: comparisonId, position, bytes }).execute();
    }
    // The commit writes them once more. Other requests have their turn before and after.
    const isLarge = texts.html.length + texts.original.length + texts.revised.length >= LARGE_BYTES;
    if (isLarge) await setImmediate();
    await executor
      .insertInto('comparison_texts')
      .values({ comparison_id: comparisonId, ...texts })
      .execute();
    if (isLarge) await setImmediate();
    await insertShare(executor, comparisonId, share);
  }

  /** Adds a share and extends the comparison's life to its end. False if the comparison no longer exists. */
  async addShare(transaction: Transaction, comparisonId: string, share: Share): Promise<boolean> {
    const executor = executorOf(transaction);
    const end = share.issuedAtSeconds + share.ttlSeconds;
    const { numUpdatedRows } = await executor
      .updateTable('comparisons')
      .set((expression) => ({
        expires_at: expression.case().when('expires_at', '<', end).then(end).else(expression.ref('expires_at')).end(),
      }))
      .where('comparison_id', '=', comparisonId)
      .where('structure_head', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await insertShare(executor, comparisonId, share);
    return true;
  }

  /** A comparison, or the tombstone of an expired one; null if there is neither. */
  async find(comparisonId: string): Promise<StoredComparison | null> {
    const row = await this.#database
      .selectFrom('comparisons')
      .selectAll()
      .where('comparison_id', '=', comparisonId)
      .executeTakeFirst();
    return row === undefined ? null : storedComparison(row);
  }

  /** The share of a comparison with this token hash. */
  async findShare(comparisonId: string, tokenHash: string): Promise<Share | null> {
    const row = await this.#database
      .selectFrom('shares')
      .selectAll()
      .where('comparison_id', '=', comparisonId)
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      shareId: row.share_id,
      tokenHash: row.token_hash,
      issuedAtSeconds: row.issued_at,
      ttlSeconds: row.ttl_seconds,
      embedOrigin: row.embed_origin,
    };
  }

  /** The compressed chunks from `first` up to, but not including, `end`, in order. */
  async structureChunks(comparisonId: string, first: number, end: number): Promise<Uint8Array[]> {
    const rows = await this.#database
      .selectFrom('comparison_chunks')
      .select('bytes')
      .where('comparison_id', '=', comparisonId)
      .where('position', '>=', first)
      .where('position', '<', end)
      .orderBy('position')
      .execute();
    return rows.map((row) => row.bytes);
  }

  /** The packed fragment; null if it has expired. */
  async html(comparisonId: string): Promise<Uint8Array | null> {
    const row = await this.#database
      .selectFrom('comparison_texts')
      .select('html')
      .where('comparison_id', '=', comparisonId)
      .executeTakeFirst();
    return row?.html ?? null;
  }

  /** The packed content for exports; null if it has expired. */
  async texts(comparisonId: string): Promise<StoredContent | null> {
    const row = await this.#database
      .selectFrom('comparison_texts')
      .select(['html', 'original', 'revised'])
      .where('comparison_id', '=', comparisonId)
      .executeTakeFirst();
    return row ?? null;
  }

  /** At most `limit` comparisons of a subject that are valid at `at`, newest first. */
  async list(
    subject: string,
    { after, limit, at }: { after: ListPosition | null; limit: number; at: Date },
  ): Promise<StoredComparison[]> {
    let query = this.#database
      .selectFrom('comparisons')
      .selectAll()
      .where('subject', '=', subject)
      .where('structure_head', 'is not', null)
      .where('expires_at', '>', Math.floor(at.getTime() / 1_000));
    if (after !== null) {
      query = query.where((expression) =>
        expression.or([
          expression('created_ms', '<', after.createdAtMs),
          expression.and([
            expression('created_ms', '=', after.createdAtMs),
            expression('comparison_id', '<', after.comparisonId),
          ]),
        ]),
      );
    }
    const rows = await query.orderBy('created_ms', 'desc').orderBy('comparison_id', 'desc').limit(limit).execute();
    return rows.map(storedComparison);
  }

  /**
   * Deletes a comparison of this subject with everything that belongs to it. False if the subject has none with this
   * id.
   */
  async remove(subject: string, comparisonId: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database
      .deleteFrom('comparisons')
      .where('comparison_id', '=', comparisonId)
      .where('subject', '=', subject)
      .where('structure_head', 'is not', null)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Whether a share of the comparison names this origin and is valid at `at`. */
  async allowsOrigin(comparisonId: string, origin: string, at: Date): Promise<boolean> {
    const now = Math.floor(at.getTime() / 1_000);
    const row = await this.#database
      .selectFrom('shares')
      .select('share_id')
      .where('comparison_id', '=', comparisonId)
      .where('embed_origin', '=', origin)
      .where((expression) => expression(expression('issued_at', '+', expression.ref('ttl_seconds')), '>', now))
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Deletes the content of comparisons that expired before `at`, and old tombstones. */
  async sweep(at: Date): Promise<void> {
    const now = Math.floor(at.getTime() / 1_000);
    await inBatches(
      (rows) => this.#database.transaction().execute((executor) => dropContents(executor, now, rows)),
      COMPARISONS_AT_ONCE,
    );
    await inBatches(async (rows) => {
      const forgotten = this.#database
        .selectFrom('comparisons')
        .select('comparison_id')
        .where('expires_at', '<=', now - TOMBSTONE_SECONDS)
        .limit(rows);
      const change = this.#database.deleteFrom('comparisons').where('comparison_id', 'in', forgotten);
      return (await change.executeTakeFirst()).numDeletedRows;
    });
  }
}

async function insertShare(executor: Executor, comparisonId: string, share: Share): Promise<void> {
  await executor
    .insertInto('shares')
    .values({
      share_id: share.shareId,
      comparison_id: comparisonId,
      token_hash: share.tokenHash,
      issued_at: share.issuedAtSeconds,
      ttl_seconds: share.ttlSeconds,
      embed_origin: share.embedOrigin,
    })
    .execute();
}

/** Deletes the content of at most `rows` comparisons that have expired at `now`. Returns how many they were. */
async function dropContents(executor: Executor, now: number, rows: number): Promise<number> {
  const expired = await executor
    .selectFrom('comparisons')
    .select('comparison_id')
    .where('expires_at', '<=', now)
    .where('structure_head', 'is not', null)
    .limit(rows)
    .execute();
  if (expired.length === 0) return 0;
  const ids = expired.map(({ comparison_id: id }) => id);
  await executor.deleteFrom('comparison_chunks').where('comparison_id', 'in', ids).execute();
  await executor.deleteFrom('comparison_texts').where('comparison_id', 'in', ids).execute();
  await executor
    .updateTable('comparisons')
    .set({ structure_head: null, title: null })
    .where('comparison_id', 'in', ids)
    .execute();
  return ids.length;
}

function storedComparison(row: Selectable<ComparisonsTable>): StoredComparison {
  return {
    comparisonId: row.comparison_id,
    subject: row.subject,
    title: row.title,
    facts: JSON.parse(row.facts) as ComparisonFacts,
    createdAtMs: row.created_ms,
    expiresAtSeconds: row.expires_at,
    review: row.review === 1,
    head: row.structure_head === null ? null : (JSON.parse(row.structure_head) as StructureHead),
  };
}
