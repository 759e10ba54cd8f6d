import { OwnerReviews, type OwnerReviewsDeps } from './owner-reviews.ts';
import { StoredReviewQueue } from './review-queue.ts';
import { pageSurroundings } from './review-stream.ts';
import { WindowIdentity } from './window-identity.ts';

/** The identity of this page, which it claims once. */
export function identityOfPage(newId: () => string): Promise<WindowIdentity> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // Locks exist in secure contexts only.
  const { locks } = navigator as { locks?: LockManager };
  return WindowIdentity.claim({
    storage: sessionStorage,
    locks: locks ?? null,
    newId,
    isReload: navigation?.type === 'reload',
  });
}

/** The reviews of the owner in a page of a browser. Only an owner's page loads this module. */
export function reviewsOfPage(deps: Omit<OwnerReviewsDeps, 'queue' | 'surroundings'>): OwnerReviews {
  return new OwnerReviews({
    ...deps,
    queue: new StoredReviewQueue(),
    surroundings: pageSurroundings(deps.client, deps.wait),
  });
}
