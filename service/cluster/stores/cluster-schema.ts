import type { Generated, Kysely } from 'kysely';
import type { SharedPart } from '../../comparison/unreachable.ts';
import type { Executor, JobsTable, OperationsTable, Schema, UploadsTable } from '../../store/tables/schema.ts';

/** The tables of a cluster: those of the local database, with what several replicas need beside them. */
export interface ClusterSchema extends Omit<Schema, 'operations' | 'jobs' | 'uploads'> {
  operations: OperationsTable & { /** The replica that runs or ran it. */ owner_id: string | null };
  jobs: JobsTable & { /** The replica that runs or ran it. */ owner_id: string | null } & WaitingColumns;
  uploads: UploadsTable & { /** Name of the object with the bytes. */ file: string | null };
  dropped_objects: DroppedObjectsTable;
  pairings: PairingsTable;
  imports: ImportsTable;
}

/** Why and how long a job waits; all null for a job that never waited. Times are Unix times in milliseconds. */
export interface WaitingColumns {
  waiting_since_ms: number | null;
  waiting_until_ms: number | null;
  waiting_for: SharedPart | null;
}

/** An embedded installation that was moved into the cluster. */
export interface ImportsTable {
  /** The id of its owner's account, which is random. */
  source: string;
  imported_at: Generated<Date>;
}

/** An object that no row names any longer. A sweep deletes it from the store, and then its row here. */
export interface DroppedObjectsTable {
  name: string;
}

/** A waiting pairing of an extension. */
export interface PairingsTable {
  pairing_id: string;
  extension_origin: string;
  address: string;
  name: string;
  code: string;
  challenge: Uint8Array;
  /** Unix time in milliseconds. */
  began_ms: number;
  /** 1: the owner confirmed it. */
  confirmed: number;
  wrong_tries: number;
}

/** The database of a cluster, or a transaction in it. */
export type ClusterExecutor = Kysely<ClusterSchema>;

/** The same database with the tables of the cluster. */
export function inCluster(executor: Executor): ClusterExecutor {
  return executor;
}
