import type { KnownOperation, RetainedReply } from '../../admission/ports.ts';
import { inBatches } from '../pauses.ts';
import { RecentReplies } from './recent-replies.ts';
import type { Executor, OperationsTable } from './schema.ts';
import type { StoredFiles, WrittenFile } from '../files/stored-files.ts';
import { monthOf, unitsUsed } from './usage.ts';

/** Larger bodies are files, because SQLite reads and writes large values slower than a file system. */
const LARGE_BODY_BYTES = 64 * 1024;

/** A reply in a row, with the body in the row or in a file. */
export type StoredReply = Pick<OperationsTable, 'reply_status' | 'reply_headers' | 'reply_body' | 'reply_file'>;

/** A reply before its row is stored. */
interface StoredReplyFile extends Pick<WrittenFile, 'release' | 'drop'> {
  readonly reply: StoredReply;
}

const IN_THE_ROW = { release: () => undefined, drop: () => Promise.resolve() };

/** What the operations of both databases share: how replies are found, kept and dropped. Large bodies are files. */
export abstract class SqlOperationStore {
  readonly #database: Executor;
  readonly #recent = new RecentReplies();
  readonly #files: StoredFiles;

  constructor(database: Executor, files: StoredFiles) {
    this.#database = database;
    this.#files = files;
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
    const operation = this.known(row);
    if (row.reply_body !== null) this.#recent.remember(name, operation, row.reply_body.byteLength);
    return operation;
  }

  async sweepReplies(admittedUntilSeconds: number): Promise<void> {
    this.#recent.clear();
    await inBatches(async (rows) => {
      const ended = this.#database
        .selectFrom('operations')
        .select('operation_id')
        .where('state', '=', 'done')
        .where('claimed_at', '<=', admittedUntilSeconds)
        .where('reply_status', 'is not', null)
        .limit(rows);
      const stripped = await this.#database
        .updateTable('operations')
        .set({ reply_status: null, reply_headers: null, reply_body: null, reply_file: null })
        .where('operation_id', 'in', ended)
        .executeTakeFirst();
      return stripped.numUpdatedRows;
    });
    await this.#files.prune((name) => this.#isReplyFile(name));
  }

  /** The reply as a row has it. Call `release` once the row is stored, or never will be. */
  protected async storedReply(reply: RetainedReply): Promise<StoredReplyFile> {
    const row = { reply_status: reply.status, reply_headers: JSON.stringify(reply.headers) };
    if (reply.body.byteLength <= LARGE_BODY_BYTES) {
      return { reply: { ...row, reply_body: reply.body, reply_file: null }, ...IN_THE_ROW };
    }
    const { name, release, drop } = await this.#files.write(reply.body);
    return { reply: { ...row, reply_body: null, reply_file: name }, release, drop };
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

  /** The operation of a row. */
  protected known(row: OperationsTable): KnownOperation {
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
export async function operationOfKey(
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
