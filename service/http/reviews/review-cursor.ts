import type { ReviewPosition } from '../../comparison/reviews/review-store.ts';
import { invalid } from '../guards/validate.ts';

const CURSOR = /^(\d{1,15})\.([0-9a-f]{64})$/;

/** A position in the list of reviews for the caller: opaque and safe in a query. */
export function writeReviewCursor({ changedAtMs, reviewId }: ReviewPosition): string {
  return Buffer.from(`${changedAtMs}.${reviewId}`).toString('base64url');
}

/** The position of a cursor from `writeReviewCursor`. Throws `invalid_request` for any other text. */
export function readReviewCursor(cursor: string): ReviewPosition {
  const parts = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (parts === null) {
    const message = 'is not one that this list gave as nextCursor: pass it on as it was, or leave it out';
    throw invalid([{ in: 'query', path: 'cursor', message }]);
  }
  return { changedAtMs: Number(parts[1]), reviewId: parts[2]! };
}
