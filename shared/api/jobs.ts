/** Exports as background jobs. */
import { Type, type Static } from 'typebox';
import { LIST_DEFAULT_LIMIT, LIST_MAX_LIMIT } from './comparisons.ts';

/** Files that the service makes from a stored comparison. */
export const ARTIFACT_TYPES = [
  'track_changes_docx',
  'resolved_docx',
  'redline_pdf',
  'resolved_html',
  'review_html',
] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

const Decided = Type.Union([Type.Literal('all'), Type.Array(Type.String({ description: 'A change id.' }))]);

/** The body of `POST /v1/diffsvc/comparisons/<id>/exports`. */
export const ExportRequest = Type.Object({
  type: Type.Enum(ARTIFACT_TYPES),
  accept: Type.Optional(Decided),
  reject: Type.Optional(Decided),
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
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
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
