import type { HostedComparison } from '../../../shared/api/comparisons.ts';
import type { ArtifactType } from '../../../shared/api/jobs.ts';

/** The exports of a comparison: files that the service makes, and files that the page makes. */
export type ExportKind = Exclude<ArtifactType, 'report_html' | 'report_pdf'> | 'changes_json' | 'changes_csv';

/** Kinds that every comparison offers. */
const ALWAYS: readonly ExportKind[] = ['redline_pdf', 'review_html', 'resolved_html', 'changes_csv', 'changes_json'];
/** Kinds that are Word documents. */
const WORD: readonly ExportKind[] = ['track_changes_docx', 'resolved_docx'];

/** What a finished review is usually for, the most wanted first. */
export const FINISHED_KINDS = ['resolved_docx', 'track_changes_docx', 'redline_pdf'] as const;
export type FinishedKind = (typeof FINISHED_KINDS)[number];

/** The exports for a comparison of this format, the most wanted first. JSON, PDF and two formats have no Word documents. */
export function kindsFor(format: HostedComparison['format']): readonly ExportKind[] {
  return format === 'json' || format === 'pdf' || format === 'mixed' ? ALWAYS : [...WORD, ...ALWAYS];
}
