import {
  looksLikeReviewFile,
  readReviewFile,
  ReviewFileError,
  type ReviewFile,
} from '../../../shared/review-file/review-file.ts';
import { appMessages } from '../../strings/app.ts';
import type { Failure } from '../../frame/failure.ts';
import type { Recent, RecentContent } from '../recents/recent.ts';
import { ownFailure } from './failure.ts';

/** The review in a given file; null if the file is no review file. Of one that cannot be read, the reason. */
export async function givenReview(file: Blob): Promise<ReviewFile | Failure | null> {
  const text = await file.text();
  if (!looksLikeReviewFile(text)) return null;
  try {
    return readReviewFile(text);
  } catch (fault) {
    if (fault instanceof ReviewFileError) return ownFailure(fault.message);
    throw fault;
  }
}

/** The newest recent comparison on which the review was made; null if the browser has none. */
export async function recentOf(
  { facts, fragment }: ReviewFile,
  recents: readonly Recent[],
  contentOf: (id: string) => Promise<RecentContent | null>,
): Promise<string | null> {
  for (const { id, originalName, revisedName } of recents) {
    // A name in the title spares reading what cannot be it.
    if (![originalName, revisedName].every((name) => name === null || facts.title.includes(name))) continue;
    if ((await contentOf(id))?.finished.html === fragment) return id;
  }
  return null;
}

/** The failure for a review of a comparison that this browser has not. */
export function withoutComparison({ facts }: ReviewFile): Failure {
  return ownFailure(appMessages.reviewWithoutComparison(facts.title));
}
