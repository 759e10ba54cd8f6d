/** What the application asks the service for when it exports. */
import type { PagesLayout, Paper } from '../../../shared/api/export-looks.ts';
import type { MarkProfileName } from '../../../shared/api/mark-profiles.ts';
import type { HostedComparison } from '../../../shared/api/comparisons.ts';
import type { ArtifactType, ExportRequest } from '../../../shared/api/jobs.ts';
import type { ReviewRecord } from '../../../shared/review-file/review-record.ts';

/** What a reader chose in the sheet. They hold for all files to which they apply. */
export interface ExportChoices {
  /** Author of tracked changes. Empty: the reviewer, or the product. */
  readonly author: string;
  /** Name on the cover of a report. Empty: none. */
  readonly reviewer: string;
  readonly reportFormat: 'pdf' | 'html';
  readonly paper: Paper;
  /** The profile of marks. */
  readonly marks: MarkProfileName;
  /** Whether a page with names, counts and what matters is in front. */
  readonly summary: boolean;
  readonly onlyChanges: boolean;
  /** Whether the list of changes follows the document on paper. */
  readonly printsList: boolean;
  /** Whether tracked changes that the two Word files have stay in a tracked file. */
  readonly keepRevisions: boolean;
  /** Whether the notes of the review are comments of a Word file. */
  readonly notesInWord: boolean;
  readonly layout: PagesLayout;
  /** Whether an evidence pack holds the changes alone, and none of the unchanged text. */
  readonly changesOnly: boolean;
}

/** The choices before a reader made any. */
export const DEFAULT_EXPORT_CHOICES: ExportChoices = {
  author: '',
  reviewer: '',
  reportFormat: 'pdf',
  paper: 'a4',
  marks: 'classic',
  summary: true,
  onlyChanges: false,
  printsList: false,
  keepRevisions: false,
  notesInWord: false,
  layout: 'side_by_side',
  changesOnly: false,
};

/** A file for other reviewers shows every change, including those decided here. A proof knows no decision. */
const SHOWS_ALL: ReadonlySet<ArtifactType> = new Set([
  'track_changes_docx',
  'redline_docx',
  'redline_pdf',
  'evidence_zip',
]);
const PRINTED: ReadonlySet<ArtifactType> = new Set(['redline_pdf', 'report_pdf', 'report_html']);
const REPORTS: ReadonlySet<ArtifactType> = new Set(['report_pdf', 'report_html']);
const WORD: ReadonlySet<ArtifactType> = new Set(['track_changes_docx', 'resolved_docx', 'redline_docx']);
/** Files with a summary in front. */
const SUMMARISED: ReadonlySet<ArtifactType> = new Set(['redline_pdf', 'marked_pages_pdf']);
const MARKED: ReadonlySet<ArtifactType> = new Set(['redline_docx', 'redline_pdf', 'report_pdf', 'report_html']);

/** What a request depends on. */
export interface ExportFacts {
  readonly record: ReviewRecord;
  readonly choices: ExportChoices;
  readonly format: HostedComparison['format'];
  /** File names; empty: without one. */
  readonly names: { readonly original: string; readonly revised: string };
  /** The current time in milliseconds. */
  readonly nowMs: number;
}

/** The request for a file. Only the date of a report or a summary depends on the time. */
export function exportRequest(
  type: ArtifactType,
  { record, choices, format, names, nowMs }: ExportFacts,
): ExportRequest {
  const decided = SHOWS_ALL.has(type) ? [] : [...record.decided];
  const withVerdict = (verdict: string): string[] => decided.filter(([, is]) => is === verdict).map(([id]) => id);
  const { author, reviewer, paper, marks, summary, onlyChanges, layout } = choices;
  const signed = reviewer.trim() === '' ? record.reviewer : reviewer.trim();
  const date = `${new Date(nowMs).toISOString().slice(0, 19)}Z`;
  const named = author.trim() === '' ? record.reviewer.trim() : author.trim();
  return {
    type,
    names,
    accept: withVerdict('accepted'),
    reject: withVerdict('rejected'),
    ...(WORD.has(type) && named !== '' && { author: named }),
    ...(type === 'track_changes_docx' && format === 'docx' && choices.keepRevisions && { revisions: 'keep' as const }),
    ...(WORD.has(type) && choices.notesInWord && notesOf(record)),
    ...(PRINTED.has(type) && { paper, onlyChanges }),
    ...(MARKED.has(type) && { marks }),
    ...(SUMMARISED.has(type) && { summary, date, paper, reviewer: signed }),
    ...(type === 'marked_pages_pdf' && { layout }),
    ...(type === 'resolved_html' && { page: true }),
    ...(type === 'evidence_zip' && { changesOnly: choices.changesOnly }),
    ...(REPORTS.has(type) && {
      date,
      reviewer: signed,
      ...decidersOf(record),
      ...notesOf(record),
    }),
    ...(type === 'review_html' && { reviewer: record.reviewer, ...decidersOf(record), ...notesOf(record) }),
  };
}

function decidersOf({ decidedBy }: ReviewRecord): Pick<ExportRequest, 'decidedBy'> {
  return decidedBy === undefined ? {} : { decidedBy: [...decidedBy].map(([changeId, name]) => ({ changeId, name })) };
}

function notesOf({ notes, passages }: ReviewRecord): Required<Pick<ExportRequest, 'notes' | 'passages'>> {
  return {
    notes: [...notes].map(([changeId, { messages, tags }]) => ({ changeId, messages: [...messages], tags: [...tags] })),
    passages: [...passages.values()].map(({ passage, messages }) => ({ ...passage, messages: [...messages] })),
  };
}

/** Regions that print on Letter (CLDR, paper sizes). */
const LETTER = /-(?:US|CA|MX|PH|PR|CL|CO|CR|GT|NI|PA|SV|VE)\b/u;

/** The usual paper of a language and region, such as `en-GB`. */
export function usualPaper(locale: string): Paper {
  return LETTER.test(locale) ? 'letter' : 'a4';
}
