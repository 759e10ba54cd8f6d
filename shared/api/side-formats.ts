/** Formats of the two sides of a mixed comparison. */
import { Type } from 'typebox';
import { SIDE_FORMATS } from '../formats.ts';

const formatOf = (side: string) =>
  Type.Optional(
    Type.Enum([...SIDE_FORMATS], { description: `Format of the ${side}; only if \`format\` is \`mixed\`.` }),
  );

/** The fields of an answer that names the formats of both sides. */
export const MIXED_FORMATS = {
  originalFormat: formatOf('original'),
  revisedFormat: formatOf('revised document'),
};
