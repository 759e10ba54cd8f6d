import type { Kysely, Migration, MigrationProvider } from 'kysely';
import * as accountsAndUsage from './0001-accounts-and-usage.ts';
import * as keptComparisons from './0002-kept-comparisons.ts';
import * as keysAndOperations from './0003-keys-and-operations.ts';
import * as uploads from './0004-uploads.ts';
import * as pageSessions from './0005-page-sessions.ts';
import * as hostedComparisons from './0006-hosted-comparisons.ts';
import * as jobs from './0007-jobs.ts';
import * as sourcePages from './0008-source-pages.ts';
import * as pagePreviews from './0009-page-previews.ts';
import * as sweepIndexes from './0010-sweep-indexes.ts';
import * as reviews from './0011-reviews.ts';
import type { ColumnTypes } from './column-types.ts';

/** A migration that both databases run. */
interface SharedMigration {
  readonly up: (database: Kysely<unknown>, types: ColumnTypes) => Promise<void>;
  readonly down: (database: Kysely<unknown>) => Promise<void>;
}

const SHARED: Readonly<Record<string, SharedMigration>> = {
  '0001-accounts-and-usage': accountsAndUsage,
  '0002-kept-comparisons': keptComparisons,
  '0003-keys-and-operations': keysAndOperations,
  '0004-uploads': uploads,
  '0005-page-sessions': pageSessions,
  '0006-hosted-comparisons': hostedComparisons,
  '0007-jobs': jobs,
  '0008-source-pages': sourcePages,
  '0009-page-previews': pagePreviews,
  '0010-sweep-indexes': sweepIndexes,
  '0011-reviews': reviews,
};

/**
 * Every migration by name, in order, with the column types of one database. Add a new one at the end, and never change
 * a released one.
 */
export function migrationsWith(types: ColumnTypes): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(SHARED).map(([name, { up, down }]) => [
      name,
      { up: (database: Kysely<unknown>) => up(database, types), down },
    ]),
  );
}

/** Passes migrations to Kysely without reading the file system. */
export function providerOf(migrations: Record<string, Migration>): MigrationProvider {
  return { getMigrations: () => Promise.resolve(migrations) };
}
