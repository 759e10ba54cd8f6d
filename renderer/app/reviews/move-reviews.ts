import type { ServiceClient } from '../../../shared/client/service-client.ts';
import type { ReviewOperation } from '../../../shared/api/reviews.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { hasWork } from '../../../shared/review-file/review-record.ts';
import { newReview, nextReview, verdictOn } from '../../review/review.ts';
import { historyOf } from '../../review/stored-history.ts';
import { carryReview } from '../recents/carry-review.ts';
import type { KeptReview, RecentContent } from '../recents/recent.ts';
import type { Recents } from '../recents/recents.svelte.ts';
import { sha256, subjectOf } from './review-subject.ts';
import { operationsOfReview, seenOf } from './steps.ts';

/** Steps that are sent at once: the service takes 200. */
const SENT_AT_ONCE = 100;

/** What moving reviews depends on. */
export interface MoveDeps {
  readonly client: Pick<ServiceClient<AbortSignal>, 'beginReview' | 'appendToReview'>;
  readonly recents: Recents;
  readonly window: string;
  readonly newId: () => string;
  /** Lets the page do other work between two reviews. */
  readonly pause: () => Promise<void>;
  /** Whether this comparison is open. It moves its review itself. */
  readonly isOpen: (recentId: string) => boolean;
}

/**
 * Moves the reviews that only this browser has to the service. They stay here, too. A review that differs from the
 * service's is moved when its comparison is opened, where the reader can choose. Throws what the client throws.
 */
export async function moveReviews(deps: MoveDeps): Promise<void> {
  for (const { id } of deps.recents.list) {
    const kept = await deps.recents.review(id);
    if (kept === null || kept.sharedAs !== undefined || deps.isOpen(id)) continue;
    const content = await deps.recents.content(id);
    if (content !== null) await moveReview(kept, content, deps);
    await deps.pause();
  }
}

async function moveReview(kept: KeptReview, { pair, finished }: RecentContent, deps: MoveDeps): Promise<void> {
  const { client, recents, window, newId } = deps;
  const blocks = scanFragment(finished.html);
  const { record } = carryReview(kept, blocks, finished.html.length);
  if (!hasWork(record)) return;
  const fresh = newReview(blocks, 'unified');
  const history = historyOf(record.history, fresh.changeIds);
  const review = nextReview(fresh, { type: 'restore', decided: record.decided, finished: record.finished, history });
  const tools = { units: review.units, ids: new WeakMap(), newId };
  const operations = operationsOfReview(seenOf(review, record), tools);
  const { reviewId, about } = await subjectOf(pair, finished, blocks);
  await client.beginReview(reviewId, about, { sha256 });
  const changes = review.units.all.length;
  const decided = review.units.all.filter((unit) => verdictOn(review, unit) !== null).length;
  let conflicts = 0;
  for (const part of parts(operations)) {
    const request = { revision: 0, window, reviewer: record.reviewer, decided, operations: part };
    conflicts += (await client.appendToReview(reviewId, request, { sha256 })).conflicts.length;
  }
  if (conflicts === 0 && !deps.isOpen(kept.id))
    await recents.keepReview({ ...kept, sharedAs: reviewId }, { changes, decided });
}

function parts(operations: readonly ReviewOperation[]): ReviewOperation[][] {
  return Array.from({ length: Math.ceil(operations.length / SENT_AT_ONCE) }, (_, at) =>
    operations.slice(at * SENT_AT_ONCE, (at + 1) * SENT_AT_ONCE),
  );
}
