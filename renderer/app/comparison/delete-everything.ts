import { ServiceCallError } from '../../../shared/client/service-call-error.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';

/** The stores to delete from. */
export interface DeletedFrom {
  readonly client: ServiceClient<AbortSignal>;
  readonly recents: { clear(): Promise<void> };
  readonly settings: { reset(): void };
  readonly inputs: { reset(): void };
  /** The service keeps nothing that a visitor could delete. */
  readonly visitor: 'checking' | 'owner' | 'visitor';
  open: unknown;
}

/**
 * Deletes what the service keeps for the caller, then what this browser keeps. If the service refuses, the browser
 * deletes nothing. The result counts the service's deletions.
 */
export async function deleteEverything(application: DeletedFrom): Promise<{ comparisons: number; files: number }> {
  const { client, recents, settings, inputs, visitor } = application;
  const deleted = visitor === 'visitor' ? { comparisons: 0, files: 0 } : await deleteFromService(client);
  await recents.clear();
  settings.reset();
  inputs.reset();
  application.open = null;
  return deleted;
}

async function deleteFromService(client: ServiceClient<AbortSignal>): Promise<{ comparisons: number; files: number }> {
  let [comparisons, files] = [0, 0];
  for (;;) {
    const { comparisons: listed } = await client.comparisons({ limit: 100 });
    if (listed.length === 0) break;
    for (const { comparisonId } of listed) await gone(client.deleteComparison(comparisonId));
    comparisons += listed.length;
  }
  for (;;) {
    const { reviews } = await client.reviews({ limit: 100 });
    if (reviews.length === 0) break;
    for (const { reviewId } of reviews) await gone(client.deleteReview(reviewId));
  }
  for (;;) {
    const { jobs } = await client.jobs();
    if (jobs.length === 0) break;
    for (const { jobId } of jobs) await gone(client.cancelJob(jobId));
    files += jobs.length;
  }
  return { comparisons, files };
}

/** Something that expired meanwhile counts as deleted. */
async function gone(deleted: Promise<void>): Promise<void> {
  try {
    await deleted;
  } catch (fault) {
    if (!(fault instanceof ServiceCallError) || fault.code !== 'not_found') throw fault;
  }
}
