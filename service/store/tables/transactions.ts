import type { Transaction } from '../../admission/ports.ts';
import type { Executor } from './schema.ts';

/** A transaction as use cases see it. */
export function asTransaction(executor: Executor): Transaction {
  return executor as unknown as Transaction;
}

/** A transaction inside the store. */
export function executorOf(transaction: Transaction): Executor {
  return transaction as unknown as Executor;
}
