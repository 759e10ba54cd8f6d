import { TOMBSTONE_SECONDS } from '../../shared/limits.ts';
import type { NewComparison, Share } from '../comparison/ports.ts';
import type { StructureHead } from '../comparison/structure/structure.ts';
import type { Executor } from './open-database.ts';

/** Keeps a comparison with its first share. To be called in a transaction. */
export async function insertComparison(executor: Executor, subject: string, comparison: NewComparison): Promise<void> {
  const { comparisonId, share, structure } = comparison;
  await executor
    .insertInto('comparisons')
    .values({
      comparison_id: comparisonId,
      subject,
      facts: JSON.stringify(comparison.facts),
      created_at: share.issuedAtSeconds,
      expires_at: comparison.expiresAtSeconds,
      structure_head: JSON.stringify(structure.head),
    })
    .execute();
  for (const [position, bytes] of structure.chunks.entries()) {
    await executor.insertInto('comparison_chunks').values({ comparison_id: comparisonId, position, bytes }).execute();
  }
  await executor
    .insertInto('shares')
    .values({
      share_id: share.shareId,
      comparison_id: comparisonId,
      token_hash: share.tokenHash,
      issued_at: share.issuedAtSeconds,
      ttl_seconds: share.ttlSeconds,
    })
    .execute();
}

/** Whether a comparison is known, expired ones included, and its share with this token hash. */
export async function findShare(
  executor: Executor,
  comparisonId: string,
  tokenHash: string,
): Promise<{ known: boolean; share: Share | null }> {
  const row = await executor
    .selectFrom('comparisons')
    .leftJoin('shares', (join) =>
      join.onRef('shares.comparison_id', '=', 'comparisons.comparison_id').on('shares.token_hash', '=', tokenHash),
    )
    .select(['shares.share_id', 'shares.token_hash', 'shares.issued_at', 'shares.ttl_seconds'])
    .where('comparisons.comparison_id', '=', comparisonId)
    .executeTakeFirst();
  if (row === undefined) return { known: false, share: null };
  const { share_id: shareId, token_hash: hash, issued_at: issuedAtSeconds, ttl_seconds: ttlSeconds } = row;
  if (shareId === null || hash === null || issuedAtSeconds === null || ttlSeconds === null) {
    return { known: true, share: null };
  }
  return { known: true, share: { shareId, tokenHash: hash, issuedAtSeconds, ttlSeconds } };
}

/** Head of a comparison's structured changes; null when its content is gone. */
export async function structureHead(executor: Executor, comparisonId: string): Promise<StructureHead | null> {
  const row = await executor
    .selectFrom('comparisons')
    .select('structure_head')
    .where('comparison_id', '=', comparisonId)
    .executeTakeFirst();
  return row?.structure_head == null ? null : (JSON.parse(row.structure_head) as StructureHead);
}

/** Compressed chunks from `first` up to, and not including, `end`, in order. */
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

/** Deletes the content of comparisons that expired before `at`, and the comparisons whose remembrance ended. */
export async function sweepComparisons(executor: Executor, at: Date): Promise<void> {
  const now = Math.floor(at.getTime() / 1_000);
  const expired = executor
    .selectFrom('comparisons')
    .select('comparison_id')
    .where('expires_at', '<=', now)
    .where('structure_head', 'is not', null);
  await executor.deleteFrom('comparison_chunks').where('comparison_id', 'in', expired).execute();
  await executor
    .updateTable('comparisons')
    .set({ structure_head: null })
    .where('expires_at', '<=', now)
    .where('structure_head', 'is not', null)
    .execute();
  await executor
    .deleteFrom('comparisons')
    .where('expires_at', '<=', now - TOMBSTONE_SECONDS)
    .execute();
}
