import type { Transaction } from '../admission/ports.ts';
import type { ComparisonStore, NewComparison, Share } from '../comparison/ports.ts';
import type { StructureHead } from '../comparison/structure/structure.ts';
import { findShare, insertComparison, structureChunks, structureHead, sweepComparisons } from './comparisons.ts';
import type { Executor } from './open-database.ts';
import { executorOf } from './sqlite-transactions.ts';

/** The store of comparisons in the local database. */
export class SqliteComparisonStore implements ComparisonStore {
  readonly #database: Executor;

  constructor(database: Executor) {
    this.#database = database;
  }

  async keep(transaction: Transaction, subject: string, comparison: NewComparison): Promise<void> {
    await insertComparison(executorOf(transaction), subject, comparison);
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
