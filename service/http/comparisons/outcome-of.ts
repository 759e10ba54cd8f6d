import type { Complexity } from '../../../shared/api/complexity.ts';
import type { ComparisonWarning, Sameness, Uncompared } from '../../../shared/change/uncompared.ts';
import type { ComparisonFacts } from '../../pipeline/inputs/tasks.ts';

/** The fields of an answer that say how complex the documents might be, and why they were compared as text. */
export function complexityOf({ complexity, fallbackReason }: ComparisonFacts): {
  complexity?: Complexity;
  fallbackReason?: string;
} {
  return { ...(complexity && { complexity }), ...(fallbackReason !== undefined && { fallbackReason }) };
}

/**
 * The fields of an answer about its result. They say whether the inputs are the same, and name what was left out and
 * what could not be kept.
 */
export function outcomeOf({ sameness, uncompared, warnings }: ComparisonFacts): {
  sameness?: Sameness;
  uncompared?: Uncompared;
  warnings?: ComparisonWarning[];
} {
  return {
    ...(sameness && { sameness }),
    ...(uncompared && { uncompared }),
    ...(warnings && { warnings: [...warnings] }),
  };
}

/** The format of a comparison. If the sides have different formats, the format of each. */
export function formatFieldsOf({ format, originalFormat, revisedFormat }: FormatFields): FormatFields {
  return { format, ...(originalFormat && { originalFormat }), ...(revisedFormat && { revisedFormat }) };
}
type FormatFields = Pick<ComparisonFacts, 'format' | 'originalFormat' | 'revisedFormat'>;
