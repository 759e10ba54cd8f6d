/** What both shapes of the service give its parts: the embedded one, and a replica of a cluster. */
import type { FastifyInstance } from 'fastify';
import type { Admission } from './admission/admission.ts';
import type { OperationStore, PairingStore, UploadFiles, UploadStore } from './admission/ports.ts';
import type { RateLimits } from './admission/rate-limits.ts';
import type { ReplayCache } from './admission/replay-cache.ts';
import type { Comparer } from './comparison/ports.ts';
import type { JobRecord, JobStore } from './comparison/exports/job.ts';
import type { ReviewEvents } from './comparison/reviews/review-events.ts';
import type { ReviewStore } from './comparison/reviews/review-store.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { SqlAccountStore } from './store/tables/sql-account-store.ts';
import type { SqlPageStore } from './store/tables/sql-page-store.ts';
import type { SqlPageSessionStore } from './store/tables/sql-page-session-store.ts';
import type { SqlComparisonStore } from './store/tables/sql-comparison-store.ts';

/** Everything durable. */
export interface Stores {
  readonly accounts: SqlAccountStore;
  readonly comparisons: SqlComparisonStore;
  readonly jobs: JobStore;
  readonly operations: OperationStore;
  readonly pages: SqlPageStore;
  readonly pairings: PairingStore;
  readonly reviews: ReviewStore;
  readonly sessions: SqlPageSessionStore;
  readonly uploads: UploadStore;
  readonly uploadFiles: UploadFiles;
  /** Free bytes of the disk that holds all this. Infinity for stores that tell no number. */
  freeBytes(): Promise<number>;
}

/** Secrets of tokens, the newest first: it signs, and all of them are accepted. */
export interface Secrets {
  readonly access: readonly [Uint8Array, ...Uint8Array[]];
  readonly viewer: readonly [Uint8Array, ...Uint8Array[]];
}

/** What the parts of a process remember, which other processes may change. */
export interface Remembering {
  readonly admission: Admission;
  readonly replays: ReplayCache;
  readonly rates: RateLimits;
  readonly jobs: JobQueue;
  readonly reviews: ReviewEvents;
}

/**
 * An opened shape of the service: the embedded one, which is one process that coordinates with nobody, or a replica of a
 * cluster.
 */
export interface Shape {
  readonly stores: Stores;
  readonly secrets: Secrets;
  /** Whether it takes jobs. */
  readonly takesJobs: boolean;
  /** Whether it answers requests. */
  readonly answers: boolean;
  /** Whether its owner works on this machine: its page opens here, at the address of this process. */
  readonly isOnOwnMachine: boolean;
  /** Time for running answers after it is asked to stop, in milliseconds. */
  readonly farewellMs: number;
  /** Begins to keep what is remembered true for all processes, and to share the rates. */
  connect(remembering: Remembering): void;
  /** Does the work while no other process does; not at all while another does. */
  alone(work: () => Promise<void>): Promise<void>;
  /** Observes comparisons. */
  observe(comparer: Comparer): Comparer;
  /** Observes one run of a job. */
  observeJob<T>(job: JobRecord, run: () => Promise<T>): Promise<T>;
  /** Counts a result in which pairs of blocks were replaced whole. */
  degraded(pairs: number): void;
  /** Observes requests, and closes connections while it drains. Call it before the server listens. */
  watch(server: FastifyInstance): void;
  /** It listens at this address, and is ready until it is asked to stop. */
  ready(baseUrl: string): void;
  /** It becomes unready. Resolves when its callers have had time to notice. */
  drain(): Promise<void>;
}
