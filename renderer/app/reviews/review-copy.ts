import type { DoneOperation, OwnerReview, RefusedDecision, ReviewOperation } from '../../../shared/api/reviews.ts';
import { EMPTY_RECORD, recordFromJson, type ReviewRecord } from '../../../shared/review-file/review-record.ts';
import { applyOperation, replayOperation } from '../../../shared/reviews/apply-operation.ts';

/** What became of the steps of this window, and who decided otherwise. */
export interface Refusal extends RefusedDecision {
  /** Name of the reviewer whose decision stands, or empty. */
  readonly by: string;
}

/**
 * One window's copy of a review: what the service has, and the steps that the service does not have yet. What is shown is
 * the one with the others on top of it. Decisions are those that a person made, without implied ones.
 */
export class ReviewCopy {
  #confirmed: ReviewRecord = EMPTY_RECORD;
  #revision = 0;
  #done: readonly DoneOperation[] = [];
  #pending: readonly ReviewOperation[];

  constructor(pending: readonly ReviewOperation[] = []) {
    this.#pending = pending;
  }

  /** The revision of the service that this copy knows. */
  get revision(): number {
    return this.#revision;
  }

  /** The steps that the service does not have yet, the oldest first. */
  get pending(): readonly ReviewOperation[] {
    return this.#pending;
  }

  /** The operations that the service remembers, then those that it does not have yet. */
  get operations(): readonly (DoneOperation | ReviewOperation)[] {
    return [...this.#done, ...this.#pending];
  }

  /** The review as it is shown. */
  get record(): ReviewRecord {
    return this.#pending.reduce((record, operation) => applyOperation(record, operation).record, this.#confirmed);
  }

  /** Adds a step of this window. */
  add(operation: ReviewOperation): void {
    this.#pending = [...this.#pending, operation];
  }

  /** Adds steps that were made before those of this window, unless they are known. */
  addEarlier(operations: readonly ReviewOperation[]): void {
    const known = new Set(this.operations.map(({ operationId }) => operationId));
    this.#pending = [...operations.filter(({ operationId }) => !known.has(operationId)), ...this.#pending];
  }

  /** Replaces what is known by the review as the service has it. An older one changes nothing. */
  takeReview({
    revision,
    state,
    operations,
  }: Pick<OwnerReview, 'revision' | 'state' | 'operations'>): readonly Refusal[] {
    const confirmed = recordFromJson(state);
    if (confirmed === null || revision < this.#revision) return [];
    this.#confirmed = confirmed;
    this.#revision = revision;
    this.#done = operations;
    return this.#settle(operations);
  }

  /**
   * Takes what was done after `base`. Returns what was refused of this window's steps. Null if something in between is
   * missing: the review has to be read again.
   */
  takeOperations(base: number, operations: readonly DoneOperation[]): readonly Refusal[] | null {
    const fresh = operations.filter(({ revision }) => revision > this.#revision);
    if (base > this.#revision) return null;
    for (const operation of fresh) {
      if (operation.revision !== this.#revision + 1) return null;
      this.#confirmed = replayOperation(this.#confirmed, operation);
      this.#revision = operation.revision;
    }
    this.#done = [...this.#done, ...fresh];
    return this.#settle(fresh);
  }

  /** Forgets the service's copy, which is gone. `operations` lead to what is shown. */
  restart(operations: readonly ReviewOperation[]): void {
    this.#confirmed = EMPTY_RECORD;
    this.#revision = 0;
    this.#done = [];
    this.#pending = operations;
  }

  #settle(done: readonly DoneOperation[]): readonly Refusal[] {
    const byId = new Map(done.map((operation) => [operation.operationId, operation]));
    const refusals: Refusal[] = [];
    for (const { operationId } of this.#pending) {
      for (const refused of byId.get(operationId)?.refused ?? []) {
        refusals.push({ ...refused, by: this.#lastOn(refused.changeIds) });
      }
    }
    this.#pending = this.#pending.filter(({ operationId }) => !byId.has(operationId));
    return refusals;
  }

  /** The reviewer who decided one of these changes last. */
  #lastOn(changeIds: readonly string[]): string {
    const last = this.#done.findLast(({ decisions = [] }) =>
      decisions.some((decision) => decision.changeIds.some((id) => changeIds.includes(id))),
    );
    return last?.reviewer ?? '';
  }
}
