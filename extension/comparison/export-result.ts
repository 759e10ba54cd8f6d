import type { ArtifactType, ExportRequest, Job } from '../../shared/api/jobs.ts';
import { ServiceCallError } from '../../shared/client/service-call-error.ts';
import type { ServiceClient } from '../../shared/client/service-client.ts';
import type { ReviewRecord } from '../../shared/review-file/review-record.ts';
import { words } from '../strings.ts';
import type { PanelExport } from './panel-exports.ts';

/** Seconds that one call waits for the end of a job. */
const WAIT_SECONDS = 20;
/** A file for other reviewers shows every change. The final document follows the decisions. */
const FOLLOWS_DECISIONS: ReadonlySet<ArtifactType> = new Set(['resolved_docx']);

/** A made file. */
export interface MadeFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What no decision reaches, in sentences. */
  readonly warnings: readonly string[];
}

/** Makes a file of a comparison that the service keeps. Throws what the client throws, and the reason of a failed job. */
export async function exportResult(
  client: ServiceClient<AbortSignal>,
  comparisonId: string,
  type: PanelExport,
  record: Pick<ReviewRecord, 'decided' | 'reviewer'>,
  signal: AbortSignal,
): Promise<MadeFile> {
  let job: Job = await client.createExport(comparisonId, requestFor(type, record), { signal });
  while (job.status === 'queued' || job.status === 'running') {
    job = await client.job(job.jobId, { waitSeconds: WAIT_SECONDS, signal });
  }
  if (job.status !== 'succeeded') {
    const { code = 'internal_error', message = words.exportFailed } = job.error ?? {};
    throw new ServiceCallError({ code, message, status: 200 });
  }
  return { bytes: await client.jobResult(job.jobId, { signal }), warnings: job.warnings ?? [] };
}

function requestFor(
  type: PanelExport,
  { decided, reviewer }: Pick<ReviewRecord, 'decided' | 'reviewer'>,
): ExportRequest {
  const shown = FOLLOWS_DECISIONS.has(type) ? [...decided] : [];
  const withVerdict = (verdict: string): string[] => shown.filter(([, is]) => is === verdict).map(([id]) => id);
  const author = reviewer.trim();
  return {
    type,
    accept: withVerdict('accepted'),
    reject: withVerdict('rejected'),
    ...(type !== 'redline_pdf' && author !== '' && { author }),
  };
}
