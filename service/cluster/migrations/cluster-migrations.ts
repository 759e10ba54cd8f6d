import type { Migration } from 'kysely';
import { POSTGRES_TYPES } from '../../store/tables/migrations/column-types.ts';
import { migrationsWith } from '../../store/tables/migrations/migration-list.ts';
import * as replicas from './c0001-replicas.ts';
import * as imports from './c0002-imports.ts';
import * as waitingJobs from './c0003-waiting-jobs.ts';
import * as reviews from './c0004-reviews.ts';

/**
 * Every migration of a cluster by name, in order: the shared ones, then its own. Replicas of two versions run side by
 * side during an update. So a migration only adds; a later one removes what no running version uses.
 */
export const CLUSTER_MIGRATIONS: Record<string, Migration> = {
  ...migrationsWith(POSTGRES_TYPES),
  'c0001-replicas': replicas,
  'c0002-imports': imports,
  'c0003-waiting-jobs': waitingJobs,
  'c0004-reviews': reviews,
};
