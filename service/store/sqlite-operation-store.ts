import {
  OperationNotRunning,
  type Claim,
  type ClaimOutcome,
  type KnownOperation,
  type OperationEnd,
  type OperationStore,
  type RetainedReply,
  type Transaction,
} from '../admission/ports.ts';
import type { ContentFiles } from './content-files.ts';
import type { FaultPoint } from './fault-point.ts';
import { GroupCommit } from './group-commit.ts';
import type { Executor } from './open-database.ts';
import { RecentReplies } from './recent-replies.ts';
import type { OperationsTable } from './schema.ts';
import { asTransaction } from './transactions.ts';
import { countUnits, monthOf, unitsUsed } from './usage.ts';

/** Larger bodies are files, because SQLite reads and writes large values slower than a file system. */
const LARGE_BODY_BYTES = 64 * 1024;

/** A reply in a row, with the body in the row or in a file. */
type StoredReply = Pick<OperationsTable, 'reply_status' | 'reply_headers' | 'reply_body' | 'reply_file'>;

/** Operations in the local database. The bodies of large replies are files. */
export class SqliteOperationStore implements OperationStore {
  readonly #database: Executor;
  readonly #commits: GroupCommit;
  readonly #recent = new RecentReplies();
  readonly #files: ContentFiles;
  readonly #at: (point: FaultPoint) => void;

  /** `atFaultPoint` is called at every place where a dying process could leave unfinished work. */
  constructor(database: Executor, files: ContentFiles, atFaultPoint: (point: FaultPoint) => void) {
    this.#database = database;
    this.#commits = new GroupCommit(database);
    this.#files = files;
    this.#at = atFaultPoint;
  }

  async unitsUsed(subject: string, at: Date): Promise<number> {
    return await unitsUsed(this.#database, subject, monthOf(at));
  }

  async findOperation(subject: string, endpoint: string, keyHash: string): Promise<KnownOperation | null> {
    const name = `${subject}\n${endpoint}\n${keyHash}`;
    const recent = this.#recent.find(name);
    if (recent !== undefined) return recent;
    const row = await operationOfKey(this.#database, subject, endpoint, keyHash);
    if (row === null) return null;
    const operation = this.#known(row);
    if (row.reply_body !== null) this.#recent.remember(name, operation, row.reply_body.byteLength);
    return operation;
  }

  async claim(claim: Claim): Promise<ClaimOutcome> {
    const { subject, endpoint, key, units } = claim;
    const month = monthOf(claim.at);
    const outcome = await this.#commits.run(async (transaction): Promise<ClaimOutcome> => {
      const row = key === null ? null : await operationOfKey(transaction, subject, endpoint, key.keyHash);
      if (row !== null) return { outcome: 'known', operation: this.#known(row) };
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
    const stored = reply === null ? null : await this.#stored(reply);
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

  async sweepReplies(admittedUntilSeconds: number): Promise<void> {
    this.#recent.clear();
    await this.#database
      .updateTable('operations')
      .set({ reply_status: null, reply_headers: null, reply_body: null, reply_file: null })
      .where('state', '=', 'done')
      .where('claimed_at', '<=', admittedUntilSeconds)
      .where('reply_status', 'is not', null)
      .execute();
    await this.#files.prune((name) => this.#isReplyFile(name));
  }

  async #stored(reply: RetainedReply): Promise<{ reply: StoredReply; release: () => void }> {
    const row = { reply_status: reply.status, reply_headers: JSON.stringify(reply.headers) };
    if (reply.body.byteLength <= LARGE_BODY_BYTES) {
      return { reply: { ...row, reply_body: reply.body, reply_file: null }, release: () => undefined };
    }
    const { name, release } = await this.#files.write(reply.body);
    return { reply: { ...row, reply_body: null, reply_file: name }, release };
  }

  /** Whether a reply has its body in this file. */
  async #isReplyFile(file: string): Promise<boolean> {
    const row = await this.#database
      .selectFrom('operations')
      .select('operation_id')
      .where('reply_file', '=', file)
      .executeTakeFirst();
    return row !== undefined;
  }

  #known(row: OperationsTable): KnownOperation {
    const { reply_status: status, reply_headers: headers, reply_body: body, reply_file: file } = row;
    const isRetained = status !== null && headers !== null;
    return {
      bodyHash: row.body_hash ?? '',
      claimedAtSeconds: row.claimed_at,
      reply: !isRetained
        ? null
        : async () => {
            // A restored database may name files that the data directory does not have.
            const content = body ?? (file === null ? new Uint8Array() : await this.#files.readIfThere(file));
            if (content === null) return null;
            const fields = JSON.parse(headers) as Record<string, string>;
            return { status, headers: fields, requestId: row.request_id, body: content };
          },
    };
  }
}

/** The operation that was admitted under a key. */
async function operationOfKey(
  executor: Executor,
  subject: string,
  endpoint: string,
  keyHash: string,
): Promise<OperationsTable | null> {
  const row = await executor
    .selectFrom('operations')
    .selectAll()
    .where('subject', '=', subject)
    .where('endpoint', '=', endpoint)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  return row ?? null;
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
