/** The input of an export and the resulting file. Both are plain data, because they travel to another process. */
import type { ArtifactType, ExportRequest } from '../../shared/api/jobs.ts';
import type { LastCheck } from '../../shared/api/last-check.ts';
import type { Outcome } from '../../shared/change/uncompared.ts';
import type { ComparisonDigests } from '../../shared/api/digests.ts';
import type { ComparisonFacts } from '../pipeline/inputs/tasks.ts';
import type { FoundPageMarks } from '../pipeline/page-marks/find-page-marks.ts';
import type { AnyFormat, ComparisonFormat } from '../../shared/formats.ts';
import type { Side } from '../../shared/document/model.ts';
import type { Manifest } from '../pipeline/evidence/manifest.ts';

/** The decided change ids, or all of them. */
export type Decided = 'all' | readonly string[];

/** Options of an export: the decisions, and the members of the request that change how the file looks. */
export interface ExportOptions extends Omit<ExportRequest, 'type' | 'accept' | 'reject'> {
  readonly accept: Decided;
  readonly reject: Decided;
}

/** No decision: every change keeps its marks. */
export const UNDECIDED: ExportOptions = { accept: [], reject: [] };

/** Files that hold decisions. Each is read again after it was written. */
export const CHECKED_TYPES = [
  'resolved_docx',
  'track_changes_docx',
  'resolved_html',
  'redline_docx',
  'redline_pdf',
  'report_html',
  'report_pdf',
  'review_html',
] as const satisfies ArtifactType[];

/** A report on a finished file. */
export interface ArtifactReport {
  /** Set for a tracked-revision file. */
  readonly revisions?: {
    readonly insertions: number;
    readonly deletions: number;
    readonly moves: number;
    readonly formatChanges: number;
  };
  /** Content that could not be kept or shown. */
  readonly warnings: readonly string[];
  /** Whether the file is what was decided. Set for the types of `CHECKED_TYPES` with decisions. */
  readonly check?: LastCheck;
}

/** A finished file. */
export interface Artifact {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** File extension, with the dot. */
  readonly extension: string;
  readonly report: ArtifactReport;
}

/** What an evidence pack says of its comparison. */
export interface EvidenceFacts {
  readonly settings: Manifest['settings'];
  readonly formats: Readonly<Record<Side, AnyFormat>>;
  /** The version of the service. */
  readonly version: string;
}

/** A PDF that is put together of what two programs printed. */
export interface PrintedParts {
  readonly summary: Uint8Array;
  readonly pages: Uint8Array;
}

/** Everything that an export needs. It travels to another process. */
export interface ArtifactTask {
  /** For `redline_pdf` and `report_pdf` the task makes the page that is printed. */
  readonly type: ArtifactType;
  readonly format: ComparisonFormat;
  /** Formats of sides that were converted to DOCX; absent if neither was. */
  readonly convertedFrom?: ComparisonFacts['convertedFrom'] | undefined;
  readonly fallback: boolean;
  /** Why it is a fallback; absent without one, and for comparisons of earlier versions. */
  readonly fallbackReason?: string;
  /** Null if unknown. */
  readonly digests: ComparisonDigests | null;
  /** Whether both inputs are the same, and what was left out. Absent for comparisons of earlier versions. */
  readonly outcome?: Outcome;
  readonly options: ExportOptions;
  readonly title: string;
  /** The fragment. */
  readonly html: string;
  /** Raw bytes of both inputs. */
  readonly original: Uint8Array;
  readonly revised: Uint8Array;
  /** The pages with the changes on them. Then `original` and `revised` are the PDFs of these pages. */
  readonly found?: FoundPageMarks;
  /** Raw bytes of the third draft, for `negotiation_json`. */
  readonly third?: Uint8Array;
  /** For `evidence_zip`. */
  readonly evidence?: EvidenceFacts;
  /** What of a PDF is made: its summary, a page for a browser, or the whole. Absent: what is printed first. */
  readonly part?: 'summary' | 'page' | PrintedParts;
  /** The author of the revisions. */
  readonly author: string;
  /** ISO 8601 in UTC without fractions. */
  readonly date: string;
}
