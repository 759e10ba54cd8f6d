/** Facts about changes that an answer has on request, as they go over the wire. */
import { Type, type Static } from 'typebox';

/** What a rule says about a change. */
export const ChangeSignal = Type.Object({
  rule: Type.String({ description: 'Id of the rule, such as `amounts` or `negation`.' }),
  text: Type.String({ description: 'The words at issue: `10 days → 14 days`, `added: not`.' }),
});

const Place = Type.Object({
  quote: Type.String(),
  before: Type.String({ description: 'The text before it, at most 40 UTF-16 units.' }),
  after: Type.String({ description: 'The text after it, at most 40 UTF-16 units.' }),
  sectionTitle: Type.Optional(Type.String({ description: 'Text of the nearest heading.' })),
});

/** Equal replacements in at least three places. */
export const ChangeGroup = Type.Object({
  groupId: Type.String({ description: '`grp_` and four digits, in document order.' }),
  before: Type.String({ description: 'The replaced wording in lower case.' }),
  after: Type.String({ description: 'The new wording in lower case.' }),
  changeIds: Type.Array(Type.String()),
  missed: Type.Array(Place, { description: 'Places where the revised document still has the replaced wording.' }),
});
export type ChangeGroup = Static<typeof ChangeGroup>;

/** A clause with another number, and the references that still name the old one. */
export const ClauseReference = Type.Object({
  from: Type.String({ description: 'Number of the clause in the original.' }),
  to: Type.Union([Type.String(), Type.Null()], { description: 'Its number now; null: the clause is gone.' }),
  clause: Type.String({ description: 'The first words of the clause.' }),
  places: Type.Array(Place),
});
export type ClauseReference = Static<typeof ClauseReference>;

/** The members of a structured page that are there on request. */
export const DETAIL_FIELDS = {
  groups: Type.Optional(Type.Array(ChangeGroup, { description: 'With `details` `groups`.' })),
  references: Type.Optional(Type.Array(ClauseReference, { description: 'With `details` `references`.' })),
};
