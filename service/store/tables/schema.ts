import type { Kysely } from 'kysely';
import type { ArtifactType } from '../../../shared/api/jobs.ts';
import type { Plan } from '../../../shared/api/usage.ts';

/** The database or a transaction in it. Repositories receive one and never open their own. */
export type Executor = Kysely<Schema>;

/** The tables after the newest migration. Times are Unix seconds. */
export interface Schema {
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  usage: UsageTable;
  operations: OperationsTable;
  uploads: UploadsTable;
  page_links: PageLinksTable;
  page_sessions: PageSessionsTable;
  comparisons: ComparisonsTable;
  comparison_chunks: ComparisonChunksTable;
  comparison_texts: ComparisonTextsTable;
  shares: SharesTable;
  jobs: JobsTable;
  source_pages: SourcePagesTable;
  page_previews: PagePreviewsTable;
  reviews: ReviewsTable;
  review_operations: ReviewOperationsTable;
}

/** A pair of DOCX whose pages were rendered. The time is in Unix seconds. */
export interface PagePreviewsTable {
  /** SHA-256 of the renderer and both files, in hexadecimal digits. */
  pair_hash: string;
  original_file: string;
  original_pages: number;
  revised_file: string;
  revised_pages: number;
  expires_at: number;
}

/** One account. The owner of the installation is the one whose `role` is `owner`. */
export interface AccountsTable {
  account_id: string;
  role: 'owner' | 'member';
  plan: Plan;
  name: string;
  /** Null: the plan's allowance applies. */
  units_per_month: number | null;
  created_at: number;
}

/** An API key. Only its SHA-256 is stored, in hexadecimal digits. */
export interface ApiKeysTable {
  key_id: string;
  account_id: string;
  name: string;
  key_hash: string;
  /** Origin of the extension that was paired with the key. */
  extension_origin: string | null;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

/**
 * An operation. One without an idempotency key is stored while it runs. One with a key is stored for ever, and its
 * reply for seven days. `blocked`: the process died while it ran. Its units were refunded, and it cannot run again.
 */
export interface OperationsTable {
  operation_id: string;
  subject: string;
  endpoint: string;
  /** SHA-256 of the key and of the request's bytes, in hexadecimal digits; null without a key. */
  key_hash: string | null;
  body_hash: string | null;
  request_id: string;
  state: 'running' | 'blocked' | 'done';
  units: number;
  /** The charged month, written `2025-01`. */
  month: string;
  claimed_at: number;
  reply_status: number | null;
  /** JSON of the reply's headers. */
  reply_headers: string | null;
  reply_body: Uint8Array | null;
  /** Name of the file with the body, if it is too large for the row. */
  reply_file: string | null;
}

/** A file that a caller uploads before it is compared. */
export interface UploadsTable {
  upload_id: string;
  subject: string;
  filename: string;
  content_type: string;
  size_bytes: number;
  /** SHA-256 of the secret in the upload's address. */
  token_hash: string;
  created_at: number;
  /** Time at which the bytes were complete; null before. */
  completed_at: number | null;
  /** 1 while the file exists. */
  has_bytes: number;
}

/** A link that opens one session of the browser page. */
export interface PageLinksTable {
  code_hash: string;
  expires_at: number;
}

/** A session of the browser page. `session_id` is the random part of the cookie's path. */
export interface PageSessionsTable {
  session_id: string;
  secret_hash: string;
  created_at: number;
  expires_at: number;
}

/** Units of one caller in one calendar month (UTC), written `2025-01`. */
export interface UsageTable {
  subject: string;
  month: string;
  units: number;
}

/**
 * A stored comparison. After `expires_at` its content is deleted, and the row is kept for seven days as a tombstone.
 */
export interface ComparisonsTable {
  comparison_id: string;
  subject: string;
  /** JSON of `ComparisonFacts`. */
  facts: string;
  created_at: number;
  expires_at: number;
  /** JSON of `StructureHead`; null if the content has expired. */
  structure_head: string | null;
  title: string | null;
  /** Unix time in milliseconds. */
  created_ms: number;
  /** 1: its viewers may review it. */
  review: number;
}

/** The compressed texts of a stored comparison. */
export interface ComparisonTextsTable {
  comparison_id: string;
  /** The fragment as a JSON string. */
  html: Uint8Array;
  original: Uint8Array;
  revised: Uint8Array;
}

/** A compressed piece of the structured changes. */
export interface ComparisonChunksTable {
  comparison_id: string;
  position: number;
  bytes: Uint8Array;
}

/** A permission to read a comparison, identified by the hash of its token. */
export interface SharesTable {
  share_id: string;
  comparison_id: string;
  token_hash: string;
  issued_at: number;
  ttl_seconds: number;
  /** The only web origin that may control a viewer with the token. */
  embed_origin: string | null;
}

/** A background job. A succeeded job past its `expires_at` has expired; the next sweep deletes its file. */
export interface JobsTable {
  job_id: string;
  subject: string;
  comparison_id: string;
  artifact_type: ArtifactType;
  /** JSON of `ExportOptions`. */
  options: string;
  state: 'queued' | 'running' | 'succeeded' | 'failed';
  /** How often it was started. */
  runs: number;
  /** From 0 to 1. */
  progress: number;
  /** Unix times in milliseconds. */
  created_ms: number;
  started_ms: number | null;
  finished_ms: number | null;
  /** JSON of `ArtifactReport`. */
  report: string | null;
  error_code: string | null;
  error_message: string | null;
  /** Name of the file in the directory of artifacts, its name for downloads, and its media type. */
  result_file: string | null;
  result_name: string | null;
  result_type: string | null;
  expires_at: number | null;
}

/** The rendered pages of one source. The file is deleted at `expires_at`; the row is kept as a tombstone. */
export interface SourcePagesTable {
  page_id: string;
  subject: string;
  side: 'original' | 'revised';
  /** SHA-256 of the secret in its address. */
  token_hash: string;
  issued_at: number;
  expires_at: number;
  /** Name of the file in the directory of pages. */
  file: string | null;
}

/** A review of a comparison by its owner. It stays until it is deleted. */
export interface ReviewsTable {
  subject: string;
  /** SHA-256 of the three digests that follow, in hexadecimal digits. */
  review_id: string;
  /** SHA-256 of both inputs and of the redline. */
  original: string;
  revised: string;
  fragment: string;
  original_name: string | null;
  revised_name: string | null;
  /** Number of changes, and JSON of all `ReviewedChange`, compressed. */
  changes: number;
  change_bytes: Uint8Array;
  revision: number;
  /** JSON of a `ReviewRecord`. */
  state: string;
  /** Number of decided changes, as the last writer counted. */
  decided: number;
  finished: number;
  /** Unix time in milliseconds. */
  changed_ms: number;
}

/** An operation of a review. Each makes one revision. The oldest are forgotten. */
export interface ReviewOperationsTable {
  subject: string;
  review_id: string;
  revision: number;
  operation_id: string;
  /** JSON of a `DoneOperation`. */
  operation: string;
}
