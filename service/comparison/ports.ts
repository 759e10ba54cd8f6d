/**
 * The ports of the use cases, and what a store keeps of a comparison. `service/workers` and `service/pages` implement
 * the ports. `service/start-service.ts` connects them.
 */
import type { ConvertedFormat } from '../../shared/formats.ts';
import type {
  PackedDocument,
  ComparisonTask,
  ComparisonFacts,
  StoredContent,
  ComparisonResult,
  ComparisonProgress,
  DocumentTask,
} from '../pipeline/inputs/tasks.ts';
import type { Structure, StructureHead } from '../pipeline/structure/structure.ts';

/** Compares outside the main thread. */
export interface Comparer {
  /**
   * Reserves a place for a comparison of this many bytes until the returned function is called. Throws `rate_limited`
   * without a free place, if `owner` holds most of them, and if the wait would be too long. Call it before an
   * operation is admitted, because a refusal for lack of capacity must not become its retained reply.
   */
  reserve(inputBytes: number, owner: string): () => void;
  /**
   * Throws `ServiceError` on a refusal. Throws the signal's reason if it is aborted; the work has then stopped.
   * `progress` receives nothing after the promise has settled. `owner` is whose task it is; owners take turns.
   * `limitMs`: maximum duration, the wait for a thread included; absent: that of a request.
   */
  compare(
    task: ComparisonTask,
    signal: AbortSignal,
    progress?: ComparisonProgress,
    owner?: string,
    limitMs?: number,
  ): Promise<ComparisonResult>;
}

/** Reads untrusted files outside the service process, within limits of time and memory. */
export interface DocumentReader {
  /**
   * Reads a file of `owner`. Of waiting owners, the owner with the fewest running files is next. Throws `ServiceError`
   * on a refusal. Throws the signal's reason if it is aborted; the work has then stopped.
   */
  read(task: DocumentTask, signal: AbortSignal, owner?: string): Promise<PackedDocument>;
}

/** A file that is converted to DOCX before it is read. */
export interface GivenFile {
  readonly format: ConvertedFormat;
  readonly bytes: Uint8Array;
}

/** Converts files of older word processors, within limits of time and memory. */
export interface FileConverter {
  /**
   * The file as DOCX. Throws `document_invalid` if it cannot be converted, also for lack of a program;
   * `document_too_large`; `comparison_timeout`. Throws the signal's reason if it is aborted.
   */
  convert(file: GivenFile, signal: AbortSignal): Promise<Uint8Array>;
}

/** The permission of a token's holder to read a comparison. */
export interface Share {
  readonly shareId: string;
  /** SHA-256 of the token, as hexadecimal digits. */
  readonly tokenHash: string;
  /** Unix time. */
  readonly issuedAtSeconds: number;
  readonly ttlSeconds: number;
  /** The only web origin that may control a viewer with this token. */
  readonly embedOrigin: string | null;
}

/** The data of a stored comparison without its content. */
export interface ComparisonRecord {
  readonly comparisonId: string;
  readonly title: string | null;
  readonly facts: ComparisonFacts;
  /** Unix time in milliseconds. */
  readonly createdAtMs: number;
  /** Unix time. Later links extend it. */
  readonly expiresAtSeconds: number;
  /** Whether viewers may review it, by the creator's plan. */
  readonly review: boolean;
}

/** A comparison to store, with its first share. */
export interface NewComparison extends ComparisonRecord {
  readonly structure: Structure;
  readonly texts: StoredContent;
  readonly share: Share;
}

/** A stored comparison, or its tombstone. */
export interface StoredComparison extends ComparisonRecord {
  readonly subject: string;
  /** Null if the content has expired. */
  readonly head: StructureHead | null;
}

/** The start of a page of a list: right after this comparison, newest first. */
export interface ListPosition {
  readonly createdAtMs: number;
  readonly comparisonId: string;
}
