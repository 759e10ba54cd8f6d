import { Type } from 'typebox';
import { FORMATS } from '../../../shared/formats.ts';
import { EXPORTS_PATH, JOB_PATH, JOB_RESULT_PATH, JOBS_PATH } from '../../../shared/api/endpoint-paths.ts';
import { JobListQuery, JobQuery, type Job } from '../../../shared/api/jobs.ts';
import { DraftChanges } from '../../../shared/change/negotiation.ts';
import { UndisclosedEdits } from '../../../shared/change/undisclosed.ts';
import { IDEMPOTENCY_KEY_PATTERN } from '../guards/idempotency-key.ts';
import { EXAMPLE_PAGE } from '../openapi/examples.ts';
import { json, type DescribedOperation, type DescribedParameter } from '../openapi/operation.ts';

const JOB: Job = {
  jobId: 'job_9c3e5a7b1d2f4860',
  artifactType: 'track_changes_docx',
  status: 'succeeded',
  pollUrl: 'http://127.0.0.1:4870/v1/diffsvc/jobs/job_9c3e5a7b1d2f4860',
  comparisonId: 'cmp_0b9d6a1f4c5e4f7a8b3c2d1e0f9a8b7c',
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: '2026-01-01T00:00:01.000Z',
  finishedAt: '2026-01-01T00:00:03.000Z',
  progress: 1,
  revisions: { insertions: 12, deletions: 9, moves: 0, formatChanges: 2 },
  downloadUrl: 'http://127.0.0.1:4870/v1/diffsvc/jobs/job_9c3e5a7b1d2f4860/result',
  expiresAt: '2026-01-02T00:00:03.000Z',
};

const JOB_ID: DescribedParameter = {
  name: 'jobId',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  example: JOB.jobId,
};

const QUEUED: Job = {
  jobId: JOB.jobId,
  artifactType: JOB.artifactType,
  status: 'queued',
  pollUrl: JOB.pollUrl,
  comparisonId: 'cmp_0b9d6a1f4c5e4f7a8b3c2d1e0f9a8b7c',
  createdAt: JOB.createdAt,
};

/** A change that the third draft accepted. */
const FOLLOWED: DraftChanges = {
  schemaVersion: 'diffsvc.negotiation.v1',
  accepted: EXAMPLE_PAGE.changes.slice(0, 1),
  changedBack: [],
  changedFurther: [],
  added: [],
  parts: [],
};

const DISCLOSED: UndisclosedEdits = {
  schemaVersion: 'diffsvc.undisclosed.v1',
  differs: false,
  items: [],
  declared: [{ author: 'Ada', revisions: 12 }],
};

const FILE = { type: 'string', format: 'binary' };

/** The operation `exportComparison`. */
export const EXPORT_COMPARISON: DescribedOperation = {
  method: 'post',
  path: EXPORTS_PATH,
  operationId: 'exportComparison',
  tag: 'Exports',
  summary: 'Orders a file made of one’s own stored comparison.',
  description:
    'Answers with a queued job; poll its `pollUrl`, then fetch its `downloadUrl`. `accept` and `reject` name changes. `"all"` means all changes without those that the other one names. Some changes are one decision: both ends of a move share a `moveId`, and all text of a comment that one side has is decided together. One part alone is `invalid_request`, which names the others. The decisions are applied before the file is made. A change that neither names keeps its marks. A report lists them and marks every change. When every change is decided, a `resolved_docx` has no tracked revision. `marked_pages_pdf` has the pages of both sides with every change marked where it is printed; decided changes are marked quietly. It is made of DOCX and PDF. `undisclosed_json` lists what the revised DOCX changed without marking it. `negotiation_json` follows the changes of this comparison into a third draft; `next` names the comparison of the second draft with it. Where the third draft treated parts of a change differently, each part has a fate of its own. `evidence_zip` has both files, the redline, the changes and a manifest of digests; `diffsvc verify` proves it again on any machine. It takes no decisions. Word documents are made of DOCX, text, HTML and Markdown, and the other files of any comparison. Costs no units.',
  caller: 'exporter',
  parameters: [
    {
      name: 'comparisonId',
      in: 'path',
      required: true,
      schema: { type: 'string' },
      example: 'cmp_0b9d6a1f4c5e4f7a8b3c2d1e0f9a8b7c',
    },
    { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN } },
  ],
  request: json('ExportRequest', {
    'a tracked-revision file': { type: 'track_changes_docx' },
    'a report': {
      type: 'report_pdf',
      accept: ['chg_000001'],
      date: '2026-01-31T12:00:00Z',
      names: { original: 'Lease v1.docx', revised: 'Lease v2.docx' },
      reviewer: 'Ada',
      paper: 'a4',
      onlyChanges: true,
      notes: [{ changeId: 'chg_000001', messages: [{ author: 'Ada', at: null, text: 'Agreed.' }] }],
    },
    'marked pages': { type: 'marked_pages_pdf', layout: 'one_after_the_other', accept: ['chg_000001'] },
    'a redline with decisions': { type: 'resolved_html', accept: 'all', reject: ['chg_000002'] },
  }),
  answers: { 202: { description: 'The queued job.', content: [json('Job', { 'a queued job': QUEUED })] } },
  refusals: [
    'invalid_request',
    'not_found',
    'idempotency_in_progress',
    'idempotency_conflict',
    'idempotency_expired',
    'idempotency_unavailable',
    'unsupported_media_type',
    'inline_limit_exceeded',
  ],
};

