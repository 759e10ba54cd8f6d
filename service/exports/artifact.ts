/** What an export is made of, and the file that comes of it. Plain data: it travels to a process of its own. */
import type { ArtifactType } from '../../shared/api/jobs.ts';
import type { ComparisonDigests } from '../../shared/api/digests.ts';
import type { TextFormat } from '../formats/read-result.ts';
import type { DocumentFormat } from '../pipeline/tasks.ts';

/** Change ids that were decided on, or all of them. */
export type Decided = 'all' | readonly string[];

/** What an export is made with beside the comparison itself. */
export interface ExportOptions {
  readonly accept: Decided;
  readonly reject: Decided;
}

/** No decision: every change keeps its marks. */
export const UNDECIDED: ExportOptions = { accept: [], reject: [] };

/** What is told of a file that was made. */
export interface ArtifactReport {
  /** Of a tracked-revision file. */
  readonly revisions?: {
    readonly insertions: number;
    readonly deletions: number;
    readonly moves: number;
    readonly formatChanges: number;
  };
  /** What could not be kept or shown. */
  readonly warnings: readonly string[];
}

/** A finished file. */
export interface Artifact {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** Ending of its name, with the dot. */
  readonly extension: string;
  readonly report: ArtifactReport;
}

/** All that making a file needs: it travels to a process of its own. */
export interface ArtifactTask {
  /** Of `redline_pdf` the page that is printed is made. */
  readonly type: ArtifactType;
  readonly format: TextFormat | DocumentFormat;
  readonly fallback: boolean;
  /** Null: not known. */
  readonly digests: ComparisonDigests | null;
  readonly options: ExportOptions;
  readonly title: string;
  /** The fragment. */
  readonly html: string;
  /** Raw bytes of both inputs. */
  readonly original: Uint8Array;
  readonly revised: Uint8Array;
  /** Into the marks of revisions. */
  readonly author: string;
  /** ISO 8601 in UTC without fractions. */
  readonly date: string;
}
