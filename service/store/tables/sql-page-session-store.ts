import type { PageSession } from '../../admission/ports.ts';
import type { Executor } from './schema.ts';

/** Links and sessions of the browser page. */
export class SqlPageSessionStore {
  readonly #database: Executor;

  constructor(database: Executor) {
    this.#database = database;
  }

  async insertLink(codeHash: string, expiresAtSeconds: number): Promise<void> {
    await this.#database
      .insertInto('page_links')
      .values({ code_hash: codeHash, expires_at: expiresAtSeconds })
      .execute();
  }

  /** Deletes a link. True if it existed and was valid at this time. */
  async takeLink(codeHash: string, nowSeconds: number): Promise<boolean> {
    const link = await this.#database
      .deleteFrom('page_links')
      .where('code_hash', '=', codeHash)
      .returning('expires_at')
      .executeTakeFirst();
    return link !== undefined && nowSeconds < link.expires_at;
  }

  async insertSession(session: PageSession): Promise<void> {
    await this.#database
      .insertInto('page_sessions')
      .values({
        session_id: session.sessionId,
        secret_hash: session.secretHash,
        created_at: session.createdAtSeconds,
        expires_at: session.expiresAtSeconds,
      })
      .execute();
  }

  async findSession(sessionId: string): Promise<PageSession | null> {
    const row = await this.#database
      .selectFrom('page_sessions')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      sessionId: row.session_id,
      secretHash: row.secret_hash,
      createdAtSeconds: row.created_at,
      expiresAtSeconds: row.expires_at,
    };
  }

  async extendSession(sessionId: string, expiresAtSeconds: number): Promise<void> {
    await this.#database
      .updateTable('page_sessions')
      .set({ expires_at: expiresAtSeconds })
      .where('session_id', '=', sessionId)
      .execute();
  }

  async deleteSession(sessionId: string): Promise<void> {
    await this.#database.deleteFrom('page_sessions').where('session_id', '=', sessionId).execute();
  }

  /** Deletes links and sessions that ended before this time. */
  async dropEnded(nowSeconds: number): Promise<void> {
    await this.#database.deleteFrom('page_links').where('expires_at', '<=', nowSeconds).execute();
    await this.#database.deleteFrom('page_sessions').where('expires_at', '<=', nowSeconds).execute();
  }
}
