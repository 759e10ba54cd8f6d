import type { DoneOperation, ReviewDecision, ReviewOperation } from '../../../shared/api/reviews.ts';
import { recordFromJson, recordToJson } from '../../../shared/review-file/review-record.ts';
import { applyOperation } from '../../../shared/reviews/apply-operation.ts';
import { noteEdits, passageEdits } from '../../../shared/reviews/edits-between.ts';
import type { ClusterExecutor } from '../stores/cluster-schema.ts';
import type { Row } from './moved-tables.ts';

/** What names a review: its caller and its id. */
type ReviewKey = `${string} ${string}`;

/** The key of a row of `reviews` or `review_operations`. */
export function reviewKeyOf(row: Row): ReviewKey {
  return `${String(row['subject'])} ${String(row['review_id'])}`;
}

/** The reviews that a cluster has, by `reviewKeyOf`. */
export async function reviewsInCluster(transaction: ClusterExecutor): Promise<ReadonlySet<ReviewKey>> {
  const rows = await transaction.selectFrom('reviews').select(['subject', 'review_id']).execute();
  return new Set(rows.map(reviewKeyOf));
}

/**
 * Adds the review of an installation to that of the cluster about the same comparison. Decisions on changes that are
 * undecided there are added, and every message. Where both decided, the decision of the cluster stays.
 */
export async function mergeReview(transaction: ClusterExecutor, row: Row, at: Date): Promise<void> {
  const [subject, reviewId] = [String(row['subject']), String(row['review_id'])];
  const there = await transaction
    .selectFrom('reviews')
    .select(['state', 'revision', 'decided'])
    .where('subject', '=', subject)
    .where('review_id', '=', reviewId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const [before, given] = [recordFromJson(JSON.parse(there.state)), recordFromJson(JSON.parse(String(row['state'])))];
  if (before === null || given === null) return;
  const decisions: ReviewDecision[] = [...given.decided].map(([id, after]) => {
    const by = given.decidedBy?.get(id);
    return { changeIds: [id], before: null, after, ...(by !== undefined && { by }) };
  });
  const operation: ReviewOperation = {
    operationId: `import-${reviewId.slice(0, 32)}`,
    kind: 'import',
    decisions,
    notes: [...noteEdits(new Map(), given.notes)],
    passages: [...passageEdits(new Map(), given.passages)],
  };
  const { record, decisions: made, refused } = applyOperation(before, operation);
  const revision = there.revision + 1;
  const done: DoneOperation = {
    ...operation,
    decisions: [...made],
    revision,
    window: 'import',
    reviewer: '',
    at: at.toISOString(),
    ...(refused.length > 0 && { refused: [...refused] }),
  };
  await transaction
    .updateTable('reviews')
    .set({
      revision,
      state: JSON.stringify(recordToJson(record)),
      decided: Math.max(there.decided, Number(row['decided'])),
      changed_ms: at.getTime(),
    })
    .where('subject', '=', subject)
    .where('review_id', '=', reviewId)
    .execute();
  await transaction
    .insertInto('review_operations')
    .values({
      subject,
      review_id: reviewId,
      revision,
      operation_id: operation.operationId,
      operation: JSON.stringify(done),
    })
    .execute();
}
