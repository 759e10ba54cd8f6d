import type { Plan } from '../../shared/api/usage.ts';

/** The tables, as the newest migration leaves them. Times are Unix seconds. */
export interface Schema {
  accounts: AccountsTable;
  usage: UsageTable;
  comparisons: ComparisonsTable;
  comparison_chunks: ComparisonChunksTable;
  shares: SharesTable;
}

/** One account. The owner of the installation is the one whose `role` is `owner`. */
export interface AccountsTable {
  account_id: string;
  role: 'owner' | 'member';
  plan: Plan;
  name: string;
  /** Null: what the plan allows. */
  units_per_month: number | null;
  created_at: number;
}

/** Units of one caller in one calendar month (UTC), written `2025-01`. */
export interface UsageTable {
  subject: string;
  month: string;
  units: number;
}

/** A kept comparison. After `expires_at` its content goes, and the row stays a while as its own gravestone. */
export interface ComparisonsTable {
  comparison_id: string;
  subject: string;
  /** JSON of `TextFacts`. */
  facts: string;
  created_at: number;
  expires_at: number;
  /** JSON of `StructureHead`; null when the content is gone. */
  structure_head: string | null;
}

/** A piece of the structured changes, compressed. */
export interface ComparisonChunksTable {
  comparison_id: string;
  position: number;
  bytes: Uint8Array;
}

/** A right to read a comparison, found by the hash of its token. */
export interface SharesTable {
  share_id: string;
  comparison_id: string;
  token_hash: string;
  issued_at: number;
  ttl_seconds: number;
}