/** The operation `listJobs`. */
export const LIST_JOBS: DescribedOperation = {
  method: 'get',
  path: JOBS_PATH,
  operationId: 'listJobs',
  tag: 'Exports',
  summary: 'One’s own background jobs, the newest first.',
  caller: 'exporter',
  parameters: [{ name: 'limit', in: 'query', schema: JobListQuery.properties.limit }],
  answers: { 200: { description: 'The jobs.', content: [json('JobList', { 'one job': { jobs: [JOB] } })] } },
  refusals: ['invalid_request'],
};

/** The operation `getJob`. */
export const GET_JOB: DescribedOperation = {
  method: 'get',
  path: JOB_PATH,
  operationId: 'getJob',
  tag: 'Exports',
  summary: 'A job as it is now, or when it has ended.',
  description:
    'Without `wait` the answer is the job as it is now. With `wait` the answer comes when the job has succeeded or failed. After that many seconds it comes with the job as it is then. A job of a cluster may miss its database or its object store. Then it is queued again: `waiting` says why, and when it is tried next. After ten minutes it fails with `unavailable`.',
  caller: 'exporter',
  parameters: [JOB_ID, { name: 'wait', in: 'query', schema: JobQuery.properties.wait }],
  answers: { 200: { description: 'The job.', content: [json('Job', { 'a finished job': JOB })] } },
  refusals: ['invalid_request', 'not_found'],
};

/** The operation `cancelJob`. */
export const CANCEL_JOB: DescribedOperation = {
  method: 'delete',
  path: JOB_PATH,
  operationId: 'cancelJob',
  tag: 'Exports',
  summary: 'Cancels a job and forgets it, with the file that it made.',
  caller: 'exporter',
  parameters: [JOB_ID],
  answers: { 204: { description: 'Done.' } },
  refusals: ['not_found'],
};

/** The operation `getJobResult`. */
export const GET_JOB_RESULT: DescribedOperation = {
  method: 'get',
  path: JOB_RESULT_PATH,
  operationId: 'getJobResult',
  tag: 'Exports',
  summary: 'The file that a job made.',
  caller: 'exporter',
  parameters: [JOB_ID],
  answers: {
    200: {
      description: 'The file.',
      content: [
        {
          type: FORMATS.docx.mediaType,
          schema: FILE,
          examples: { 'a file': 'the bytes of the file' },
        },
        { type: 'text/html', schema: { type: 'string' }, examples: { 'a file': '<div class="diffsvc"></div>' } },
        { type: 'application/pdf', schema: FILE, examples: { 'a file': 'the bytes of the file' } },
        { type: 'application/zip', schema: FILE, examples: { 'a file': 'the bytes of the file' } },
        json(Type.Union([DraftChanges, UndisclosedEdits]), {
          'three drafts': FOLLOWED,
          'nothing undisclosed': DISCLOSED,
        }),
      ],
    },
  },
  refusals: ['not_found', 'job_not_ready', 'gone'],
};

/** The operations of this folder, in the order of the reference. */
export const JOBS_OPERATIONS: readonly DescribedOperation[] = [
  EXPORT_COMPARISON,
  LIST_JOBS,
  GET_JOB,
  CANCEL_JOB,
  GET_JOB_RESULT,
];
