/**
 * The stores of a test: over SQLite and files, or over PostgreSQL and objects when the vitest project `cluster` runs
 * the same test again. A worker starts one server and copies an empty database for each test.
 */
import { join } from 'node:path';
import { MemoryPairings } from '../../../service/admission/memory-pairings.ts';
import { ContentFiles, namesIn } from '../../../service/store/files/content-files.ts';
import { passFaultPoint } from '../../../service/store/fault-point.ts';
import { openDatabase } from '../../../service/store/sqlite/open-database.ts';
import { SqlAccountStore } from '../../../service/store/tables/sql-account-store.ts';
import { SqlComparisonStore } from '../../../service/store/tables/sql-comparison-store.ts';
import { SqlJobStore } from '../../../service/store/tables/sql-job-store.ts';
import { SqlPageSessionStore } from '../../../service/store/tables/sql-page-session-store.ts';
import { SqlPageStore } from '../../../service/store/tables/sql-page-store.ts';
import { SqlReviewStore } from '../../../service/store/tables/sql-review-store.ts';
import { SqlUploadStore } from '../../../service/store/tables/sql-upload-store.ts';
import { SqliteOperationStore } from '../../../service/store/sqlite/sqlite-operation-store.ts';
import { DirectoryUploadFiles } from '../../../service/store/files/upload-files.ts';
import type { TestStores } from './stores-of-test.ts';
import type { StoredFiles } from '../../../service/store/files/stored-files.ts';

export type { TestStores } from './stores-of-test.ts';

/** Whether this run tests the stores of a cluster. */
export const IN_CLUSTER = process.env['DIFFSVC_TEST_STORES'] === 'cluster';

/** Opens empty stores. `directory` holds the files of local ones. */
export async function openTestStores(directory: string): Promise<TestStores> {
  return IN_CLUSTER ? await openClusterStores() : await openLocalStores(directory);
}

async function openLocalStores(directory: string): Promise<TestStores> {
  const database = await openDatabase(':memory:');
  const files = (name: string): StoredFiles => new ContentFiles(join(directory, name));
  const operations = new SqliteOperationStore(database, files('replies'), passFaultPoint);
  const jobs = new SqlJobStore(database, files('artifacts'), passFaultPoint);
  return {
    database,
    died: async (at) => (await operations.recover()) + (await jobs.recover(at)),
    files: (kind) => namesIn(join(directory, kind)),
    accounts: new SqlAccountStore(database, database),
    comparisons: new SqlComparisonStore(database),
    jobs,
    operations,
    pairings: new MemoryPairings(),
    pages: new SqlPageStore(database, files('pages')),
    reviews: new SqlReviewStore(database),
    sessions: new SqlPageSessionStore(database),
    uploads: new SqlUploadStore(database, passFaultPoint),
    uploadFiles: new DirectoryUploadFiles(join(directory, 'uploads'), passFaultPoint),
    close: () => database.destroy(),
  };
}

async function openClusterStores(): Promise<TestStores> {
  const { clusterOfTests } = await import('../../cluster/cluster-of-tests.ts');
  return await clusterOfTests();
}
