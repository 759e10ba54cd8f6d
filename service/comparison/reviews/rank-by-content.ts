import type { ReviewedChange, ReviewSearchRequest } from '../../../shared/api/reviews.ts';
import type { ReviewHead } from './review-store.ts';

/** An earlier review, and how many of its changes a comparison has again. */
export interface RankedReview {
  readonly head: ReviewHead;
  readonly found: number;
}

/**
 * The reviews of which half of the changes are in a comparison again, or some of them and a file of one side. The one
 * with the most changes is first, and of equals the last changed one.
 */
export async function rankedByContent(
  heads: readonly ReviewHead[],
  { original, revised, signs }: ReviewSearchRequest,
  changesOf: (head: ReviewHead) => Promise<readonly ReviewedChange[]>,
): Promise<readonly RankedReview[]> {
  const present = signsByWay(signs);
  const ranked: RankedReview[] = [];
  for (const head of heads) {
    const changes = await changesOf(head);
    const found = changes.filter((change) => change.signs.some((sign, way) => present[way]?.has(sign) === true)).length;
    const sharesFile = [head.original, head.revised].some((file) => file === original || file === revised);
    if (found > 0 && (sharesFile || found * 2 >= changes.length)) ranked.push({ head, found });
  }
  return ranked.sort((a, b) => b.found - a.found || b.head.changedAtMs - a.head.changedAtMs);
}

/** For each way of looking, the signs of all changes. */
function signsByWay(signs: readonly (readonly string[])[]): readonly ReadonlySet<string>[] {
  const ways: Set<string>[] = [];
  for (const each of signs) {
    for (const [way, sign] of each.entries()) (ways[way] ??= new Set()).add(sign);
  }
  return ways;
}
