/** What a review takes from another one, or from an earlier one. */
import type { Units } from '../../shared/fragment/units.ts';
import type { TheirDecisions } from './deciders.ts';
import type { ReviewConflict } from './merge-reviews.ts';
import type { Made, Review } from './review.ts';

/** The entries of two maps. The later one of a key counts. */
export function joined<Value>(
  earlier: ReadonlyMap<string, Value>,
  later: ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value> {
  return new Map([...earlier, ...later]);
}

/** The earlier decisions on changes that are undecided now. */
export function stillOpen(earlier: Made, decisions: Review['decisions']): Made {
  return new Map([...earlier].filter(([id]) => !decisions.has(id)));
}

/** The decisions of others that stand after conflicts end with their verdicts, by change id. */
export function settledByThem(conflicts: readonly ReviewConflict[], decided: Made, units: Units): TheirDecisions {
  const made = conflicts.flatMap(({ changeId, by }) => {
    const verdict = decided.get(changeId);
    const whole = verdict === undefined ? [] : units.whole([changeId]);
    return whole.map((id) => [id, { verdict: verdict!, by }] as const);
  });
  return new Map(made);
}
