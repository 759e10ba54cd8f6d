import { Type, type Static } from 'typebox';

/** Facts about changes that an answer has on request. Without a request it has none of them. */
export const DETAILS = ['signals', 'groups', 'references'] as const;

/** The list of details in a request. */
export const Details = Type.Array(Type.Enum([...DETAILS]), {
  default: [],
  maxItems: 32,
  description:
    'Adds facts to the structured changes. `signals`: what a careful reader looks at first. `groups`: equal ' +
    'replacements, and the places that they left out. `references`: references that still name the old number of a clause.',
});
export type Detail = Static<typeof Details>[number];
