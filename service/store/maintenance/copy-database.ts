import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { addSecrets, type Secrets } from './backup-secrets.ts';

/**
 * Writes a consistent copy of the database at `file` to `target`, even while others write to the database. The copy
 * appears under its name when it is complete, and replaces an existing file. A link stays, and the file behind it is
 * replaced. Only its owner can read the copy, which also holds `secrets`. Throws without a database, if `target` is the database itself or no
 * regular file, and what the file system throws.
 */
export function copyDatabase(file: string, target: string, secrets: Secrets = new Map()): void {
  if (!existsSync(file)) throw new Error(`There is no database at ${file}.`);
  const place = placeOf(target);
  if (place === realpathSync(file)) throw new Error(`${target} is the database itself. Name another file.`);
  const draft = `${place}.${randomBytes(6).toString('hex')}`;
  const sqlite = new SqliteDatabase(file, { readonly: true });
  try {
    sqlite.prepare('vacuum into ?').run(draft);
    chmodSync(draft, 0o600);
    if (secrets.size > 0) addSecrets(draft, secrets);
    const handle = openSync(draft, 'r+');
    fsyncSync(handle);
    closeSync(handle);
    renameSync(draft, place);
  } finally {
    sqlite.close();
    rmSync(draft, { force: true });
  }
}

/** The file that a copy replaces or becomes, behind any link. */
function placeOf(target: string): string {
  const found = statSync(target, { throwIfNoEntry: false });
  if (found?.isFile()) return realpathSync(target);
  // The copy takes its name by a rename, which would replace a device or a pipe.
  if (found !== undefined) throw new Error(`${target} is no regular file. Name a file.`);
  if (lstatSync(target, { throwIfNoEntry: false }) === undefined) return target;
  throw new Error(`${target} is a link that leads nowhere. Name another file.`);
}

/** SQLite's findings about a database file; empty if it is sound. Throws if the file is no database. */
export function databaseFaults(file: string): string[] {
  const sqlite = new SqliteDatabase(file, { readonly: true, fileMustExist: true });
  try {
    const rows = sqlite.pragma('integrity_check(10)') as { integrity_check: string }[];
    const lines = rows.map((row) => row.integrity_check);
    const strays = sqlite.pragma('foreign_key_check') as unknown[];
    if (strays.length > 0) lines.push(`${strays.length} rows refer to rows that are not there`);
    return lines.filter((line) => line !== 'ok');
  } finally {
    sqlite.close();
  }
}
