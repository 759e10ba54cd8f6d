import { TOMBSTONE_SECONDS } from '../../admission/retention.ts';
import type { Side } from '../../../shared/document/model.ts';
import type { PageRecord, RenderedPages } from '../../comparison/pages/page-ports.ts';
import type { Executor } from './schema.ts';
import type { StoredFiles } from '../files/stored-files.ts';

/** Rendered source pages; the PDFs are files. */
export class SqlPageStore {
  readonly #database: Executor;
  readonly #files: StoredFiles;

  constructor(database: Executor, files: StoredFiles) {
    this.#database = database;
    this.#files = files;
  }

  /** Stores a PDF. The store chooses `file` of the record. */
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

  /** The bytes of a file; null if they have expired. */
  async read(file: string): Promise<Uint8Array | null> {
    return await this.#files.readIfThere(file);
  }

  /** Remembers the rendering of a pair, identified by `pairHash`, until `expiresAtSeconds`. */
  async keepPreview(
    pairHash: string,
    { original, revised }: Readonly<Record<Side, RenderedPages>>,
    expiresAtSeconds: number,
  ): Promise<void> {
    const files = [await this.#files.write(original.pdf), await this.#files.write(revised.pdf)] as const;
    try {
      const row = {
        original_file: files[0].name,
        original_pages: original.pageCount,
        revised_file: files[1].name,
        revised_pages: revised.pageCount,
        expires_at: expiresAtSeconds,
      };
      await this.#database
        .insertInto('page_previews')
        .values({ pair_hash: pairHash, ...row })
        .onConflict((conflict) => conflict.column('pair_hash').doUpdateSet(row))
        .execute();
    } finally {
      for (const file of files) file.release();
    }
  }

  /** The rendering of a pair that is valid at `at`. Null if there is none, or if the files have expired. */
  async preview(pairHash: string, at: Date): Promise<Readonly<Record<Side, RenderedPages>> | null> {
    const row = await this.#database
      .selectFrom('page_previews')
      .selectAll()
      .where('pair_hash', '=', pairHash)
      .where('expires_at', '>', Math.floor(at.getTime() / 1_000))
      .executeTakeFirst();
    if (row === undefined) return null;
    const [original, revised] = await Promise.all([this.read(row.original_file), this.read(row.revised_file)]);
    if (original === null || revised === null) return null;
    return {
      original: { pdf: original, pageCount: row.original_pages },
      revised: { pdf: revised, pageCount: row.revised_pages },
    };
  }

  /** Deletes what has expired. */
  async sweep(at: Date): Promise<void> {
    const now = Math.floor(at.getTime() / 1_000);
    await this.#database.deleteFrom('page_previews').where('expires_at', '<=', now).execute();
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
      if (row !== undefined) return true;
      const preview = await this.#database
        .selectFrom('page_previews')
        .select('pair_hash')
        .where((where) => where.or([where('original_file', '=', name), where('revised_file', '=', name)]))
        .executeTakeFirst();
      return preview !== undefined;
    });
  }
}
