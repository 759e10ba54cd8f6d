/** What became of the changes of a second draft in a third one, as it goes over the wire. */
import { Type, type Static } from 'typebox';
import { Change } from './change.ts';

/** The lists of three drafts. Ids of changes belong to comparisons of their own, with all content included. */
export const DraftChanges = Type.Object({
  schemaVersion: Type.Literal('diffsvc.negotiation.v1'),
  accepted: Type.Array(Change, { description: 'Changes of the second draft that the third one has.' }),
  changedBack: Type.Array(Change, { description: 'Changes of the second draft that the third one took back.' }),
  changedFurther: Type.Array(Change, {
    description: 'Changes of the second draft where the third one has something else.',
  }),
  added: Type.Array(Change, {
    description: 'Changes of the third draft that say or leave out something by themselves.',
  }),
});
export type DraftChanges = Static<typeof DraftChanges>;
