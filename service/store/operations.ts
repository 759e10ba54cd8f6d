import type { Claim } from '../admission/ports.ts';
import type { Executor } from './open-database.ts';
import type { OperationsTable } from './schema.ts';
import { countUnits, monthOf } from './usage.ts';

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

/** Records a running operation. Its units are charged separately. */
export async function insertOperation(executor: Executor, claim: Claim): Promise<void> {
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

/** A reply in a row, with the body in the row or in a file. */
export type StoredReply = Pick<OperationsTable, 'reply_status' | 'reply_headers' | 'reply_body' | 'reply_file'>;

/** Ends a running operation: deletes it without a key, and stores its reply with one. Throws if it does not run. */
export async function endOperation(
  executor: Executor,
  operationId: string,
  end: { giveBack: boolean; reply: StoredReply | null },
): Promise<void> {
  const operation = await executor
    .selectFrom('operations')
    .select(['subject', 'units', 'month', 'key_hash'])
    .where('operation_id', '=', operationId)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
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

/** Refunds all running operations, deletes those without a key, and blocks the others. Returns their number. */
export async function blockRunning(executor: Executor): Promise<number> {
  const running = await executor
    .selectFrom('operations')
    .select(['subject', 'units', 'month'])
    .where('state', '=', 'running')
    .execute();
  for (const { subject, units, month } of running) {
    if (units > 0) await countUnits(executor, subject, -units, month);
  }
  await executor.deleteFrom('operations').where('state', '=', 'running').where('key_hash', 'is', null).execute();
  await executor.updateTable('operations').set({ state: 'blocked' }).where('state', '=', 'running').execute();
  return running.length;
}

/** Deletes the replies of operations admitted at this Unix time or before. */
export async function dropReplies(executor: Executor, admittedUntil: number): Promise<void> {
  await executor
    .updateTable('operations')
    .set({ reply_status: null, reply_headers: null, reply_body: null, reply_file: null })
    .where('state', '=', 'done')
    .where('claimed_at', '<=', admittedUntil)
    .where('reply_status', 'is not', null)
    .execute();
}

/** Whether a reply has its body in this file. */
export async function isReplyFile(executor: Executor, file: string): Promise<boolean> {
  const row = await executor
    .selectFrom('operations')
    .select('operation_id')
    .where('reply_file', '=', file)
    .executeTakeFirst();
  return row !== undefined;
}
