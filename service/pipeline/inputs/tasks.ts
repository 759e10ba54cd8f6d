/** Inputs and results of the pipeline. They travel between threads and processes, so all of them are plain data. */
import type { EffectiveMode, RequestedFormat, RequestedMode } from '../../../shared/api/text-spellings.ts';
import type { Complexity } from '../../../shared/api/complexity.ts';
import type { AskedSettings, ComparisonSettings } from '../../../shared/api/settings.ts';
import type { ComparisonWarning, Sameness, Uncompared } from '../../../shared/change/uncompared.ts';
import type { ComparisonDigests } from '../../../shared/api/digests.ts';
import type { Capitals } from '../../formats/docx/read-docx.ts';
import type { ExtractedPdf } from '../../formats/pdf/extract-pages.ts';
import type { Side, Warning } from '../../../shared/document/model.ts';
import type { ReadResult } from '../../formats/read-result.ts';
import type { ComparisonFormat, ConvertedFormat, SideFormat } from '../../../shared/formats.ts';
import type { Unit } from '../../../shared/fragment/units.ts';
import type { Declarations } from '../declared/declarations.ts';
import type { Structure } from '../structure/structure.ts';

/** Two texts to compare, the settings, and the wanted results. */
export interface TextTask extends AskedSettings {
  readonly original: string;
  readonly revised: string;
  readonly format: RequestedFormat;
  readonly mode: RequestedMode;
  readonly wantsHtml: boolean;
  /** Id of the stored comparison; null if it is not stored. */
  readonly comparisonId: string | null;
}

/** A file that was read, with its format. */
export type ReadFile = {
  readonly [Format in SideFormat]: { readonly format: Format; readonly read: ReadDocuments[Format] };
}[SideFormat];

/** Two files that were read. They may have different formats. */
export interface ReadPair {
  readonly original: ReadFile;
  readonly revised: ReadFile;
}

/** How a file became the DOCX that is read. */
export interface Conversion {
  readonly from: ConvertedFormat;
  /** SHA-256 of the bytes of the file as it was given, in lower-case hexadecimal digits. */
  readonly fileSha256: string;
}

/** A document that was read, packed for the comparing thread. */
export interface PackedDocument {
  readonly format: SideFormat;
  /** Only `unpackPair` opens it. The array owns its whole memory, so that it can move to a thread. */
  readonly packed: Uint8Array<ArrayBuffer>;
  /** Content of the file that could not be kept. */
  readonly warnings: readonly Warning[];
  /** SHA-256 of the bytes of the file, in lower-case hexadecimal digits. */
  readonly fileSha256: string;
  /** The format of the file, if it was converted to DOCX. */
  readonly convertedFrom?: ConvertedFormat;
}

/** Both sides, packed. */
export interface PackedPair {
  readonly original: PackedDocument;
  readonly revised: PackedDocument;
}

/** Two documents to compare, the settings, and the wanted results. */
export interface DocumentsTask extends AskedSettings {
  readonly pair: PackedPair;
  readonly mode: RequestedMode;
  readonly attributeMode: ComparisonSettings['attributeMode'];
  readonly wantsHtml: boolean;
  readonly comparisonId: string | null;
}

/** The work of a comparing thread. */
export type ComparisonTask = TextTask | DocumentsTask;

/** How two inputs were compared, beside their formats, the mode and the complexity. */
export type ComparedSettings = Omit<ComparisonSettings, 'mode' | 'complexity' | 'details' | 'rules'>;

/** The facts about a comparison beside its content. */
export interface ComparisonFacts {
  readonly format: ComparisonFormat;
  /** Formats of the two sides of a mixed comparison. */
  readonly originalFormat?: SideFormat;
  readonly revisedFormat?: SideFormat;
  /** Formats of sides that were converted to DOCX; absent if neither was. */
  readonly convertedFrom?: Partial<Record<Side, ConvertedFormat>>;
  readonly engine: 'dom' | 'text' | 'document';
  readonly fallback: boolean;
  /** Absent in comparisons of earlier versions. */
  readonly complexity?: Complexity;
  /** Why the documents were compared as text, as one sentence; absent without a fallback. */
  readonly fallbackReason?: string;
  readonly requestedMode: RequestedMode;
  readonly effectiveMode: EffectiveMode;
  readonly units: number;
  /** Set for a stored comparison. Comparisons of earlier versions lack it. */
  readonly settings?: ComparedSettings;
  /** Absent in comparisons of earlier versions. */
  readonly sameness?: Sameness;
  /** What the comparison left out; absent if it left out nothing. */
  readonly uncompared?: Uncompared;
  /**
   * Content of files that could not be kept, and content that only one of two formats states. Absent if there is none.
   */
  readonly warnings?: readonly ComparisonWarning[];
  /** Set for a stored comparison. Comparisons of earlier versions lack it. */
  readonly digests?: ComparisonDigests;
  /**
   * The changes that are decided together, without those that are units of their own. Set for a stored comparison.
   * Comparisons of earlier versions lack it.
   */
  readonly decidedTogether?: readonly Unit[];
}

/** The stored content of a comparison beside its changes. Each part is compressed, see `packText`. */
export interface StoredContent {
  /** The fragment as a JSON string. */
  readonly html: Uint8Array;
  /** The inputs as they were sent, for exports. Empty if a worker had only what was read. */
  readonly original: Uint8Array;
  readonly revised: Uint8Array;
}

/** A finished comparison. Uncompressed bytes are JSON text in UTF-8, ready for an answer. */
export interface ComparisonResult {
  readonly facts: ComparisonFacts;
  /** The fragment as a JSON string; null if it is not wanted. */
  readonly html: Uint8Array | null;
  /** The structured changes, and the first page with the default limit. Null if nothing is stored. */
  readonly structure: (Structure & { readonly firstPage: Uint8Array }) | null;
  /** Null if nothing is stored. */
  readonly texts: StoredContent | null;
  /** Time of the comparison itself in milliseconds. */
  readonly diffMs: number;
  /**
   * Number of block pairs that failed a round-trip invariant and were replaced whole. It is 0 unless the engine has a
   * fault.
   */
  readonly degraded: number;
  /** What the formats of the two sides do not both state; empty for one format. */
  readonly warnings: readonly Warning[];
}

/** Receives the results of a running comparison. The HTML is a JSON string in UTF-8, ready for an event. */
export interface ComparisonProgress {
  /** Top-level elements of the fragment, or parts of a long one, in order. There may be none. */
  block(html: Uint8Array): void;
  /** The whole fragment. It comes once, after every block and before all other results. */
  text(html: Uint8Array, facts: Pick<ComparisonFacts, 'engine' | 'fallback'>): void;
}

/** The reading of each format. */
export interface ReadDocuments {
  readonly docx: ReadResult & { readonly declarations?: Declarations };
  readonly pdf: ExtractedPdf;
  readonly xlsx: ReadResult;
  readonly pptx: ReadResult;
  readonly html: ReadResult;
  readonly markdown: ReadResult;
  readonly txt: ReadResult;
}

/** A file to read, with the settings of its comparison. */
export interface DocumentTask extends AskedSettings {
  readonly format: SideFormat;
  readonly bytes: Uint8Array;
  /** Absent: the bytes are the file itself. */
  readonly converted?: Conversion | undefined;
  /** Only a DOCX has formatting to read. */
  readonly attributeMode: ComparisonSettings['attributeMode'];
  /** Absent: `typed`. */
  readonly capitals?: Capitals;
}
