import { JOB_PATH, JOB_RESULT_PATH, JOBS_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { Job } from '../../../shared/api/jobs.ts';
import { json, type DescribedOperation, type DescribedParameter } from './operation.ts';

const JOB: Job = {
  jobId: 'job_9c3e5a7b1d2f4860',
  artifactType: 'track_changes_docx',
  status: 'succeeded',
  pollUrl: 'http://127.0.0.1:4870/v1/diffsvc/jobs/job_9c3e5a7b1d2f4860',
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: '2026-01-01T00:00:01.000Z',
  finishedAt: '2026-01-01T00:00:03.000Z',
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

/** Background jobs (specification 4.6). A token of a link opens none of them. */
export const JOB_OPERATIONS: readonly DescribedOperation[] = [
  {
    method: 'get',
    path: JOBS_PATH,
    operationId: 'listJobs',
    tag: 'Exports',
    summary: 'One’s own background jobs.',
    caller: 'exporter',
    answers: { 200: { description: 'The jobs.', content: [json('JobList', { 'one job': { jobs: [JOB] } })] } },
    refusals: [],
  },
  {
    method: 'get',
    path: JOB_PATH,
    operationId: 'getJob',
    tag: 'Exports',
    summary: 'A job as it stands; poll it until it has succeeded or failed.',
    caller: 'exporter',
    parameters: [JOB_ID],
    answers: { 200: { description: 'The job.', content: [json('Job', { 'a finished job': JOB })] } },
    refusals: ['not_found'],
  },
  {
    method: 'delete',
    path: JOB_PATH,
    operationId: 'cancelJob',
    tag: 'Exports',
    summary: 'Cancels a job.',
    caller: 'exporter',
    parameters: [JOB_ID],
    answers: { 204: { description: 'Done.' } },
    refusals: ['not_found'],
  },
  {
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
            type: 'application/octet-stream',
            schema: { type: 'string', format: 'binary' },
            examples: { 'a file': 'the bytes of the file' },
          },
        ],
      },
    },
    refusals: ['not_found', 'job_not_ready', 'gone'],
  },
];
