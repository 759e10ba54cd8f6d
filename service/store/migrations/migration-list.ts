import type { Migration, MigrationProvider } from 'kysely';
import * as accountsAndUsage from './0001-accounts-and-usage.ts';
import * as keptComparisons from './0002-kept-comparisons.ts';

/** Every migration by its name, in order. A new one goes at the end; one that was released is never changed. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-accounts-and-usage': accountsAndUsage,
  '0002-kept-comparisons': keptComparisons,
};

/** Hands the migrations to Kysely without looking at the file system. */
export const migrationProvider: MigrationProvider = {
  getMigrations: () => Promise.resolve({ ...MIGRATIONS }),
};
