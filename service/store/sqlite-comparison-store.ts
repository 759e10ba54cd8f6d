import type { Caller, ComparisonStore, NewComparison, Share } from '../comparison/ports.ts';
import type { StructureHead } from '../comparison/structure/structure.ts';
import { findShare, insertComparison, structureChunks, structureHead, sweepComparisons } from './comparisons.ts';
import type { Executor } from './open-database.ts';
import { countUnits } from './usage.ts';

/** The store of comparisons in the local database: the one place where its transactions begin. */
export class SqliteComparisonStore implements ComparisonStore {
  readonly #database: Executor;

  constructor(database: Executor) {
    this.#database = database;
  }

  async settle(done: { caller: Caller; units: number; at: Date; keep: NewComparison | null }): Promise<number> {
    const { caller, units, at, keep } = done;
    return await this.#database.transaction().execute(async (transaction) => {
      if (keep !== null) await insertComparison(transaction, caller.subject, keep);
      return await countUnits(transaction, caller.subject, units, at);
    });
  }

  async findShare(comparisonId: string, tokenHash: string): Promise<{ known: boolean; share: Share | null }> {
    return await findShare(this.#database, comparisonId, tokenHash);
  }

  async structureHead(comparisonId: string): Promise<StructureHead | null> {
    return await structureHead(this.#database, comparisonId);
  }

  async structureChunks(comparisonId: string, first: number, end: number): Promise<Uint8Array[]> {
    return await structureChunks(this.#database, comparisonId, first, end);
  }

  async sweep(at: Date): Promise<void> {
    await this.#database.transaction().execute((transaction) => sweepComparisons(transaction, at));
  }
}
