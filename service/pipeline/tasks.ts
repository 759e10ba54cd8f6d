/**
 * What the pipeline is given and what it gives back. These values travel between threads and processes, so each is plain data.
 */
import type { ComparedFormat, EffectiveMode, RequestedFormat, RequestedMode } from '../../shared/api/text-spellings.ts';
import type { ComparisonDigests } from '../../shared/api/digests.ts';
import type { ExtractedPdf } from '../formats/pdf/extract-pages.ts';
import type { Warning } from '../../shared/document/model.ts';
import type { ReadResult } from '../formats/read-result.ts';
import type { Structure } from './structure/structure.ts';

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
export interface ComparisonFacts {
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
export interface StoredContent {
  /** The fragment as a JSON string. */
  readonly html: Uint8Array;
  /** The inputs as they were sent: exports are made from them. Empty where a worker had no more than what was read. */
  readonly original: Uint8Array;
  readonly revised: Uint8Array;
}

/** A finished comparison. Bytes that are not compressed are JSON text in UTF-8, ready to be put into an answer. */
export interface ComparisonResult {
  readonly facts: ComparisonFacts;
  /** The fragment as a JSON string; null when it was not wanted. */
  readonly html: Uint8Array | null;
  /** The structured changes, and the page of offset 0 with the default limit; null when nothing is to be kept. */
  readonly structure: (Structure & { readonly firstPage: Uint8Array }) | null;
  /** Null when nothing is to be kept. */
  readonly texts: StoredContent | null;
  /** What the comparison itself took, in milliseconds. */
  readonly diffMs: number;
  /** Pairs of blocks that were taken apart because a law failed on them; 0 unless the engine has a fault. */
  readonly degraded: number;
}

/** Is told of a comparison while it runs. The HTML is a JSON string in UTF-8, ready to be put into an event. */
export interface ComparisonProgress {
  /** Top-level elements of the fragment, or parts of a long one, in order. There may be none. */
  block(html: Uint8Array): void;
  /** The whole fragment. Comes once, after every block, and before what else was wanted is made. */
  text(html: Uint8Array, facts: Pick<ComparisonFacts, 'engine' | 'fallback'>): void;
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
