/** Another process that holds the write lock: this one waits for it, and does not stop meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type LocalDatabase } from '../../../../service/store/sqlite/open-database.ts';

let directory: string;
let database: LocalDatabase;
let other: SqliteDatabase.Database;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'diffsvc-busy-'));
  const file = join(directory, 'a.sqlite');
  database = await openDatabase(file);
  other = new SqliteDatabase(file);
  await sql`create table numbers (number integer)`.execute(database);
});
afterEach(async () => {
  other.close();
  await database.destroy();
  rmSync(directory, { recursive: true });
});

it('does not stop the process while it waits, and then writes', async () => {
  other.exec('begin exclusive');
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const alone = sql`insert into numbers values (1)`.execute(database);
  const together = database
    .transaction()
    .execute((transaction) => sql`insert into numbers values (2)`.execute(transaction));
  await delay(600);
  loop.disable();
  other.exec('commit');
  await Promise.all([alone, together]);
  const { rows } = await sql<{ number: number }>`select number from numbers order by number`.execute(database);
  expect(rows).toEqual([{ number: 1 }, { number: 2 }]);
  // It was one wait of two seconds. A busy machine adds its own.
  expect(loop.percentile(50) / 1e6).toBeLessThan(100);
});

it('gives up after two seconds', async () => {
  other.exec('begin exclusive');
  const since = performance.now();
  await expect(sql`insert into numbers values (1)`.execute(database)).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  expect(performance.now() - since).toBeGreaterThan(2_000);
  other.exec('commit');
});
