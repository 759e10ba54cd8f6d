import {
  OperationNotRunning,
  type Claim,
  type ClaimOutcome,
  type OperationEnd,
  type OperationStore,
  type Transaction,
} from '../../admission/ports.ts';
import type { FaultPoint } from '../fault-point.ts';
import { GroupCommit } from './group-commit.ts';
import type { Executor } from '../tables/schema.ts';
import { operationOfKey, SqlOperationStore, type StoredReply } from '../tables/sql-operation-store.ts';
import type { StoredFiles } from '../files/stored-files.ts';
import { asTransaction } from '../tables/transactions.ts';
import { countUnits, monthOf, unitsUsed } from '../tables/usage.ts';

/** Operations in the local database, which one process writes. Several callers share a commit. */
export class SqliteOperationStore extends SqlOperationStore implements OperationStore {
  readonly #database: Executor;
  readonly #commits: GroupCommit;
  readonly #at: (point: FaultPoint) => void;

  /** `atFaultPoint` is called at every place where a dying process could leave unfinished work. */
  constructor(database: Executor, files: StoredFiles, atFaultPoint: (point: FaultPoint) => void) {
    super(database, files);
    this.#database = database;
    this.#commits = new GroupCommit(database);
    this.#at = atFaultPoint;
  }

  async claim(claim: Claim): Promise<ClaimOutcome> {
    const { subject, endpoint, key, units } = claim;
    const month = monthOf(claim.at);
    const outcome = await this.#commits.run(async (transaction): Promise<ClaimOutcome> => {
      const row = key === null ? null : await operationOfKey(transaction, subject, endpoint, key.keyHash);
      if (row !== null) return { outcome: 'known', operation: this.known(row) };
      const before = await unitsUsed(transaction, subject, month);
      if (units > 0 && before + units > claim.allowance) return { outcome: 'over-allowance', used: before };
      const used = units === 0 ? before : await countUnits(transaction, subject, units, month);
      this.#at('claim-charged');
      await insertOperation(transaction, claim);
      this.#at('claim-written');
      return { outcome: 'admitted', used };
    });
    this.#at('claim-committed');
    return outcome;
  }

  async finish(end: OperationEnd, alongside: ((transaction: Transaction) => Promise<void>) | null): Promise<void> {
    const { operationId, giveBack, reply } = end;
    const stored = reply === null ? null : await this.storedReply(reply);
    this.#at('result-file-written');
    try {
      await this.#commits.run(async (transaction) => {
        await endOperation(transaction, operationId, { giveBack, reply: stored?.reply ?? null });
        this.#at('result-written');
        await alongside?.(asTransaction(transaction));
        this.#at('result-stored');
      });
    } finally {
      stored?.release();
    }
    this.#at('result-committed');
  }

  async recover(): Promise<number> {
    return await this.#database.transaction().execute(async (transaction) => {
      const running = await transaction
        .selectFrom('operations')
        .select(['subject', 'units', 'month'])
        .where('state', '=', 'running')
        .execute();
      for (const { subject, units, month } of running) {
        if (units > 0) await countUnits(transaction, subject, -units, month);
      }
      await transaction.deleteFrom('operations').where('state', '=', 'running').where('key_hash', 'is', null).execute();
      await transaction.updateTable('operations').set({ state: 'blocked' }).where('state', '=', 'running').execute();
      return running.length;
    });
  }
}

/** Records a running operation. Its units are charged separately. */
async function insertOperation(executor: Executor, claim: Claim): Promise<void> {
  await executor
    .insertInto('operations')
    .values({
      operation_id: claim.operationId,
      subject: claim.subject,
      endpoint: claim.endpoint,
      key_hash: claim.key?.keyHash ?? null,
      body_hash: claim.key?.bodyHash ?? null,
      request_id: claim.requestId,
      state: 'running',
      units: claim.units,
      month: monthOf(claim.at),
      claimed_at: Math.floor(claim.at.getTime() / 1_000),
      reply_status: null,
      reply_headers: null,
      reply_body: null,
      reply_file: null,
    })
    .execute();
}

/** Ends a running operation: deletes it without a key, and stores its reply with one. Throws `OperationNotRunning`. */
async function endOperation(
  executor: Executor,
  operationId: string,
  end: { giveBack: boolean; reply: StoredReply | null },
): Promise<void> {
  const operation = await executor
    .selectFrom('operations')
    .select(['subject', 'units', 'month', 'key_hash'])
    .where('operation_id', '=', operationId)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow(() => new OperationNotRunning(operationId));
  const { subject, units, month } = operation;
  if (end.giveBack && units > 0) await countUnits(executor, subject, -units, month);
  if (operation.key_hash === null || end.reply === null) {
    await executor.deleteFrom('operations').where('operation_id', '=', operationId).execute();
  } else {
    await executor
      .updateTable('operations')
      .set({ state: 'done', ...end.reply })
      .where('operation_id', '=', operationId)
      .execute();
  }
}
