import type { Selectable } from 'kysely';
import { TOMBSTONE_SECONDS } from '../../shared/limits.ts';
import type { StoredContent, ComparisonFacts } from '../pipeline/tasks.ts';
import type { ListPosition, NewComparison, Share, StoredComparison } from '../comparison/ports.ts';
import type { StructureHead } from '../pipeline/structure/structure.ts';
import type { Executor } from './open-database.ts';
import type { ComparisonsTable } from './schema.ts';

/** Stores a comparison with its first share. Call it in a transaction. */
export async function insertComparison(executor: Executor, subject: string, comparison: NewComparison): Promise<void> {
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
    await executor.insertInto('comparison_chunks').values({ comparison_id: comparisonId, position, bytes }).execute();
  }
  await executor
    .insertInto('comparison_texts')
    .values({ comparison_id: comparisonId, ...texts })
    .execute();
  await insertShare(executor, comparisonId, share);
}

/** Adds a share to a comparison with content, and extends the comparison's life to the share's end. */
export async function addShare(executor: Executor, comparisonId: string, share: Share): Promise<boolean> {
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

/** A comparison or the tombstone of an expired one; null without either. */
export async function findComparison(executor: Executor, comparisonId: string): Promise<StoredComparison | null> {
  const row = await executor
    .selectFrom('comparisons')
    .selectAll()
    .where('comparison_id', '=', comparisonId)
    .executeTakeFirst();
  return row === undefined ? null : storedComparison(row);
}

/** The share of a comparison with this token hash. */
export async function findShare(executor: Executor, comparisonId: string, tokenHash: string): Promise<Share | null> {
  const row = await executor
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

/** Whether a valid share names this origin. */
export async function namesOrigin(
  executor: Executor,
  comparisonId: string,
  origin: string,
  at: Date,
): Promise<boolean> {
  const now = Math.floor(at.getTime() / 1_000);
  const row = await executor
    .selectFrom('shares')
    .select('share_id')
    .where('comparison_id', '=', comparisonId)
    .where('embed_origin', '=', origin)
    .where((expression) => expression(expression('issued_at', '+', expression.ref('ttl_seconds')), '>', now))
    .executeTakeFirst();
  return row !== undefined;
}

/** Comparisons of a subject with content that end after `at`, newest first. */
export async function listComparisons(
  executor: Executor,
  subject: string,
  { after, limit, at }: { after: ListPosition | null; limit: number; at: Date },
): Promise<StoredComparison[]> {
  let query = executor
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

/** Deletes a comparison of this subject with everything that belongs to it. */
export async function removeComparison(executor: Executor, subject: string, comparisonId: string): Promise<boolean> {
  const { numDeletedRows } = await executor
    .deleteFrom('comparisons')
    .where('comparison_id', '=', comparisonId)
    .where('subject', '=', subject)
    .where('structure_head', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Compressed chunks from `first` up to, but not including, `end`, in order. */
export async function structureChunks(
  executor: Executor,
  comparisonId: string,
  first: number,
  end: number,
): Promise<Uint8Array[]> {
  const rows = await executor
    .selectFrom('comparison_chunks')
    .select('bytes')
    .where('comparison_id', '=', comparisonId)
    .where('position', '>=', first)
    .where('position', '<', end)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.bytes);
}

/** The compressed fragment of a comparison; null if it has expired. */
export async function comparisonHtml(executor: Executor, comparisonId: string): Promise<Uint8Array | null> {
  const row = await executor
    .selectFrom('comparison_texts')
    .select('html')
    .where('comparison_id', '=', comparisonId)
    .executeTakeFirst();
  return row?.html ?? null;
}

/** Deletes the content of comparisons that expired before `at`, and old tombstones. */
export async function sweepComparisons(executor: Executor, at: Date): Promise<void> {
  const now = Math.floor(at.getTime() / 1_000);
  const expired = executor
    .selectFrom('comparisons')
    .select('comparison_id')
    .where('expires_at', '<=', now)
    .where('structure_head', 'is not', null);
  await executor.deleteFrom('comparison_chunks').where('comparison_id', 'in', expired).execute();
  await executor.deleteFrom('comparison_texts').where('comparison_id', 'in', expired).execute();
  await executor
    .updateTable('comparisons')
    .set({ structure_head: null, title: null })
    .where('expires_at', '<=', now)
    .where('structure_head', 'is not', null)
    .execute();
  await executor
    .deleteFrom('comparisons')
    .where('expires_at', '<=', now - TOMBSTONE_SECONDS)
    .execute();
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

/** The packed content of a comparison; null if it has expired. */
export async function comparisonTexts(executor: Executor, comparisonId: string): Promise<StoredContent | null> {
  const row = await executor
    .selectFrom('comparison_texts')
    .select(['html', 'original', 'revised'])
    .where('comparison_id', '=', comparisonId)
    .executeTakeFirst();
  return row ?? null;
}
