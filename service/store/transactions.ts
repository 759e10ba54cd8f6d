import type { Transaction } from '../admission/ports.ts';
import type { Executor } from './open-database.ts';

/** What use cases see of a transaction. */
export function asTransaction(executor: Executor): Transaction {
  return executor as unknown as Transaction;
}

/** What a transaction is inside the store. */
export function executorOf(transaction: Transaction): Executor {
  return transaction as unknown as Executor;
}
