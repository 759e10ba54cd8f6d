/** Exports as background jobs. */
import { Type, type Static } from 'typebox';
import { MARK_PROFILES } from './mark-profiles.ts';
import { DELETION_LOOKS, INSERTION_LOOKS, PAGES_LAYOUTS, PAPERS } from './export-looks.ts';
import { LastCheck } from './last-check.ts';
import { Revisions } from './revisions.ts';
import { LIST_DEFAULT_LIMIT, LIST_MAX_LIMIT } from './comparisons.ts';

/** Files that the service makes from a stored comparison. */
export const ARTIFACT_TYPES = [
  'track_changes_docx',
  'resolved_docx',
  'redline_docx',
  'redline_pdf',
  'resolved_html',
  'review_html',
  'report_html',
  'report_pdf',
  'marked_pages_pdf',
  'undisclosed_json',
  'negotiation_json',
  'evidence_zip',
] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

const Decided = Type.Union([Type.Literal('all'), Type.Array(Type.String({ description: 'A change id.' }))], {
  description:
    'Change ids, or `all` for every change that the other list does not name. Both ends of a move are decided alike.',
});

/** Maximum length of a name in an export, in UTF-16 units: of an author, of a reviewer, of a file. */
export const EXPORT_NAME_MAX_LENGTH = 255;
const Name = Type.String({ maxLength: EXPORT_NAME_MAX_LENGTH });
const OF_PRINT = 'Only for `redline_pdf`, `report_html` and `report_pdf`.';
const OF_NOTES =
  'For `report_html`, `report_pdf` and `review_html`. In Word documents, and in a `redline_pdf` of two DOCX, they are comments.';
const OF_REVIEW = 'Only for `report_html`, `report_pdf` and `review_html`.';

const NoteMessages = Type.Array(
  Type.Object({
    author: Name,
    at: Type.Union([Type.String({ description: 'ISO 8601 in UTC.' }), Type.Null()]),
    text: Type.String(),
  }),
);

/** The body of `POST /v1/diffsvc/comparisons/<id>/exports`. */
export const ExportRequest = Type.Object({
  type: Type.Enum(ARTIFACT_TYPES),
  accept: Type.Optional(Decided),
  reject: Type.Optional(Decided),
  author: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: EXPORT_NAME_MAX_LENGTH,
      description: 'Author of the tracked revisions, `diffsvc` by default. Only for Word documents.',
    }),
  ),
  date: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$',
      description:
        'Time of the tracked revisions, the summary, the report or the evidence pack, by default the time of the comparison.',
    }),
  ),
  next: Type.Optional(
    Type.String({
      description:
        'Only for `negotiation_json`: id of the comparison of the second draft with the third one. Its original is the revised side of this comparison.',
    }),
  ),
  revisions: Type.Optional(Revisions),
  marks: Type.Optional(
    Type.Enum(MARK_PROFILES, {
      description:
        'How insertions, deletions, moves and formatting are marked. `classic` by default. Only for `redline_docx`, `redline_pdf`, `report_html` and `report_pdf`.',
    }),
  ),
  summary: Type.Optional(
    Type.Boolean({
      description:
        'Whether a page with names, counts and what matters comes first; `true` by default. Only for `redline_pdf` and `marked_pages_pdf`.',
    }),
  ),
  insertions: Type.Optional(Type.Enum(INSERTION_LOOKS, { description: OF_PRINT })),
  deletions: Type.Optional(Type.Enum(DELETION_LOOKS, { description: OF_PRINT })),
  paper: Type.Optional(
    Type.Enum(PAPERS, { description: `\`a4\` by default. ${OF_PRINT} Pages of DOCX and PDF keep their own.` }),
  ),
  onlyChanges: Type.Optional(
    Type.Boolean({
      description: `Whether the redline leaves out what is far from any change, and says how much. ${OF_PRINT}`,
    }),
  ),
  layout: Type.Optional(
    Type.Enum(PAGES_LAYOUTS, {
      description: '`side_by_side` by default. Only for `marked_pages_pdf`.',
    }),
  ),
  page: Type.Optional(
    Type.Boolean({
      description:
        'Only for `resolved_html`: whether the file is a page with its styles and numbers, to be read by itself. Without it, the file is the fragment.',
    }),
  ),
  changesOnly: Type.Optional(
    Type.Boolean({
      description: 'Only for `evidence_zip`: whether it leaves out the files, the redline and all unchanged text.',
    }),
  ),
  names: Type.Optional(
    Type.Object(
      { original: Name, revised: Name },
      {
        description:
          'File names of both documents. The name of the new file is made of them. `report_html`, `report_pdf` and `evidence_zip` also contain them.',
      },
    ),
  ),
  reviewer: Type.Optional(
    Type.String({ maxLength: EXPORT_NAME_MAX_LENGTH, description: `${OF_REVIEW.slice(0, -1)}, and for a summary.` }),
  ),
  decidedBy: Type.Optional(
    Type.Array(Type.Object({ changeId: Type.String(), name: Name }), {
      description: `Who made the decisions that are not those of the reviewer. ${OF_REVIEW}`,
    }),
  ),
  notes: Type.Optional(
    Type.Array(
      Type.Object({ changeId: Type.String(), messages: NoteMessages, tags: Type.Optional(Type.Array(Name)) }),
      { description: `Notes on changes. ${OF_NOTES}` },
    ),
  ),
  passages: Type.Optional(
    Type.Array(
      Type.Object({
        quote: Type.String(),
        before: Type.Optional(Type.String()),
        after: Type.Optional(Type.String()),
        messages: NoteMessages,
      }),
      { description: `Notes on passages. ${OF_NOTES}` },
    ),
  ),
});
export type ExportRequest = Static<typeof ExportRequest>;

