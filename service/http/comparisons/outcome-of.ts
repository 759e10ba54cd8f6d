import type { Sameness, Uncompared } from '../../../shared/change/uncompared.ts';
import type { ComparisonFacts } from '../../pipeline/tasks.ts';

/** The fields of an answer that say whether the inputs are the same, and what was left out. */
export function outcomeOf({ sameness, uncompared }: ComparisonFacts): { sameness?: Sameness; uncompared?: Uncompared } {
  return { ...(sameness && { sameness }), ...(uncompared && { uncompared }) };
}
