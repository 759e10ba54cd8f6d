import { OwnerReviews, type OwnerReviewsDeps } from './owner-reviews.ts';
import { StoredReviewQueue } from './review-queue.ts';
import { pageSurroundings } from './review-stream.ts';
import { WindowIdentity } from './window-identity.ts';

/** The reviews of the owner in a page of a browser. Only an owner's page loads this module. */
export function reviewsOfPage(deps: Pick<OwnerReviewsDeps, 'client' | 'recents' | 'wait' | 'newId'>): OwnerReviews {
  return new OwnerReviews({
    ...deps,
    queue: new StoredReviewQueue(),
    window: new WindowIdentity(sessionStorage, deps.newId),
    surroundings: pageSurroundings(deps.client, deps.wait),
  });
}
