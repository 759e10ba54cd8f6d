import type { HostedComparison } from '../../../shared/api/comparisons.ts';
import type { ArtifactType } from '../../../shared/api/jobs.ts';

/** What can be made of a comparison: the files that the service makes, and those of the page. */
export type ExportKind = ArtifactType | 'changes_json' | 'changes_csv';

/** Kinds that are made of every comparison. */
const ALWAYS: readonly ExportKind[] = ['redline_pdf', 'review_html', 'resolved_html', 'changes_csv', 'changes_json'];
/** Kinds that are documents of Word. */
const WORD: readonly ExportKind[] = ['track_changes_docx', 'resolved_docx'];

/** What can be made of a comparison of this format; the most wanted first. Of JSON and PDF no document of Word. */
export function kindsFor(format: HostedComparison['format']): readonly ExportKind[] {
  return format === 'json' || format === 'pdf' ? ALWAYS : [...WORD, ...ALWAYS];
}
