import type {
  Claim,
  ClaimOutcome,
  KnownOperation,
  OperationEnd,
  OperationStore,
  RetainedReply,
  Transaction,
} from '../admission/ports.ts';
import type { ContentFiles } from './content-files.ts';
import type { FaultPoint } from './fault-point.ts';
import { GroupCommit } from './group-commit.ts';
import type { Executor } from './open-database.ts';
import {
  blockRunning,
  dropReplies,
  endOperation,
  insertOperation,
  isReplyFile,
  operationOfKey,
  type StoredReply,
} from './operations.ts';
import { RecentReplies } from './recent-replies.ts';
import type { OperationsTable } from './schema.ts';
import { asTransaction } from './transactions.ts';
import { countUnits, monthOf, unitsUsed } from './usage.ts';

/** Larger bodies are files, because SQLite reads and writes large values slower than a file system. */
const LARGE_BODY_BYTES = 64 * 1024;

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
    return await this.#database.transaction().execute((transaction) => blockRunning(transaction));
  }

  async sweepReplies(admittedUntilSeconds: number): Promise<void> {
    this.#recent.clear();
    await dropReplies(this.#database, admittedUntilSeconds);
    await this.#files.prune((name) => isReplyFile(this.#database, name));
  }

  async #stored(reply: RetainedReply): Promise<{ reply: StoredReply; release: () => void }> {
    const row = { reply_status: reply.status, reply_headers: JSON.stringify(reply.headers) };
    if (reply.body.byteLength <= LARGE_BODY_BYTES) {
      return { reply: { ...row, reply_body: reply.body, reply_file: null }, release: () => undefined };
    }
    const { name, release } = await this.#files.write(reply.body);
    return { reply: { ...row, reply_body: null, reply_file: name }, release };
  }

  #known(row: OperationsTable): KnownOperation {
    const { reply_status: status, reply_headers: headers, reply_body: body, reply_file: file } = row;
    const isRetained = status !== null && headers !== null;
    return {
      bodyHash: row.body_hash ?? '',
      claimedAtSeconds: row.claimed_at,
      reply: !isRetained
        ? null
        : async () => ({
            status,
            headers: JSON.parse(headers) as Record<string, string>,
            requestId: row.request_id,
            body: body ?? (file === null ? new Uint8Array() : await this.#files.read(file)),
          }),
    };
  }
}
