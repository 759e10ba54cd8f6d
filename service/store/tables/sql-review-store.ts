import type { Selectable } from 'kysely';
import type { DoneOperation } from '../../../shared/api/reviews.ts';
import type {
  NewReview,
  NextRevision,
  ReviewHead,
  ReviewPosition,
  ReviewStore,
  StoredReview,
} from '../../comparison/reviews/review-store.ts';
import type { Executor, ReviewsTable } from './schema.ts';

const HEAD_COLUMNS = [
  ...(['review_id', 'original', 'revised', 'fragment', 'original_name', 'revised_name', 'changes'] as const),
  ...(['revision', 'decided', 'finished', 'changed_ms'] as const),
] as const;

/** Reviews of owners: `reviews` and `review_operations`. Both databases use it. */
export class SqlReviewStore implements ReviewStore {
  readonly #database: Executor;

  constructor(database: Executor) {
    this.#database = database;
  }

  async insert(subject: string, review: NewReview): Promise<void> {
    await this.#database
      .insertInto('reviews')
      .values({
        subject,
        review_id: review.reviewId,
        original: review.original,
        revised: review.revised,
        fragment: review.fragment,
        original_name: review.originalName,
        revised_name: review.revisedName,
        changes: review.changes,
        change_bytes: review.changeBytes,
        revision: 0,
        state: review.state,
        decided: 0,
        finished: 0,
        changed_ms: review.changedAtMs,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async count(subject: string): Promise<number> {
    const { count } = await this.#database
      .selectFrom('reviews')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async find(subject: string, reviewId: string): Promise<StoredReview | null> {
    const row = await this.#database
      .selectFrom('reviews')
      .select([...HEAD_COLUMNS, 'state'])
      .where('subject', '=', subject)
      .where('review_id', '=', reviewId)
      .executeTakeFirst();
    return row === undefined ? null : { ...headOf(row), state: row.state };
  }

  async list(subject: string, after: ReviewPosition | null, limit: number): Promise<readonly ReviewHead[]> {
    let query = this.#database.selectFrom('reviews').select(HEAD_COLUMNS).where('subject', '=', subject);
    if (after !== null) {
      query = query.where((row) =>
        row.or([
          row('changed_ms', '<', after.changedAtMs),
          row.and([row('changed_ms', '=', after.changedAtMs), row('review_id', '<', after.reviewId)]),
        ]),
      );
    }
    const rows = await query.orderBy('changed_ms', 'desc').orderBy('review_id', 'desc').limit(limit).execute();
    return rows.map(headOf);
  }

  async changes(subject: string, reviewId: string): Promise<Uint8Array | null> {
    const row = await this.#database
      .selectFrom('reviews')
      .select('change_bytes')
      .where('subject', '=', subject)
      .where('review_id', '=', reviewId)
      .executeTakeFirst();
    return row?.change_bytes ?? null;
  }

  async known(subject: string, reviewId: string, operationIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database
      .selectFrom('review_operations')
      .select('operation_id')
      .where('subject', '=', subject)
      .where('review_id', '=', reviewId)
      .where('operation_id', 'in', operationIds)
      .execute();
    return new Set(rows.map((row) => row.operation_id));
  }

  async operations(subject: string, reviewId: string, after: number): Promise<readonly DoneOperation[]> {
    const rows = await this.#database
      .selectFrom('review_operations')
      .select('operation')
      .where('subject', '=', subject)
      .where('review_id', '=', reviewId)
      .where('revision', '>', after)
      .orderBy('revision')
      .execute();
    return rows.map((row) => JSON.parse(row.operation) as DoneOperation);
  }

  async advance(subject: string, reviewId: string, next: NextRevision): Promise<boolean> {
    return await this.#database.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('reviews')
        .set({
          revision: next.revision,
          state: next.state,
          decided: next.decided,
          finished: next.finished ? 1 : 0,
          changed_ms: next.changedAtMs,
        })
        .where('subject', '=', subject)
        .where('review_id', '=', reviewId)
        // Whoever comes second sees the first one's revision, and does its operations on top of it.
        .where('revision', '=', next.before)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      for (const operation of next.operations) {
        await transaction
          .insertInto('review_operations')
          .values({
            subject,
            review_id: reviewId,
            revision: operation.revision,
            operation_id: operation.operationId,
            operation: JSON.stringify(operation),
          })
          .execute();
      }
      await transaction
        .deleteFrom('review_operations')
        .where('subject', '=', subject)
        .where('review_id', '=', reviewId)
        .where('revision', '<=', next.forgotten)
        .execute();
      return true;
    });
  }

  async remove(subject: string, reviewId: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database
      .deleteFrom('reviews')
      .where('subject', '=', subject)
      .where('review_id', '=', reviewId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

function headOf(row: Pick<Selectable<ReviewsTable>, (typeof HEAD_COLUMNS)[number]>): ReviewHead {
  return {
    reviewId: row.review_id,
    original: row.original,
    revised: row.revised,
    fragment: row.fragment,
    originalName: row.original_name,
    revisedName: row.revised_name,
    changes: row.changes,
    revision: row.revision,
    decided: row.decided,
    finished: row.finished === 1,
    changedAtMs: row.changed_ms,
  };
}
