import { sql } from 'kysely';
import {
  OperationNotRunning,
  type Claim,
  type ClaimOutcome,
  type OperationEnd,
  type OperationStore,
  type Transaction,
} from '../../admission/ports.ts';
import type { FaultPoint } from '../../store/fault-point.ts';
import type { Executor, OperationsTable } from '../../store/tables/schema.ts';
import { operationOfKey, SqlOperationStore, type StoredReply } from '../../store/tables/sql-operation-store.ts';
import type { StoredFiles } from '../../store/files/stored-files.ts';
import { asTransaction } from '../../store/tables/transactions.ts';
import { countUnits, monthOf } from '../../store/tables/usage.ts';

/** A known key may vanish between the claim and its look-up, when its operation ends without a reply. */
const CLAIM_TRIES = 5;

/** Operations of a cluster. Each belongs to the replica that claimed it. */
export class PostgresOperationStore extends SqlOperationStore implements OperationStore {
  readonly #database: Executor;
  readonly #replicaId: string;
  readonly #at: (point: FaultPoint) => void;
  /** Running operations of this process with a key. */
  readonly #keyed = new Set<string>();
  /** Claims whose outcome is unknown, because the connection broke. They never run. */
  readonly #unsure = new Set<string>();

  /** `replicaId` owns the claims. `atFaultPoint`: see `FAULT_POINTS`. */
  constructor(database: Executor, files: StoredFiles, replicaId: string, atFaultPoint: (point: FaultPoint) => void) {
    super(database, files);
    this.#database = database;
    this.#replicaId = replicaId;
    this.#at = atFaultPoint;
  }

  async claim(claim: Claim): Promise<ClaimOutcome> {
    const { subject, endpoint, key } = claim;
    for (let tries = 0; tries < CLAIM_TRIES; tries++) {
      const { outcome, used } = await this.#claimOnce(claim);
      if (outcome === 'admitted') {
        if (key !== null) this.#keyed.add(claim.operationId);
        this.#at('claim-committed');
        return { outcome, used };
      }
      if (outcome === 'over-allowance') return { outcome, used };
      const row = await operationOfKey(this.#database, subject, endpoint, key?.keyHash ?? '');
      if (row !== null) return { outcome: 'known', operation: this.known(row) };
    }
    throw new Error(`The key of the operation ${claim.operationId} was taken and given up ${CLAIM_TRIES} times.`);
  }

  async finish(end: OperationEnd, alongside: ((transaction: Transaction) => Promise<void>) | null): Promise<void> {
    const { operationId, giveBack } = end;
    const reply = this.#keyed.has(operationId) ? end.reply : null;
    const stored = reply === null ? null : await this.storedReply(reply);
    this.#at('result-file-written');
    const ended =
      !giveBack && alongside === null
        ? // One statement is a transaction of its own. It costs the database a third of three.
          await endRunning(this.#database, operationId, stored?.reply ?? null)
        : await this.#endInTransaction(end, stored?.reply ?? null, alongside);
    if (ended === undefined) {
      await stored?.drop();
      throw new OperationNotRunning(operationId);
    }
    this.#keyed.delete(operationId);
    this.#at('result-committed');
  }

  /** Undefined if the operation does not run. Then nothing is stored. */
  async #endInTransaction(
    { operationId, giveBack }: OperationEnd,
    reply: StoredReply | null,
    alongside: ((transaction: Transaction) => Promise<void>) | null,
  ): Promise<EndedOperation | undefined> {
    return await this.#database.transaction().execute(async (transaction) => {
      const ended = await endRunning(transaction, operationId, reply);
      if (ended === undefined) return undefined;
      if (giveBack && ended.units > 0) await countUnits(transaction, ended.subject, -ended.units, ended.month);
      this.#at('result-written');
      await alongside?.(asTransaction(transaction));
      this.#at('result-stored');
      return ended;
    });
  }

  /** The lease of a replica ends its operations when it dies: see `ReplicaLease`. So there is nothing to recover. */
  async recover(): Promise<number> {
    return Promise.resolve(0);
  }

  /** Gives up the claims whose outcome is unknown. Throws if the database still cannot be reached. */
  async settle(): Promise<void> {
    for (const operationId of this.#unsure) {
      try {
        await this.finish({ operationId, giveBack: true, reply: null }, null);
      } catch (fault) {
        // It was not claimed after all.
        if (!(fault instanceof OperationNotRunning)) throw fault;
      }
      this.#unsure.delete(operationId);
    }
  }

  async #claimOnce(claim: Claim): Promise<{ outcome: 'known' | 'admitted' | 'over-allowance'; used: number }> {
    const { operationId, subject, endpoint, key, requestId, units, allowance, at } = claim;
    try {
      const { rows } = await sql<{ outcome: 'known' | 'admitted' | 'over-allowance'; used: number }>`
        select outcome, used from claim_operation_1(${operationId}, ${subject}, ${endpoint}, ${key?.keyHash ?? null},
          ${key?.bodyHash ?? null}, ${requestId}, ${units}, ${monthOf(at)}, ${Math.floor(at.getTime() / 1_000)},
          ${this.#replicaId}, ${allowance})`.execute(this.#database);
      return rows[0]!;
    } catch (fault) {
      this.#unsure.add(operationId);
      throw fault;
    }
  }
}

type EndedOperation = Pick<OperationsTable, 'subject' | 'units' | 'month'>;

/** Ends a running operation: deletes it, or stores its reply. Undefined if it does not run. */
async function endRunning(
  transaction: Executor,
  operationId: string,
  reply: StoredReply | null,
): Promise<EndedOperation | undefined> {
  const columns = ['subject', 'units', 'month'] as const;
  if (reply === null) {
    const running = transaction.deleteFrom('operations').where('operation_id', '=', operationId);
    return await running.where('state', '=', 'running').returning(columns).executeTakeFirst();
  }
  const running = transaction.updateTable('operations').where('operation_id', '=', operationId);
  return await running
    .where('state', '=', 'running')
    .set({ state: 'done', ...reply })
    .returning(columns)
    .executeTakeFirst();
}
