import { Type } from 'typebox';
import { ComparisonWarning, SAMENESS, Uncompared } from '../change/uncompared.ts';

/** Fields of every answer to a comparison: whether the inputs are the same, and what was left out. */
export const OUTCOME = {
  sameness: Type.Optional(
    Type.Enum([...SAMENESS], {
      description:
        '`same_file`: equal bytes. `no_differences`: no change, and nothing left out differs. `no_differences_in_compared_content`: no change, but something left out differs. Absent in comparisons of earlier versions.',
    }),
  ),
  uncompared: Type.Optional(Uncompared),
  warnings: Type.Optional(
    Type.Array(ComparisonWarning, {
      description:
        'Content that could not be kept, or that two formats do not both state, and fields of the request without effect; absent if there is none.',
    }),
  ),
};
