/** Databases that cannot be used: what a person reads, and that nothing of them changes. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseUnusable } from '../../../../service/store/sqlite/database-unusable.ts';
import { copyDatabase } from '../../../../service/store/maintenance/copy-database.ts';
import { schemaFaults } from '../../../../service/store/sqlite/schema-check.ts';
import { SQLITE_TYPES } from '../../../../service/store/tables/migrations/column-types.ts';
import { migrationsWith, providerOf } from '../../../../service/store/tables/migrations/migration-list.ts';
import { openDatabase } from '../../../../service/store/sqlite/open-database.ts';
import { restoreDatabase } from '../../../../service/store/maintenance/restore-database.ts';
import { SqlAccountStore } from '../../../../service/store/tables/sql-account-store.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'diffsvc-unusable-'));
  file = join(directory, 'diffsvc.sqlite');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function faultOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => null,
    (fault: unknown) => fault,
  );
}

/** A sound database with one account. Returns the account's id. */
async function withOwner(path: string): Promise<string> {
  const database = await openDatabase(path);
  const store = new SqlAccountStore(database, database);
  await store.ensureOwner(new Date());
  const { accountId } = await store.owner();
  await database.destroy();
  return accountId;
}

async function ownerOf(path: string): Promise<string> {
  const database = await openDatabase(path);
  const { accountId } = await new SqlAccountStore(database, database).owner();
  await database.destroy();
  return accountId;
}

/** Runs statements on a database file, which begins empty. */
function change(path: string, statements: string): void {
  const sqlite = new SqliteDatabase(path);
  sqlite.exec(statements);
  sqlite.close();
}

async function makeNewer(path: string): Promise<void> {
  await withOwner(path);
  change(path, "insert into kysely_migration values ('9999-from-the-future', '2030-01-01')");
}

const MAKERS: Readonly<Record<'damaged' | 'foreign' | 'newer', (path: string) => void | Promise<void>>> = {
  damaged: (path) => writeFileSync(path, randomBytes(20_000)),
  foreign: (path) => change(path, 'create table songs (title text)'),
  newer: makeNewer,
};
const REMEDIES = {
  damaged: /is damaged\. Restore a backup with `diffsvc restore FILE`/,
  foreign: /belongs to another program\. Choose another --data-dir/,
  newer: /was written by a newer version of diffsvc\. Install that version/,
};

describe('a database that cannot be used', () => {
  it.each(['damaged', 'foreign', 'newer'] as const)('is named when it is %s, and stays as it is', async (reason) => {
    await MAKERS[reason](file);
    const before = readFileSync(file);
    const fault = await faultOf(openDatabase(file));
    expect(fault).toBeInstanceOf(DatabaseUnusable);
    expect((fault as DatabaseUnusable).reason).toBe(reason);
    expect((fault as Error).message).toMatch(REMEDIES[reason]);
    expect((fault as Error).message).toContain(file);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is named when another process holds it', async () => {
    await withOwner(file);
    const other = new SqliteDatabase(file);
    other.exec('begin exclusive');
    const fault = await faultOf(openDatabase(file));
    other.close();
    expect((fault as Error).message).toMatch(/is locked by another process/);
  });

  it('is named when a page in its middle is damaged', async () => {
    await withOwner(file);
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 4096 + 8, 4096 + 200);
    writeFileSync(file, bytes);
    const fault = await faultOf(restoreDatabase(file, join(directory, 'other', 'diffsvc.sqlite'), new Date()));
    expect(fault).toMatchObject({ name: 'DatabaseUnusable', reason: 'damaged' });
  });
});

