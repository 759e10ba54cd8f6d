/**
 * What the use cases need of the world: worker threads that compare, and a store that keeps results and counts units.
 * `service/workers` and `service/store` implement these; `service/main.ts` passes the implementations in.
 */
import type { Plan } from '../../shared/api/usage.ts';
import type { ComparedFormat, EffectiveMode, RequestedFormat, RequestedMode } from '../../shared/api/text-spellings.ts';
import type { ReadResult } from '../formats/read-result.ts';
import type { Structure, StructureHead } from './structure/structure.ts';

/** Two texts to compare, and what of the result is wanted. */
export interface TextTask {
  readonly original: string;
  readonly revised: string;
  readonly format: RequestedFormat;
  readonly mode: RequestedMode;
  readonly wantsHtml: boolean;
  /** Id under which the structured changes will be kept; null: they are not wanted. */
  readonly comparisonId: string | null;
}

/** What is known of a comparison beside its content. */
export interface TextFacts {
  readonly format: ComparedFormat;
  readonly engine: 'dom' | 'text';
  readonly fallback: boolean;
  readonly requestedMode: RequestedMode;
  readonly effectiveMode: EffectiveMode;
  readonly units: number;
}

/** A finished comparison. All bytes are JSON text in UTF-8, ready to be put into an answer. */
export interface TextResult {
  readonly facts: TextFacts;
  /** The fragment as a JSON string; null when it was not wanted. */
  readonly html: Uint8Array | null;
  /** The structured changes, and the page of offset 0 with the default limit; null when they were not wanted. */
  readonly structure: (Structure & { readonly firstPage: Uint8Array }) | null;
}

/** Compares texts away from the main thread. */
export interface TextComparer {
  /** Throws `ServiceError` on a refusal, and the signal's reason when that is aborted: then the work has stopped. */
  compare(task: TextTask, signal: AbortSignal): Promise<TextResult>;
}

/** Formats of files that are read away from the service. */
export type DocumentFormat = 'docx';

/** A file to read. */
export interface DocumentTask {
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
}

/** Reads untrusted files away from the service, within limits of time and memory. */
export interface DocumentReader {
  /** Throws `ServiceError` on a refusal, and the signal's reason when that is aborted: then the work has stopped. */
  read(task: DocumentTask, signal: AbortSignal): Promise<ReadResult>;
}

/** Who asks. Usage is counted for each `subject`. */
export interface Caller {
  /** Identity as the store knows it: `address:…` or `account:…`. */
  readonly subject: string;
  readonly plan: Plan;
  /** Units a calendar month. */
  readonly unitsPerMonth: number;
}

/** The right of whoever holds a token to read a comparison. */
export interface Share {
  readonly shareId: string;
  /** SHA-256 of the token, in hexadecimal digits. */
  readonly tokenHash: string;
  /** Unix time. */
  readonly issuedAtSeconds: number;
  readonly ttlSeconds: number;
}

/** A comparison that is to be kept, with its first share. */
export interface NewComparison {
  readonly comparisonId: string;
  readonly expiresAtSeconds: number;
  readonly facts: TextFacts;
  readonly structure: Structure;
  readonly share: Share;
}

/** Counts units and keeps comparisons. Every method is one transaction. */
export interface ComparisonStore {
  /**
   * Counts the units of a finished comparison for the calendar month (UTC) of `at`, and keeps the comparison if there
   * is one to keep. Returns the caller's units of that month, these included.
   */
  settle(done: { caller: Caller; units: number; at: Date; keep: NewComparison | null }): Promise<number>;

  /** Whether the comparison is known, expired ones included, and the share of the token with this hash. */
  findShare(comparisonId: string, tokenHash: string): Promise<{ known: boolean; share: Share | null }>;

  /** Head of the structured changes; null when the comparison's content is gone or it has none. */
  structureHead(comparisonId: string): Promise<StructureHead | null>;

  /** The compressed chunks from `first` up to, and not including, `end`, in order. */
  structureChunks(comparisonId: string, first: number, end: number): Promise<Uint8Array[]>;

  /** Deletes the content of what expired before `at`, and every trace of what expired long before. */
  sweep(at: Date): Promise<void>;
}
