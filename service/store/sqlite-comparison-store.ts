import type { Transaction } from '../admission/ports.ts';
import type { StoredContent } from '../pipeline/tasks.ts';
import type { ComparisonStore, ListPosition, NewComparison, Share, StoredComparison } from '../comparison/ports.ts';
import {
  addShare,
  comparisonHtml,
  comparisonTexts,
  findComparison,
  findShare,
  insertComparison,
  listComparisons,
  namesOrigin,
  removeComparison,
  structureChunks,
  sweepComparisons,
} from './comparisons.ts';
import type { Executor } from './open-database.ts';
import { executorOf } from './transactions.ts';

/** The store of comparisons in the local database. */
export class SqliteComparisonStore implements ComparisonStore {
  readonly #database: Executor;

  constructor(database: Executor) {
    this.#database = database;
  }

  async keep(transaction: Transaction, subject: string, comparison: NewComparison): Promise<void> {
    await insertComparison(executorOf(transaction), subject, comparison);
  }

  async addShare(transaction: Transaction, comparisonId: string, share: Share): Promise<boolean> {
    return await addShare(executorOf(transaction), comparisonId, share);
  }

  async find(comparisonId: string): Promise<StoredComparison | null> {
    return await findComparison(this.#database, comparisonId);
  }

  async findShare(comparisonId: string, tokenHash: string): Promise<Share | null> {
    return await findShare(this.#database, comparisonId, tokenHash);
  }

  async structureChunks(comparisonId: string, first: number, end: number): Promise<Uint8Array[]> {
    return await structureChunks(this.#database, comparisonId, first, end);
  }

  async html(comparisonId: string): Promise<Uint8Array | null> {
    return await comparisonHtml(this.#database, comparisonId);
  }

  async texts(comparisonId: string): Promise<StoredContent | null> {
    return await comparisonTexts(this.#database, comparisonId);
  }

  async list(
    subject: string,
    page: { after: ListPosition | null; limit: number; at: Date },
  ): Promise<StoredComparison[]> {
    return await listComparisons(this.#database, subject, page);
  }

  async remove(subject: string, comparisonId: string): Promise<boolean> {
    return await removeComparison(this.#database, subject, comparisonId);
  }

  async allowsOrigin(comparisonId: string, origin: string, at: Date): Promise<boolean> {
    return await namesOrigin(this.#database, comparisonId, origin, at);
  }

  async sweep(at: Date): Promise<void> {
    await this.#database.transaction().execute((transaction) => sweepComparisons(transaction, at));
  }
}
