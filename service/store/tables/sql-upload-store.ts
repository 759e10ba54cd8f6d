import type { AnnouncementOutcome, Upload, UploadCaps, UploadStore } from '../../admission/ports.ts';
import type { FaultPoint } from '../fault-point.ts';
import { inBatches } from '../pauses.ts';
import type { Executor, UploadsTable } from './schema.ts';

/** The records of uploads. In the local database, an upload's file is named by its id. */
export class SqlUploadStore implements UploadStore {
  readonly #database: Executor;
  readonly #at: (point: FaultPoint) => void;

  /** `atFaultPoint`: see `FAULT_POINTS`. */
  constructor(database: Executor, atFaultPoint: (point: FaultPoint) => void) {
    this.#database = database;
    this.#at = atFaultPoint;
  }

  async announceUpload(upload: Upload, caps: UploadCaps): Promise<AnnouncementOutcome> {
    return await this.#database.transaction().execute(async (transaction): Promise<AnnouncementOutcome> => {
      await this.beginAnnouncement(transaction);
      const ofSubject = await pendingBytes(transaction, caps.announcedUntil, upload.subject);
      if (ofSubject + upload.sizeBytes > caps.ofSubject) return { outcome: 'over-subject', pending: ofSubject };
      const ofAll = await pendingBytes(transaction, caps.announcedUntil, null);
      if (ofAll + upload.sizeBytes > caps.ofAll) return { outcome: 'over-all', pending: ofAll };
      await insertUpload(transaction, upload);
      return { outcome: 'announced' };
    });
  }

  /** Keeps two announcements from counting at once. The local database has only one writer. */
  protected async beginAnnouncement(_transaction: Executor): Promise<void> {
    return Promise.resolve();
  }

  async findUpload(uploadId: string): Promise<Upload | null> {
    const row = await this.#database
      .selectFrom('uploads')
      .selectAll()
      .where('upload_id', '=', uploadId)
      .executeTakeFirst();
    return row === undefined ? null : uploadOf(row, row.upload_id);
  }

  async completeUpload(uploadId: string, _file: string, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#database
      .updateTable('uploads')
      .set({ completed_at: Math.floor(at.getTime() / 1_000), has_bytes: 1 })
      .where('upload_id', '=', uploadId)
      .where('completed_at', 'is', null)
      .executeTakeFirst();
    this.#at('upload-committed');
    return numUpdatedRows > 0n;
  }

  async hasFile(file: string): Promise<boolean> {
    return (await this.findUpload(file))?.hasBytes === true;
  }

  async dropUploads(until: { readonly completed: number; readonly announced: number }): Promise<void> {
    const uploads = this.#database.selectFrom('uploads').select('upload_id');
    await inBatches(async (rows) => {
      const ended = uploads.where('has_bytes', '=', 1).where('completed_at', '<=', until.completed).limit(rows);
      const change = this.#database.updateTable('uploads').set({ has_bytes: 0 }).where('upload_id', 'in', ended);
      return (await change.executeTakeFirst()).numUpdatedRows;
    });
    await inBatches(async (rows) => {
      const forgotten = uploads.where('created_at', '<=', until.announced).limit(rows);
      const change = this.#database.deleteFrom('uploads').where('upload_id', 'in', forgotten);
      return (await change.executeTakeFirst()).numDeletedRows;
    });
  }
}

/** The upload of a row, with its bytes in this file. */
export function uploadOf(row: UploadsTable, file: string): Upload {
  return {
    uploadId: row.upload_id,
    subject: row.subject,
    filename: row.filename,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    tokenHash: row.token_hash,
    createdAtSeconds: row.created_at,
    completedAtSeconds: row.completed_at,
    hasBytes: row.has_bytes === 1,
    file,
  };
}

/** Bytes of the uploads of one identity, or of all, that are stored or may still arrive. */
async function pendingBytes(executor: Executor, announcedUntil: number, subject: string | null): Promise<number> {
  let query = executor
    .selectFrom('uploads')
    .select(({ fn }) => fn.sum<number | null>('size_bytes').as('bytes'))
    .where((expression) =>
      expression.or([
        expression('has_bytes', '=', 1),
        expression.and([expression('completed_at', 'is', null), expression('created_at', '>', announcedUntil)]),
      ]),
    );
  if (subject !== null) query = query.where('subject', '=', subject);
  return (await query.executeTakeFirst())?.bytes ?? 0;
}

async function insertUpload(executor: Executor, upload: Upload): Promise<void> {
  await executor
    .insertInto('uploads')
    .values({
      upload_id: upload.uploadId,
      subject: upload.subject,
      filename: upload.filename,
      content_type: upload.contentType,
      size_bytes: upload.sizeBytes,
      token_hash: upload.tokenHash,
      created_at: upload.createdAtSeconds,
      completed_at: upload.completedAtSeconds,
      has_bytes: upload.hasBytes ? 1 : 0,
    })
    .execute();
}
