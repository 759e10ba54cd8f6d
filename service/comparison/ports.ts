/**
 * What the use cases need of the world: worker threads that compare, and a store that keeps results.
 * `service/workers` and `service/store` implement these; `service/start-service.ts` passes the implementations in.
 */
import type { ComparedFormat, EffectiveMode, RequestedFormat, RequestedMode } from '../../shared/api/text-spellings.ts';
import type { ComparisonDigests } from '../../shared/api/digests.ts';
import type { Transaction } from '../admission/ports.ts';
import type { ExtractedPdf } from '../formats/pdf/extract-pages.ts';
import type { Warning } from '../../shared/document/model.ts';
import type { ReadResult } from '../formats/read-result.ts';
import type { Structure, StructureHead } from '../pipeline/structure/structure.ts';

/** Two texts to compare, and what of the result is wanted. */
export interface TextTask {
  readonly original: string;
  readonly revised: string;
  readonly format: RequestedFormat;
  readonly mode: RequestedMode;
  readonly wantsHtml: boolean;
  /** Id under which the comparison will be kept; null: it will not be. */
  readonly comparisonId: string | null;
}

/** What two readers made of two files of one format. */
export type ReadPair =
  | { readonly format: 'docx'; readonly original: ReadResult; readonly revised: ReadResult }
  | { readonly format: 'pdf'; readonly original: ExtractedPdf; readonly revised: ExtractedPdf };

/** A document as it was read, packed for its way to the thread that compares it. */
export interface PackedDocument {
  /** For `unpackPair` alone. The array owns its whole memory, so that it can be handed over to a thread. */
  readonly packed: Uint8Array<ArrayBuffer>;
  /** What could not be kept of the file. */
  readonly warnings: readonly Warning[];
}

/** Both sides, packed. */
export interface PackedPair {
  readonly format: DocumentFormat;
  readonly original: PackedDocument;
  readonly revised: PackedDocument;
}

/** Two documents to compare, as they were read. */
export interface DocumentsTask {
  readonly pair: PackedPair;
  readonly mode: RequestedMode;
  readonly attributeMode: 'semantic' | 'presentation';
  readonly wantsHtml: boolean;
  readonly comparisonId: string | null;
}

/** What a worker thread can be given to compare. */
export type ComparisonTask = TextTask | DocumentsTask;

/** What is known of a comparison beside its content. */
export interface TextFacts {
  readonly format: ComparedFormat | DocumentFormat;
  readonly engine: 'dom' | 'text' | 'document';
  readonly fallback: boolean;
  readonly requestedMode: RequestedMode;
  readonly effectiveMode: EffectiveMode;
  readonly units: number;
  /** Of a comparison that is kept; absent in those of earlier versions. */
  readonly digests?: ComparisonDigests;
}

/** What is kept of a comparison beside its changes; each part compressed, see `packText`. */
export interface KeptTexts {
  /** The fragment as a JSON string. */
  readonly html: Uint8Array;
  /** The inputs as they were sent: exports are made from them. Empty where a worker had no more than what was read. */
  readonly original: Uint8Array;
  readonly revised: Uint8Array;
}

/** A finished comparison. Bytes that are not compressed are JSON text in UTF-8, ready to be put into an answer. */
export interface TextResult {
  readonly facts: TextFacts;
  /** The fragment as a JSON string; null when it was not wanted. */
  readonly html: Uint8Array | null;
  /** The structured changes, and the page of offset 0 with the default limit; null when nothing is to be kept. */
  readonly structure: (Structure & { readonly firstPage: Uint8Array }) | null;
  /** Null when nothing is to be kept. */
  readonly texts: KeptTexts | null;
  /** What the comparison itself took, in milliseconds. */
  readonly diffMs: number;
  /** Pairs of blocks that were taken apart because a law failed on them; 0 unless the engine has a fault. */
  readonly degraded: number;
}

/** Is told of a comparison while it runs. The HTML is a JSON string in UTF-8, ready to be put into an event. */
export interface TextProgress {
  /** Top-level elements of the fragment, or parts of a long one, in order. There may be none. */
  block(html: Uint8Array): void;
  /** The whole fragment. Comes once, after every block, and before what else was wanted is made. */
  text(html: Uint8Array, facts: Pick<TextFacts, 'engine' | 'fallback'>): void;
}

/** Compares texts away from the main thread. */
export interface TextComparer {
  /**
   * Keeps a place for one comparison of this many bytes until the returned function is called. Throws `rate_limited`
   * when all are taken. To be called before an operation is admitted: a refusal for want of capacity must not become its retained result.
   */
  reserve(inputBytes: number): () => void;
  /**
   * Throws `ServiceError` on a refusal, and the signal's reason when that is aborted: then the work has stopped.
   * `progress` hears nothing after the promise has settled.
   */
  compare(task: ComparisonTask, signal: AbortSignal, progress?: TextProgress): Promise<TextResult>;
}

/** Formats of files that are read away from the service. */
export type DocumentFormat = 'docx' | 'pdf';

/** What a reader makes of a file of each format. */
export interface ReadDocuments {
  readonly docx: ReadResult;
  readonly pdf: ExtractedPdf;
}

/** A file to read. */
export interface DocumentTask {
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
  /** A PDF has no looks: they are read of DOCX only. */
  readonly attributeMode: DocumentsTask['attributeMode'];
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
  readonly facts: TextFacts;
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
  readonly texts: KeptTexts;
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
  texts(comparisonId: string): Promise<KeptTexts | null>;

  /** Comparisons of a subject that have not expired at `at`, newest first, `limit` at most. */
  list(subject: string, page: { after: ListPosition | null; limit: number; at: Date }): Promise<StoredComparison[]>;

  /** Deletes a comparison of this subject with all that belongs to it; false when the subject has no such comparison. */
  remove(subject: string, comparisonId: string): Promise<boolean>;

  /** Whether a share of the comparison names this origin and has not expired at `at`. */
  allowsOrigin(comparisonId: string, origin: string, at: Date): Promise<boolean>;

  /** Deletes the content of what expired before `at`, and every trace of what expired long before. */
  sweep(at: Date): Promise<void>;
}
