import { Type, type Static } from 'typebox';

/** Content that a comparison includes on request. Otherwise it is only listed, in `uncompared`. */
export const INCLUDES = ['headers', 'footers', 'comments', 'pictures'] as const;

/** The list of included content in a request. */
export const Include = Type.Array(Type.Enum([...INCLUDES]), {
  default: [],
  maxItems: 32,
  description:
    'Compares this content, too. What is not included is listed in `uncompared`. Pictures of a PDF are not compared.',
});
export type Include = Static<typeof Include>[number];
