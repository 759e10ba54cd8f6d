import { sql } from 'kysely';
import type { Upload } from '../../admission/ports.ts';
import type { FaultPoint } from '../../store/fault-point.ts';
import type { Executor } from '../../store/tables/schema.ts';
import { SqlUploadStore, uploadOf } from '../../store/tables/sql-upload-store.ts';
import { inCluster } from './cluster-schema.ts';

/** Lock of announcements, because each counts the bytes of all others (`pg_advisory_xact_lock`). */
const ANNOUNCEMENTS = 4_870_001;

/** The records of uploads in a cluster. Each names the object with its bytes. */
export class PostgresUploadStore extends SqlUploadStore {
  readonly #database: Executor;
  readonly #at: (point: FaultPoint) => void;

  /** `atFaultPoint`: see `FAULT_POINTS`. */
  constructor(database: Executor, atFaultPoint: (point: FaultPoint) => void) {
    super(database, atFaultPoint);
    this.#database = database;
    this.#at = atFaultPoint;
  }

  override async findUpload(uploadId: string): Promise<Upload | null> {
    const uploads = inCluster(this.#database).selectFrom('uploads').selectAll();
    const row = await uploads.where('upload_id', '=', uploadId).executeTakeFirst();
    return row === undefined ? null : uploadOf(row, row.file ?? '');
  }

  override async completeUpload(uploadId: string, file: string, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await inCluster(this.#database)
      .updateTable('uploads')
      .set({ completed_at: Math.floor(at.getTime() / 1_000), has_bytes: 1, file })
      .where('upload_id', '=', uploadId)
      .where('completed_at', 'is', null)
      .executeTakeFirst();
    this.#at('upload-committed');
    return numUpdatedRows > 0n;
  }

  override async hasFile(file: string): Promise<boolean> {
    const uploads = inCluster(this.#database).selectFrom('uploads').select('upload_id');
    return (await uploads.where('file', '=', file).where('has_bytes', '=', 1).executeTakeFirst()) !== undefined;
  }

  override async dropUploads(until: { readonly completed: number; readonly announced: number }): Promise<void> {
    await super.dropUploads(until);
    await inCluster(this.#database)
      .updateTable('uploads')
      .set({ file: null })
      .where('has_bytes', '=', 0)
      .where('file', 'is not', null)
      .execute();
  }

  protected override async beginAnnouncement(transaction: Executor): Promise<void> {
    await sql`select pg_advisory_xact_lock(${ANNOUNCEMENTS})`.execute(transaction);
  }
}
