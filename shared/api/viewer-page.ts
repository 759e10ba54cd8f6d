import type { HostedComparison } from './comparisons.ts';
import type { ComparisonDigests } from '../api/digests.ts';
import type { ErrorBody } from './error-body.ts';

/** Id of the element of `/view` and `/embed` that contains the JSON of a `ViewerPageData`. */
export const VIEWER_DATA_ID = 'diffsvc-comparison';

/**
 * Data that the service puts into the viewer's page: a comparison with its permissions, or the reason for its
 * absence.
 */
export type ViewerPageData =
  | {
      readonly comparison: HostedComparison;
      /** Whether the plan of the creator includes reviews. */
      readonly review: boolean;
      /** The one origin whose pages may control this viewer and receive its messages. */
      readonly embedOrigin: string | null;
      /** The digests of the original and the revised document; null for comparisons of earlier versions. */
      readonly digests: ComparisonDigests | null;
    }
  | { readonly refusal: ErrorBody };