describe('a restored backup', () => {
  it('takes the place of the database, which is kept', async () => {
    const owner = await withOwner(file);
    const backup = join(directory, 'backup.sqlite');
    copyDatabase(file, backup);
    rmSync(file);
    const other = await withOwner(file);
    expect(other).not.toBe(owner);
    const { kept } = await restoreDatabase(backup, file, new Date('2026-03-04T05:06:07.890Z'));
    expect(kept).toBe(`${file}.before-20260304T050607`);
    expect([await ownerOf(file), await ownerOf(kept!)]).toEqual([owner, other]);
    expect(await ownerOf(backup)).toBe(owner);
  });

  it('takes the place of a damaged database', async () => {
    const owner = await withOwner(file);
    const backup = join(directory, 'backup.sqlite');
    copyDatabase(file, backup);
    writeFileSync(file, randomBytes(5_000));
    await restoreDatabase(backup, file, new Date());
    expect(await ownerOf(file)).toBe(owner);
  });

  it('takes the place of a database behind a link, and leaves the link', async () => {
    const owner = await withOwner(file);
    const backup = join(directory, 'backup.sqlite');
    copyDatabase(file, backup);
    const elsewhere = join(directory, 'elsewhere');
    mkdirSync(elsewhere);
    renameSync(file, join(elsewhere, 'real.sqlite'));
    symlinkSync(join('elsewhere', 'real.sqlite'), file);
    const { kept } = await restoreDatabase(backup, file, new Date());
    expect(readlinkSync(file)).toBe(join('elsewhere', 'real.sqlite'));
    expect(await ownerOf(file)).toBe(owner);
    expect(await ownerOf(kept!)).toBe(owner);
  });

  it('begins a data directory', async () => {
    const owner = await withOwner(file);
    const target = join(directory, 'new', 'diffsvc.sqlite');
    expect(await restoreDatabase(file, target, new Date())).toEqual({ kept: null, secrets: null });
    expect(await ownerOf(target)).toBe(owner);
  });

  it.each(['damaged', 'foreign', 'newer'] as const)('is refused when it is %s, and changes nothing', async (reason) => {
    const owner = await withOwner(file);
    const backup = join(directory, 'backup.sqlite');
    await MAKERS[reason](backup);
    const names = readdirSync(directory).sort();
    const fault = await faultOf(restoreDatabase(backup, file, new Date()));
    expect((fault as Error).message).toMatch(REMEDIES[reason]);
    expect((fault as Error).message).toContain(backup);
    expect(readdirSync(directory).sort()).toEqual(names);
    expect(await ownerOf(file)).toBe(owner);
  });

  it.each([
    ['of no bytes', (path: string) => writeFileSync(path, '')],
    [
      'with the record of migrations alone',
      (path: string) => change(path, 'create table kysely_migration (name text primary key, timestamp text)'),
    ],
  ])('is refused when it is a file %s, and changes nothing', async (_what, make) => {
    const owner = await withOwner(file);
    const backup = join(directory, 'backup.sqlite');
    make(backup);
    const fault = await faultOf(restoreDatabase(backup, file, new Date()));
    expect(fault).toMatchObject({ name: 'DatabaseUnusable', reason: 'empty' });
    expect((fault as Error).message).toContain(backup);
    expect((fault as Error).message).toContain(`${statSync(backup).size} bytes`);
    expect((fault as Error).message).toMatch(/holds 0 of the \d+ tables of diffsvc\. Name a copy/);
    expect(readdirSync(directory).sort()).toEqual(['backup.sqlite', 'diffsvc.sqlite']);
    expect(await ownerOf(file)).toBe(owner);
  });

  it.each([
    ['drop table jobs', /lacks the table jobs\b/],
    ['alter table api_keys drop column last_used_at', /lacks the column api_keys\.last_used_at\b/],
    ['drop index accounts_one_owner', /lacks the index accounts_one_owner\b/],
    ['drop table jobs; drop table page_links', /lacks the tables jobs, page_links\b/],
  ])('is refused after `%s`, and so is the start', async (statement, message) => {
    const owner = await withOwner(file);
    const backup = join(directory, 'backup.sqlite');
    copyDatabase(file, backup);
    change(backup, statement);
    const fault = await faultOf(restoreDatabase(backup, file, new Date()));
    expect(fault).toMatchObject({ name: 'DatabaseUnusable', reason: 'incomplete' });
    expect((fault as Error).message).toMatch(message);
    expect((fault as Error).message).toContain(backup);
    expect((fault as Error).message).toContain('diffsvc restore FILE');
    expect(await ownerOf(file)).toBe(owner);
    expect(await faultOf(openDatabase(backup))).toMatchObject({ message: (fault as Error).message });
    expect(await schemaFaults(backup)).toEqual([expect.stringMatching(message)]);
  });

  it('of an earlier version is taken when it has the schema of that version', async () => {
    const backup = join(directory, 'backup.sqlite');
    const sqlite = new SqliteDatabase(backup);
    const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) });
    const migrator = new Migrator({ db, provider: providerOf(migrationsWith(SQLITE_TYPES)) });
    await migrator.migrateTo('0006-hosted-comparisons');
    sqlite.close();
    expect(await schemaFaults(backup)).toEqual([]);
    expect(await restoreDatabase(backup, file, new Date())).toEqual({ kept: null, secrets: null });
    change(backup, 'drop table uploads');
    const fault = await faultOf(restoreDatabase(backup, file, new Date()));
    expect((fault as Error).message).toMatch(/lacks the table uploads\b/);
  });

  it('is refused when it is a folder', async () => {
    const owner = await withOwner(file);
    const backup = join(directory, 'backup');
    mkdirSync(backup);
    await expect(restoreDatabase(backup, file, new Date())).rejects.toThrow(`${backup} is no regular file`);
    expect(await ownerOf(file)).toBe(owner);
  });

  it('keeps every database that it replaces, also within a second', async () => {
    const at = new Date('2026-03-04T05:06:07.890Z');
    const owner = await withOwner(file);
    const backup = join(directory, 'backup.sqlite');
    copyDatabase(file, backup);
    // A journal that an earlier database left belongs to that database.
    writeFileSync(`${file}.before-20260304T050607-2-wal`, 'its journal');
    const before: string[] = [];
    const kept: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      rmSync(file);
      before.push(await withOwner(file));
      kept.push((await restoreDatabase(backup, file, at)).kept!);
    }
    expect(kept.map((name) => name.slice(file.length))).toEqual(
      ['', '-3', '-4'].map((end) => `.before-20260304T050607${end}`),
    );
    expect(readFileSync(`${file}.before-20260304T050607-2-wal`, 'utf8')).toBe('its journal');
    expect(await Promise.all(kept.map(ownerOf))).toEqual(before);
    expect(await ownerOf(file)).toBe(owner);
  });

  it('is refused when it is not there', async () => {
    await expect(restoreDatabase(join(directory, 'none'), file, new Date())).rejects.toThrow('There is no file');
  });
});
