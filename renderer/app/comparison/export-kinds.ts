import type { HostedComparison } from '../../../shared/api/comparisons.ts';
import type { ArtifactType } from '../../../shared/api/jobs.ts';

/** The exports of a comparison: files that the service makes, and files that the page makes. */
export type ExportKind =
  Exclude<ArtifactType, 'undisclosed_json' | 'negotiation_json'> | 'changes_json' | 'changes_csv';

/** An entry of the sheet: a file, a link, or paper. The report is one entry with two formats. */
export type SheetEntry = Exclude<ExportKind, 'report_html'> | 'link' | 'print';

/** The entries by their purpose, the most wanted first. */
const GROUPS = {
  word: ['resolved_docx', 'track_changes_docx', 'redline_docx'],
  read: ['report_pdf', 'redline_pdf', 'marked_pages_pdf', 'print'],
  review: ['link', 'review_html'],
  data: ['evidence_zip', 'changes_csv', 'changes_json', 'resolved_html'],
} as const satisfies Record<string, readonly SheetEntry[]>;

/** One group of the sheet. */
export interface SheetGroup {
  readonly name: keyof typeof GROUPS;
  readonly entries: readonly SheetEntry[];
}

/** Word documents that a finished review is usually for, and the report. */
export const FINISHED_KINDS = ['resolved_docx', 'track_changes_docx', 'report_pdf'] as const;
export type FinishedKind = (typeof FINISHED_KINDS)[number];

/**
 * The groups of the sheet for a comparison of this format. JSON, PDF and two formats have no Word documents. Only DOCX
 * and PDF have pages. The service does not keep a file that it converted, so it proves nothing of one.
 */
export function sheetGroups(
  format: HostedComparison['format'],
  { hasPages, isConverted }: { readonly hasPages: boolean; readonly isConverted: boolean },
): readonly SheetGroup[] {
  const names = (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).filter((name) => name !== 'word' || hasWord(format));
  return names.map((name) => ({
    name,
    entries: GROUPS[name].filter((entry) =>
      entry === 'marked_pages_pdf' ? hasPages : entry !== 'evidence_zip' || !isConverted,
    ),
  }));
}

/** The entries whose file holds the notes of the review. A link holds none, and its own text says so. */
const WITH_NOTES: ReadonlySet<SheetEntry> = new Set(['report_pdf', 'review_html', 'changes_csv', 'changes_json']);

/** Whether the file of an entry leaves out the notes. `inWord`: Word files have them as comments. */
export function leavesOutNotes(entry: SheetEntry, inWord: boolean): boolean {
  if (isWord(entry)) return !inWord;
  return entry !== 'link' && entry !== 'print' && !WITH_NOTES.has(entry);
}

/** Whether the file of an entry is a Word document. */
export function isWord(entry: SheetEntry): boolean {
  return (GROUPS.word as readonly SheetEntry[]).includes(entry);
}

/** Whether a comparison of this format can become a Word document. */
export function hasWord(format: HostedComparison['format']): boolean {
  return format !== 'json' && format !== 'pdf' && format !== 'mixed';
}
