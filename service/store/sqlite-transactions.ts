import type { Transaction, Transactions } from '../admission/ports.ts';
import type { Executor } from './open-database.ts';

/** Transactions of the local database, for use cases that store several things at once. */
export class SqliteTransactions implements Transactions {
  readonly #database: Executor;

  constructor(database: Executor) {
    this.#database = database;
  }

  async run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return await this.#database.transaction().execute((executor) => work(asTransaction(executor)));
  }
}

/** What use cases see of a transaction. */
export function asTransaction(executor: Executor): Transaction {
  return executor as unknown as Transaction;
}

/** What a transaction is inside the store. */
export function executorOf(transaction: Transaction): Executor {
  return transaction as unknown as Executor;
}
