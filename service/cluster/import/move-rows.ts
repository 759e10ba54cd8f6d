import { sql } from 'kysely';
import type SqliteDatabase from 'better-sqlite3';
import type { Executor } from '../../store/tables/schema.ts';
import { inCluster, type ClusterExecutor } from '../stores/cluster-schema.ts';
import { mergeReview, reviewKeyOf, reviewsInCluster } from './merge-review.ts';
import { ImportRefused } from './installation-copy.ts';
import type { SourceFiles } from './move-files.ts';
import { fileId, MOVED_TABLES, type MovedTable, type Row } from './moved-tables.ts';

/** Lock of imports (`pg_try_advisory_xact_lock`): one runs at a time. */
const IMPORTS = 4_870_003;

/** What became of the rows. */
export interface MovedRows {
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Rows whose place in the cluster was taken: the cluster's own row stays. */
  readonly kept: number;
  /** Texts with U+0000, which PostgreSQL cannot hold. It became U+FFFD. */
  readonly alteredTexts: number;
}

const REVIEW_TABLES: ReadonlySet<string> = new Set(['reviews', 'review_operations']);

/** Where the rows come from. */
export interface RowSource {
  readonly rows: SqliteDatabase.Database;
  /** The account of its owner. It names the installation, because it is random. */
  readonly owner: string;
  readonly files: SourceFiles;
}

/** When an installation was moved into this cluster; null if it was not. */
export async function importedAt(database: Executor, owner: string): Promise<Date | null> {
  const imports = inCluster(database).selectFrom('imports').select('imported_at').where('source', '=', owner);
  return (await imports.executeTakeFirst())?.imported_at ?? null;
}

/**
 * Moves every row in one transaction, so that replicas see all of an installation or nothing. Its owner becomes the
 * owner of the cluster. Throws `ImportRefused` while another import runs, or if the installation is here already.
 */
export async function moveRows(database: Executor, source: RowSource): Promise<MovedRows> {
  return await inCluster(database)
    .transaction()
    .execute(async (transaction) => {
      await beginImport(transaction, source.owner);
      const { account_id: owner } = await transaction
        .selectFrom('accounts')
        .select('account_id')
        .where('role', '=', 'owner')
        .executeTakeFirstOrThrow();
      const translate = new Translation(source, owner);
      const reviews = await reviewsInCluster(transaction);
      const rows: Record<string, number> = {};
      let kept = 0;
      for (const table of MOVED_TABLES) {
        const moved = await moveTable(transaction, table, source.rows, translate, reviews);
        rows[table.name] = moved.inserted;
        kept += moved.given - moved.inserted;
      }
      return { rows, kept, alteredTexts: translate.alteredTexts };
    });
}

async function beginImport(transaction: ClusterExecutor, owner: string): Promise<void> {
  const lock = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${IMPORTS}) as taken`.execute(
    transaction,
  );
  if (lock.rows[0]?.taken !== true) {
    throw new ImportRefused('Another import into this cluster is running. Wait until it has ended.');
  }
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('imports')
    .values({ source: owner })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw new ImportRefused('This installation was imported meanwhile.');
}

async function moveTable(
  transaction: ClusterExecutor,
  table: MovedTable,
  rows: SqliteDatabase.Database,
  translate: Translation,
  reviews: ReadonlySet<string>,
): Promise<{ readonly given: number; readonly inserted: number }> {
  let given = 0;
  let inserted = 0;
  let waiting: Row[] = [];
  const insert = async (): Promise<void> => {
    if (waiting.length === 0) return;
    given += waiting.length;
    inserted += await insertRows(transaction, table, waiting);
    waiting = [];
  };
  // In the order of the key, because replicas lock rows of the usage in that order.
  const ordered = rows.prepare(`select * from ${table.name} order by ${table.key.join(', ')}`);
  for (const row of ordered.iterate() as IterableIterator<Row>) {
    const translated = translate.row(table, row);
    if (translated === null) continue;
    // A review that the cluster has, too, is one with it, and its operations belong to another history.
    if (REVIEW_TABLES.has(table.name) && reviews.has(reviewKeyOf(translated))) {
      given += 1;
      if (table.name === 'reviews') await mergeReview(transaction, translated, new Date());
      continue;
    }
    waiting.push(translated);
    if (waiting.length === table.atOnce) await insert();
  }
  await insert();
  return { given, inserted };
}

/** Units are added to those that the same caller has used in the cluster. Everything else has a name of its own. */
async function insertRows(transaction: ClusterExecutor, { name }: MovedTable, rows: readonly Row[]): Promise<number> {
  const insertion = transaction.insertInto(name).values(rows);
  const { numInsertedOrUpdatedRows } = await (
    name === 'usage'
      ? insertion.onConflict((conflict) =>
          conflict
            .columns(['subject', 'month'] as never)
            .doUpdateSet({ units: sql`usage.units + excluded.units` } as never),
        )
      : insertion.onConflict((conflict) => conflict.doNothing())
  ).executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0n);
}

/** Turns rows of an installation into rows of the cluster. */
class Translation {
  alteredTexts = 0;
  readonly #source: RowSource;
  readonly #owner: string;

  /** `owner`: the account of the cluster's owner. */
  constructor(source: RowSource, owner: string) {
    this.#source = source;
    this.#owner = owner;
  }

  /** Null: the cluster has an owner already. */
  row(table: MovedTable, row: Row): Row | null {
    if (table.name === 'accounts' && row['role'] === 'owner') return null;
    let moved = { ...row };
    for (const file of table.files) {
      if (file.fileOf(row) === null) continue;
      const found = this.#source.files.get(fileId(table, file, row)) ?? null;
      if (found === null) moved = table.withoutFiles(moved);
      moved[file.column] = found?.object ?? null;
    }
    return Object.fromEntries(Object.entries(moved).map(([name, value]) => [name, this.#value(value)]));
  }

  #value(value: unknown): unknown {
    if (typeof value !== 'string') return value;
    if (value === this.#source.owner) return this.#owner;
    if (value === `account:${this.#source.owner}`) return `account:${this.#owner}`;
    if (!value.includes('\0')) return value;
    this.alteredTexts++;
    return value.replaceAll('\0', '\uFFFD');
  }
}
