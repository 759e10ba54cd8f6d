import type { Migration, MigrationProvider } from 'kysely';
import * as accountsAndUsage from './0001-accounts-and-usage.ts';
import * as keptComparisons from './0002-kept-comparisons.ts';
import * as keysAndOperations from './0003-keys-and-operations.ts';
import * as uploads from './0004-uploads.ts';
import * as pageSessions from './0005-page-sessions.ts';
import * as hostedComparisons from './0006-hosted-comparisons.ts';
import * as jobs from './0007-jobs.ts';
import * as sourcePages from './0008-source-pages.ts';
import * as pagePreviews from './0009-page-previews.ts';

/** Every migration by name, in order. Add a new one at the end, and never change a released one. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-accounts-and-usage': accountsAndUsage,
  '0002-kept-comparisons': keptComparisons,
  '0003-keys-and-operations': keysAndOperations,
  '0004-uploads': uploads,
  '0005-page-sessions': pageSessions,
  '0006-hosted-comparisons': hostedComparisons,
  '0007-jobs': jobs,
  '0008-source-pages': sourcePages,
  '0009-page-previews': pagePreviews,
};

/** Passes the migrations to Kysely without reading the file system. */
export const migrationProvider: MigrationProvider = {
  getMigrations: () => Promise.resolve({ ...MIGRATIONS }),
};