/** A background job, as in the answer to a poll. */
export const Job = Type.Object({
  jobId: Type.String(),
  artifactType: Type.Enum(ARTIFACT_TYPES),
  status: Type.Enum(['queued', 'running', 'succeeded', 'failed', 'expired']),
  pollUrl: Type.String(),
  comparisonId: Type.Optional(Type.String()),
  createdAt: Type.String(),
  startedAt: Type.Optional(Type.String()),
  finishedAt: Type.Optional(Type.String()),
  progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  revisions: Type.Optional(
    Type.Object({
      insertions: Type.Integer(),
      deletions: Type.Integer(),
      moves: Type.Integer(),
      formatChanges: Type.Integer(),
    }),
  ),
  warnings: Type.Optional(Type.Array(Type.String())),
  check: Type.Optional(LastCheck),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  waiting: Type.Optional(
    Type.Object(
      { code: Type.String(), message: Type.String(), since: Type.String(), nextTryAt: Type.String() },
      { description: 'Why a queued job waits. It is tried again by itself for ten minutes, and fails then.' },
    ),
  ),
  downloadUrl: Type.Optional(Type.String()),
  expiresAt: Type.Optional(Type.String()),
});
export type Job = Static<typeof Job>;

/** Maximum time that an answer waits for the end of a job. A request may take 60 seconds. */
const WAIT_MAX_SECONDS = 50;

/** The query of one job, after its number is parsed. */
export const JobQuery = Type.Object({
  wait: Type.Integer({
    minimum: 0,
    maximum: WAIT_MAX_SECONDS,
    default: 0,
    description: 'Seconds to wait for the end of the job. The answer comes at once when it has ended.',
  }),
});
export type JobQuery = Static<typeof JobQuery>;

/** The query of the list, after its number is parsed. */
export const JobListQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: LIST_MAX_LIMIT, default: LIST_DEFAULT_LIMIT }),
});
export type JobListQuery = Static<typeof JobListQuery>;

/** The caller's jobs, newest first. */
export const JobList = Type.Object({ jobs: Type.Array(Job) });
export type JobList = Static<typeof JobList>;
