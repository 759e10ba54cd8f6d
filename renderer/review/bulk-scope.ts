import type { BulkScope } from '../strings/review.ts';
import type { ReviewSession } from './review-session.svelte.ts';

/** What a bulk decision covers (`targetsOf`). */
export function bulkScopeOf({ listed, changes, review }: ReviewSession): BulkScope {
  const { matching } = listed;
  const decided = matching.filter(({ id }) => review.decisions.has(id)).length;
  if (decided > 0 && decided < matching.length) return 'rest';
  return decided === 0 && matching.length === changes.length ? 'all' : 'shown';
}
