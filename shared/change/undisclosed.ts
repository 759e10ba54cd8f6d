/** Edits of a returned document that its tracked revisions do not declare, as they go over the wire. */
import { Type, type Static } from 'typebox';
import { Change } from './change.ts';

/** The kinds of undisclosed edits. */
export const UNDISCLOSED_KINDS = [
  'change',
  'look_alike_letters',
  'invisible_characters',
  'hidden_text',
  'white_text',
  'tiny_text',
  'field_code',
  'property',
  'setting',
  'part',
  'outside_text',
] as const;
export type UndisclosedKind = (typeof UNDISCLOSED_KINDS)[number];

/** One undisclosed edit. */
export const UndisclosedItem = Type.Object({
  kind: Type.Enum([...UNDISCLOSED_KINDS]),
  sentence: Type.String({ description: 'The edit as a sentence for a person.' }),
  where: Type.Optional(Type.String({ description: 'Text of the nearest heading.' })),
  change: Type.Optional(
    Type.Intersect([Change], {
      description:
        'The change from the sent document to the returned one without its own revisions. Its id belongs to that comparison.',
    }),
  ),
});
export type UndisclosedItem = Static<typeof UndisclosedItem>;

/** The revisions of one author. */
export const DeclaredRevisions = Type.Object({
  author: Type.String(),
  revisions: Type.Integer({ minimum: 1 }),
});

/** What was changed without being marked, and who declared the rest. */
export const UndisclosedEdits = Type.Object({
  schemaVersion: Type.Literal('diffsvc.undisclosed.v1'),
  differs: Type.Boolean({ description: 'Whether there is any undisclosed edit.' }),
  items: Type.Array(UndisclosedItem),
  declared: Type.Array(DeclaredRevisions, {
    description: 'Revisions that the returned document declares and the sent one does not have, by author.',
  }),
});
export type UndisclosedEdits = Static<typeof UndisclosedEdits>;
