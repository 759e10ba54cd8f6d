import type { HostedComparison } from './comparisons.ts';
import type { ComparisonDigests } from '../api/digests.ts';
import type { ErrorBody } from './error-body.ts';

/** Id of the element of `/view` and `/embed` whose text is the JSON of a `ViewerPageData`. */
export const VIEWER_DATA_ID = 'diffsvc-comparison';

/** What the service hands to the viewer inside its page: a comparison and what may be done with it, or why not. */
export type ViewerPageData =
  | {
      readonly comparison: HostedComparison;
      /** Whether the plan of its creator includes reviews. */
      readonly review: boolean;
      /** The one origin whose pages may control this viewer and hear of it. */
      readonly embedOrigin: string | null;
      /** What rejecting and accepting every change must give; null for comparisons of earlier versions. */
      readonly digests: ComparisonDigests | null;
    }
  | { readonly refusal: ErrorBody };
