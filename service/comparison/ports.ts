/**
 * What the use cases need of the world: worker threads that compare, and a store that keeps results.
 * `service/workers` and `service/store` implement these; `service/start-service.ts` passes the implementations in.
 */
import type { Transaction } from '../admission/ports.ts';
import type {
  PackedDocument,
  ComparisonTask,
  ComparisonFacts,
  StoredContent,
  ComparisonResult,
  ComparisonProgress,
  DocumentTask,
} from '../pipeline/tasks.ts';
import type { Structure, StructureHead } from '../pipeline/structure/structure.ts';

/** Compares texts away from the main thread. */
export interface Comparer {
  /**
   * Keeps a place for one comparison of this many bytes until the returned function is called. Throws `rate_limited`
   * when all are taken. To be called before an operation is admitted: a refusal for want of capacity must not become its retained result.
   */
  reserve(inputBytes: number): () => void;
  /**
   * Throws `ServiceError` on a refusal, and the signal's reason when that is aborted: then the work has stopped.
   * `progress` hears nothing after the promise has settled.
   */
  compare(task: ComparisonTask, signal: AbortSignal, progress?: ComparisonProgress): Promise<ComparisonResult>;
}

/** Reads untrusted files away from the service, within limits of time and memory. */
export interface DocumentReader {
  /** Throws `ServiceError` on a refusal, and the signal's reason when that is aborted: then the work has stopped. */
  read(task: DocumentTask, signal: AbortSignal): Promise<PackedDocument>;
}

/** The right of whoever holds a token to read a comparison. */
export interface Share {
  readonly shareId: string;
  /** SHA-256 of the token, in hexadecimal digits. */
  readonly tokenHash: string;
  /** Unix time. */
  readonly issuedAtSeconds: number;
  readonly ttlSeconds: number;
  /** The one web origin that may control a viewer opened with this token. */
  readonly embedOrigin: string | null;
}

/** What is known of a kept comparison without its content. */
export interface ComparisonRecord {
  readonly comparisonId: string;
  readonly title: string | null;
  readonly facts: ComparisonFacts;
  /** Unix time in milliseconds. */
  readonly createdAtMs: number;
  /** Unix time. Later links put it off. */
  readonly expiresAtSeconds: number;
  /** Whether its viewers may review it: what the creator's plan said. */
  readonly review: boolean;
}

/** A comparison that is to be kept, with its first share. */
export interface NewComparison extends ComparisonRecord {
  readonly structure: Structure;
  readonly texts: StoredContent;
  readonly share: Share;
}

/** A kept comparison, or what is left of one. */
export interface StoredComparison extends ComparisonRecord {
  readonly subject: string;
  /** Null when the content is gone. */
  readonly head: StructureHead | null;
}

/** Where a page of a list begins: right after this comparison, in the order of newest first. */
export interface ListPosition {
  readonly createdAtMs: number;
  readonly comparisonId: string;
}

/** Keeps comparisons. */
export interface ComparisonStore {
  /** Keeps a comparison of this subject with its first share. */
  keep(transaction: Transaction, subject: string, comparison: NewComparison): Promise<void>;

  /** Adds a share, and lets the comparison live as long as it; false when the comparison is not there any more. */
  addShare(transaction: Transaction, comparisonId: string, share: Share): Promise<boolean>;

  /** A comparison, expired ones included for as long as they are remembered; null when there is none. */
  find(comparisonId: string): Promise<StoredComparison | null>;

  /** The share of a comparison with this token hash. */
  findShare(comparisonId: string, tokenHash: string): Promise<Share | null>;

  /** The compressed chunks from `first` up to, and not including, `end`, in order. */
  structureChunks(comparisonId: string, first: number, end: number): Promise<Uint8Array[]>;

  /** The fragment as it was packed; null when it is gone. */
  html(comparisonId: string): Promise<Uint8Array | null>;

  /** Everything that is kept for exports, as it was packed; null when it is gone. */
  texts(comparisonId: string): Promise<StoredContent | null>;

  /** Comparisons of a subject that have not expired at `at`, newest first, `limit` at most. */
  list(subject: string, page: { after: ListPosition | null; limit: number; at: Date }): Promise<StoredComparison[]>;

  /** Deletes a comparison of this subject with all that belongs to it; false when the subject has no such comparison. */
  remove(subject: string, comparisonId: string): Promise<boolean>;

  /** Whether a share of the comparison names this origin and has not expired at `at`. */
  allowsOrigin(comparisonId: string, origin: string, at: Date): Promise<boolean>;

  /** Deletes the content of what expired before `at`, and every trace of what expired long before. */
  sweep(at: Date): Promise<void>;
}
