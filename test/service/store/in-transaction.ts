import type { Transaction } from '../../../service/admission/ports.ts';
import type { Executor } from '../../../service/store/tables/schema.ts';
import { asTransaction } from '../../../service/store/tables/transactions.ts';

/** Runs `work` in a transaction that is rolled back when it throws, as the end of an operation does. */
export async function inTransaction<T>(database: Executor, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  return await database.transaction().execute((executor) => work(asTransaction(executor)));
}
