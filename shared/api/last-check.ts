/** The last check of an export: whether the written file is exactly what was decided. */
import { Type, type Static } from 'typebox';

/**
 * What is wrong at a place. `left`: content stands in the file that the decisions remove. `missing`: content that they
 * keep is not there. `format`: content is there and formatted otherwise. `package`: a part of the file beside its text
 * still holds removed content. `unread`: the check could not judge this.
 */
export const PLACE_KINDS = ['left', 'missing', 'format', 'package', 'unread'] as const;

/** A place of the file that is not what was decided, or that could not be judged. */
export const CheckedPlace = Type.Object({
  changeId: Type.Optional(
    Type.String({ description: 'The change whose decision the file does not follow, if known.' }),
  ),
  kind: Type.Enum(PLACE_KINDS),
  side: Type.Optional(
    Type.Enum(['original', 'revised'], { description: 'The document that the text comes from, if known.' }),
  ),
  text: Type.String({ description: 'The text of the place, shortened.' }),
  section: Type.String({ description: 'Number and title of its section; empty without one.' }),
  message: Type.String({ description: 'A sentence for a person.' }),
});
export type CheckedPlace = Static<typeof CheckedPlace>;

/** Most places that a check lists. A file with more is wrong as a whole. */
export const CHECKED_PLACES_MAX = 200;

/** The result of the last check. */
export const LastCheck = Type.Object(
  {
    exact: Type.Boolean({
      description:
        'Whether the file was read again as a whole and is exactly what was decided: its words, paragraphs, pictures, links, marks of letters and levels of headings. Of paper, its words; of a report or review file, its decisions.',
    }),
    places: Type.Array(CheckedPlace, {
      description: `What is not as decided, in the order of the document, at most ${CHECKED_PLACES_MAX}. Empty if exact.`,
    }),
    more: Type.Optional(Type.Integer({ minimum: 1, description: 'Number of places that are not listed.' })),
  },
  { description: 'Only after exports with decisions.' },
);
export type LastCheck = Static<typeof LastCheck>;
