/**
 * What the use cases need of the world: worker threads that compare, and a store that keeps results.
 * `service/workers` and `service/store` implement these; `service/main.ts` passes the implementations in.
 */
import type { ComparedFormat, EffectiveMode, RequestedFormat, RequestedMode } from '../../shared/api/text-spellings.ts';
import type { Transaction } from '../admission/ports.ts';
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
   * Keeps a place for one comparison until the returned function is called. Throws `rate_limited` when all are taken. To
   * be called before an operation is admitted: a refusal for want of capacity must not become its retained result.
   */
  reserve(): () => void;
  /**
   * Throws `ServiceError` on a refusal, and the signal's reason when that is aborted: then the work has stopped.
   * `progress` hears nothing after the promise has settled.
   */
  compare(task: TextTask, signal: AbortSignal, progress?: TextProgress): Promise<TextResult>;
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

/** Keeps comparisons. */
export interface ComparisonStore {
  /** Keeps a comparison of this subject with its first share. */
  keep(transaction: Transaction, subject: string, comparison: NewComparison): Promise<void>;

  /** Whether the comparison is known, expired ones included, and the share of the token with this hash. */
  findShare(comparisonId: string, tokenHash: string): Promise<{ known: boolean; share: Share | null }>;

  /** Head of the structured changes; null when the comparison's content is gone or it has none. */
  structureHead(comparisonId: string): Promise<StructureHead | null>;

  /** The compressed chunks from `first` up to, and not including, `end`, in order. */
  structureChunks(comparisonId: string, first: number, end: number): Promise<Uint8Array[]>;

  /** Deletes the content of what expired before `at`, and every trace of what expired long before. */
  sweep(at: Date): Promise<void>;
}
