import { JOB_PATH, JOB_RESULT_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { Job } from '../../../shared/api/jobs.ts';
import type { JobState } from '../../comparison/exports/exports.ts';
import type { JobRecord, NewJob, Waiting } from '../../comparison/exports/job.ts';
import type { ServerSettings } from '../reply/server-settings.ts';

/** A newly queued job in the stream. */
export function queuedJob(
  settings: ServerSettings,
  { jobId, artifactType }: NewJob,
): Pick<Job, 'jobId' | 'artifactType' | 'pollUrl'> & { status: 'queued' } {
  return { jobId, status: 'queued', pollUrl: addressOf(settings, JOB_PATH, jobId), artifactType };
}

/** The answer to an order: the job before it runs. */
export function newJobAnswer(settings: ServerSettings, job: NewJob): Job {
  return {
    ...queuedJob(settings, job),
    comparisonId: job.comparisonId,
    createdAt: new Date(job.createdAtMs).toISOString(),
  };
}

/** A job as polling reports it. */
export function jobAnswer(settings: ServerSettings, job: JobRecord, status: JobState): Job {
  const { startedAtMs, finishedAtMs, report, fault, expiresAtSeconds, waiting } = job;
  return {
    jobId: job.jobId,
    artifactType: job.artifactType,
    status,
    pollUrl: addressOf(settings, JOB_PATH, job.jobId),
    comparisonId: job.comparisonId,
    createdAt: new Date(job.createdAtMs).toISOString(),
    ...(startedAtMs !== null && { startedAt: new Date(startedAtMs).toISOString() }),
    ...(status === 'queued' && waiting !== null && { waiting: waitingAnswer(waiting) }),
    ...(finishedAtMs !== null && { finishedAt: new Date(finishedAtMs).toISOString() }),
    ...((status === 'running' || status === 'succeeded') && { progress: job.progress }),
    ...(report?.revisions !== undefined && { revisions: report.revisions }),
    ...(report !== null && report.warnings.length > 0 && { warnings: [...report.warnings] }),
    ...(report?.check !== undefined && { check: report.check }),
    ...(fault !== null && { error: fault }),
    ...(status === 'succeeded' && { downloadUrl: addressOf(settings, JOB_RESULT_PATH, job.jobId) }),
    ...(expiresAtSeconds !== null && { expiresAt: new Date(expiresAtSeconds * 1_000).toISOString() }),
  };
}

function waitingAnswer({ part, sinceMs, untilMs }: Waiting): NonNullable<Job['waiting']> {
  return {
    code: 'unavailable',
    message: `The ${part} of the service cannot be reached. The job waits for it, and is tried again by itself.`,
    since: new Date(sinceMs).toISOString(),
    nextTryAt: new Date(untilMs).toISOString(),
  };
}

function addressOf(settings: ServerSettings, path: string, jobId: string): string {
  return new URL(settings.baseUrl()).origin + path.replace(':jobId', jobId);
}
