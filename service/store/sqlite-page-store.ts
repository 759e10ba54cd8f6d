import { TOMBSTONE_SECONDS } from '../../shared/limits.ts';
import type { PageRecord, PageStore } from '../comparison/pages/page-ports.ts';
import type { ContentFiles } from './content-files.ts';
import type { Executor } from './open-database.ts';

/** Rendered source pages in the local database; the PDFs are files. */
export class SqlitePageStore implements PageStore {
  readonly #database: Executor;
  readonly #files: ContentFiles;

  constructor(database: Executor, files: ContentFiles) {
    this.#database = database;
    this.#files = files;
  }

  async keep(record: Omit<PageRecord, 'file'>, pdf: Uint8Array): Promise<void> {
    const file = await this.#files.write(pdf);
    try {
      await this.#database
        .insertInto('source_pages')
        .values({
          page_id: record.pageId,
          subject: record.subject,
          side: record.side,
          token_hash: record.tokenHash,
          issued_at: record.issuedAtSeconds,
          expires_at: record.expiresAtSeconds,
          file: file.name,
        })
        .execute();
    } finally {
      file.release();
    }
  }

  async find(pageId: string): Promise<PageRecord | null> {
    const row = await this.#database
      .selectFrom('source_pages')
      .selectAll()
      .where('page_id', '=', pageId)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      pageId: row.page_id,
      subject: row.subject,
      side: row.side,
      tokenHash: row.token_hash,
      issuedAtSeconds: row.issued_at,
      expiresAtSeconds: row.expires_at,
      file: row.file,
    };
  }

  async read(file: string): Promise<Uint8Array | null> {
    try {
      return await this.#files.read(file);
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw fault;
    }
  }

  async sweep(at: Date): Promise<void> {
    const now = Math.floor(at.getTime() / 1_000);
    await this.#database
      .updateTable('source_pages')
      .set({ file: null })
      .where('expires_at', '<=', now)
      .where('file', 'is not', null)
      .execute();
    await this.#database
      .deleteFrom('source_pages')
      .where('expires_at', '<=', now - TOMBSTONE_SECONDS)
      .execute();
    await this.#files.prune(async (name) => {
      const row = await this.#database
        .selectFrom('source_pages')
        .select('page_id')
        .where('file', '=', name)
        .executeTakeFirst();
      return row !== undefined;
    });
  }
}
