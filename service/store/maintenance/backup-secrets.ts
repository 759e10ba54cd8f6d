/** The secrets that a backup holds beside the rows: they sign viewer links and access tokens. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';

/** Secrets by the names of their files in the data directory. */
export type Secrets = ReadonlyMap<string, Uint8Array>;

/** A table of backups alone. The database of a service has none of this name. */
const TABLE = 'backup_secrets';

/** Adds the secrets to a copy that only its owner can read. */
export function addSecrets(copy: string, secrets: Secrets): void {
  withDatabase(copy, (sqlite) => {
    // A copy of a database in WAL mode would leave files beside it.
    sqlite.pragma('journal_mode = delete');
    // A backup that was copied by hand into a data directory has left its own.
    sqlite.exec(`drop table if exists ${TABLE}; create table ${TABLE} (name text primary key, secret blob not null)`);
    const insert = sqlite.prepare(`insert into ${TABLE} values (?, ?)`);
    for (const [name, secret] of secrets) insert.run(name, secret);
  });
}

/** Takes the secrets out of a copy of a backup. Null: the backup is of a version that kept none in it. */
export function takeSecrets(copy: string): Secrets | null {
  return withDatabase(copy, (sqlite) => {
    const table = sqlite.prepare(`select 1 from sqlite_master where type = 'table' and name = ?`).get(TABLE);
    if (table === undefined) return null;
    const rows = sqlite.prepare(`select name, secret from ${TABLE}`).all() as { name: string; secret: Buffer }[];
    // The bytes of a deleted table would stay in the file.
    sqlite.pragma('secure_delete = on');
    sqlite.exec(`drop table ${TABLE}`);
    return new Map(rows.map(({ name, secret }) => [name, secret]));
  });
}

/**
 * Puts a secret in the place of `file`, which only its owner may read. Another secret that was there is kept with
 * `suffix` behind its name; null: no database of that secret is kept.
 */
export function replaceSecret(file: string, secret: Uint8Array, suffix: string | null): void {
  const draft = `${file}.restoring`;
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, secret, { flag: 'wx', mode: 0o600, flush: true });
    if (suffix !== null && existsSync(file) && !readFileSync(file).equals(secret)) renameSync(file, file + suffix);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

function withDatabase<T>(file: string, work: (sqlite: SqliteDatabase.Database) => T): T {
  const sqlite = new SqliteDatabase(file, { fileMustExist: true });
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}
