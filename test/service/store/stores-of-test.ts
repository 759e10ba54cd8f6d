import type { OperationStore, PairingStore, UploadFiles } from '../../../service/admission/ports.ts';
import type { Executor } from '../../../service/store/tables/schema.ts';
import type { SqlAccountStore } from '../../../service/store/tables/sql-account-store.ts';
import type { SqlComparisonStore } from '../../../service/store/tables/sql-comparison-store.ts';
import type { SqlJobStore } from '../../../service/store/tables/sql-job-store.ts';
import type { SqlPageSessionStore } from '../../../service/store/tables/sql-page-session-store.ts';
import type { SqlPageStore } from '../../../service/store/tables/sql-page-store.ts';
import type { SqlReviewStore } from '../../../service/store/tables/sql-review-store.ts';
import type { SqlUploadStore } from '../../../service/store/tables/sql-upload-store.ts';

/** The stores over one empty database. */
export interface TestStores {
  readonly database: Executor;
  readonly accounts: SqlAccountStore;
  readonly comparisons: SqlComparisonStore;
  readonly jobs: SqlJobStore;
  readonly operations: OperationStore;
  readonly pages: SqlPageStore;
  readonly pairings: PairingStore;
  readonly reviews: SqlReviewStore;
  readonly sessions: SqlPageSessionStore;
  readonly uploads: SqlUploadStore;
  readonly uploadFiles: UploadFiles;
  /** Ends what runs as after the death of its process. Returns the number of operations and jobs. */
  died(at: Date): Promise<number>;
  /** Names of the stored files of a kind. Those of uploads are the ids of their uploads. */
  files(kind: 'artifacts' | 'replies' | 'uploads'): Promise<string[]>;
  close(): Promise<void>;
}
