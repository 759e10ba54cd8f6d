import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { SQLITE_TYPES } from '../../../../service/store/tables/migrations/column-types.ts';
import { migrationsWith, providerOf } from '../../../../service/store/tables/migrations/migration-list.ts';

const MIGRATIONS = migrationsWith(SQLITE_TYPES);

const open: SqliteDatabase.Database[] = [];

function migratorOf(): { sqlite: SqliteDatabase.Database; migrator: Migrator } {
  const sqlite = new SqliteDatabase(':memory:');
  sqlite.pragma('foreign_keys = ON');
  open.push(sqlite);
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) });
  return { sqlite, migrator: new Migrator({ db, provider: providerOf(MIGRATIONS) }) };
}

function tablesOf(sqlite: SqliteDatabase.Database): string[] {
  const rows = sqlite.prepare(`select name from sqlite_master where type = 'table' order by name`).all();
  return (rows as { name: string }[]).map((row) => row.name).filter((name) => !/^(kysely|sqlite)_/.test(name));
}

afterEach(() => {
  for (const sqlite of open.splice(0)) sqlite.close();
});

describe('the migrations', () => {
  it('are all in the list, numbered without a gap', () => {
    const folder = fileURLToPath(new URL('../../../../service/store/tables/migrations/', import.meta.url));
    const files = readdirSync(folder).filter((file) => /^\d/.test(file));
    expect(Object.keys(MIGRATIONS)).toEqual(files.sort().map((file) => file.replace(/\.ts$/, '')));
    expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
  });

  it('can each be undone and done again', async () => {
    const { sqlite, migrator } = migratorOf();
    const states: string[][] = [];
    for (const name of Object.keys(MIGRATIONS)) {
      states.push(tablesOf(sqlite));
      expect((await migrator.migrateTo(name)).error).toBeUndefined();
    }
    const newest = tablesOf(sqlite);
    for (const state of states.reverse()) {
      expect((await migrator.migrateDown()).error).toBeUndefined();
      expect(tablesOf(sqlite)).toEqual(state);
    }
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    expect(tablesOf(sqlite)).toEqual(newest);
  });
});

describe('0001-accounts-and-usage', () => {
  it('makes accounts with one owner at most, and usage by caller and month', async () => {
    const { sqlite, migrator } = migratorOf();
    await migrator.migrateTo('0001-accounts-and-usage');
    expect(tablesOf(sqlite)).toEqual(['accounts', 'usage']);
    const account = sqlite.prepare(`insert into accounts values (?, ?, 'basic', 'name', null, 0)`);
    account.run('a', 'owner');
    account.run('b', 'member');
    account.run('c', 'member');
    expect(() => account.run('d', 'owner')).toThrow(/UNIQUE/);
    const usage = sqlite.prepare(`insert into usage values ('address:1.2.3.4', ?, 1)`);
    usage.run('2025-01');
    usage.run('2025-02');
    expect(() => usage.run('2025-02')).toThrow(/UNIQUE/);
  });
});

describe('0002-kept-comparisons', () => {
  it('keeps accounts, and deletes what belongs to a comparison with it', async () => {
    const { sqlite, migrator } = migratorOf();
    await migrator.migrateTo('0001-accounts-and-usage');
    sqlite.exec(`insert into accounts values ('a', 'owner', 'basic', 'name', null, 0)`);
    await migrator.migrateTo('0002-kept-comparisons');
    expect(sqlite.prepare('select account_id from accounts').all()).toEqual([{ account_id: 'a' }]);
    sqlite.exec(`insert into comparisons values ('c', 's', '{}', 0, 1, '{}')`);
    sqlite.exec(`insert into comparison_chunks values ('c', 0, x'00')`);
    sqlite.exec(`insert into shares values ('s', 'c', 'hash', 0, 1)`);
    expect(() => sqlite.exec(`insert into shares values ('t', 'c', 'hash', 0, 1)`)).toThrow(/UNIQUE/);
    expect(() => sqlite.exec(`insert into shares values ('u', 'none', 'h2', 0, 1)`)).toThrow(/FOREIGN KEY/);
    sqlite.exec(`delete from comparisons`);
    expect(sqlite.prepare('select count(*) as n from comparison_chunks').get()).toEqual({ n: 0 });
    expect(sqlite.prepare('select count(*) as n from shares').get()).toEqual({ n: 0 });
  });
});

describe('0006-hosted-comparisons', () => {
  it('keeps what was stored, with the time of its creation, and deletes texts with their comparison', async () => {
    const { sqlite, migrator } = migratorOf();
    await migrator.migrateTo('0002-kept-comparisons');
    sqlite.exec(`insert into comparisons values ('c', 's', '{}', 1700000000, 1700086400, '{}')`);
    sqlite.exec(`insert into shares values ('s', 'c', 'hash', 0, 1)`);
    await migrator.migrateTo('0006-hosted-comparisons');
    expect(sqlite.prepare('select created_ms, review, title from comparisons').all()).toEqual([
      { created_ms: 1_700_000_000_000, review: 0, title: null },
    ]);
    expect(sqlite.prepare('select embed_origin from shares').all()).toEqual([{ embed_origin: null }]);
    sqlite.exec(`insert into comparison_texts values ('c', x'00', x'00', x'00')`);
    sqlite.exec(`delete from comparisons`);
    expect(sqlite.prepare('select count(*) as n from comparison_texts').get()).toEqual({ n: 0 });
    expect((await migrator.migrateTo('0005-page-sessions')).error).toBeUndefined();
    expect(sqlite.prepare(`select name from pragma_table_info('shares')`).all()).not.toContainEqual({
      name: 'embed_origin',
    });
  });
});
