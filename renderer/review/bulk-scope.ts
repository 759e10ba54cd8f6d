import type { BulkScope } from '../strings.ts';
import type { ReviewSession } from './review-session.svelte.ts';

/** What a bulk decision covers (`ReviewSession.targetsOf`). */
export function bulkScopeOf({ matching, changes, review }: ReviewSession): BulkScope {
  const decided = matching.filter(({ id }) => review.decisions.has(id)).length;
  if (decided > 0 && decided < matching.length) return 'rest';
  return decided === 0 && matching.length === changes.length ? 'all' : 'shown';
}
