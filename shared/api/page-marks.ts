/** The answer of `GET /v1/diffsvc/comparisons/<id>/pages/marks`. */
import { Type, type Static } from 'typebox';

const SideName = Type.Enum(['original', 'revised']);

/**
 * Four corners in user space, in points: upper left, upper right, lower right, lower left, seen upright along the line.
 */
export const Quad = Type.Array(Type.Number(), {
  minItems: 8,
  maxItems: 8,
  description:
    'Corners in the user space of the PDF, in points: x and y of the upper left, upper right, lower right and lower left one, seen along the line.',
});
export type Quad = Static<typeof Quad>;

/** Where one change is printed on one page of one side. */
export const PageMark = Type.Object({
  changeId: Type.String(),
  side: SideName,
  page: Type.Integer({ minimum: 1 }),
  kind: Type.Enum(['insert', 'delete', 'move', 'format'], {
    description: '`format` also for links, block types and the places of paragraph breaks.',
  }),
  shape: Type.Enum(['text', 'caret'], {
    description:
      '`text`: over the text of the change, its pictures and the numbers of its notes. `caret`: the place in this side where the other side has text, or of a picture, a note or a sign of a formula that is not printed by itself.',
  }),
  quads: Type.Array(Quad, { minItems: 1 }),
});
export type PageMark = Static<typeof PageMark>;

/** A change, or a part of it, that is not found on the pages of a side. */
export const UnplacedChange = Type.Object({
  changeId: Type.String(),
  side: SideName,
  reason: Type.Enum(['not_printed', 'partly_printed', 'place_unknown'], {
    description:
      '`not_printed`: none of its text is on the pages. `partly_printed`: only the marked part is. `place_unknown`: it has no text, and neither it nor what surrounds it is found on the pages.',
  }),
  text: Type.String({ description: 'The missing text, cut to 200 characters; empty without text.' }),
});
export type UnplacedChange = Static<typeof UnplacedChange>;

/** A page of one side. */
export const MarkedPage = Type.Object({
  box: Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: 'The visible box in user space, in points: left, bottom, right, top.',
  }),
  rotation: Type.Integer({ description: 'Clockwise turn of the shown page in degrees.' }),
  withoutText: Type.Optional(
    Type.Enum(['same', 'differs'], {
      description:
        'Present for a page that shows something and has no text, like a scanned page. `same`: a page of the other side shows the same.',
    }),
  ),
});
export type MarkedPage = Static<typeof MarkedPage>;

/** The pages of one side. */
const MarkedSide = Type.Object({
  side: SideName,
  pdfUrl: Type.String({ description: 'The PDF that the marks belong to, at an address with a token.' }),
  pageCount: Type.Integer({ minimum: 1 }),
  expiresInSeconds: Type.Integer({ minimum: 0 }),
  pages: Type.Array(MarkedPage),
});

/** Places of equal text on both sides, by which two views scroll together. */
export const PageAnchor = Type.Array(Type.Number(), {
  minItems: 4,
  maxItems: 4,
  description:
    'Page (from 1) and distance from the top of the shown page in points, of the original and then of the revised side.',
});
export type PageAnchor = Static<typeof PageAnchor>;

/** What is placed and what is not: the part of the answer that depends on the files alone. */
export const Placement = Type.Object({
  marks: Type.Array(PageMark),
  unplaced: Type.Array(UnplacedChange),
  anchors: Type.Array(PageAnchor),
});
export type Placement = Static<typeof Placement>;

/** The pages of both sides with every change marked where it is printed. */
export const PageMarks = Type.Object({
  schemaVersion: Type.Literal('diffsvc.page_marks.v1'),
  renderer: Type.String({ description: '`source-pdf`, `libreoffice` or `docx-preview`.' }),
  sides: Type.Array(MarkedSide, { minItems: 2, maxItems: 2 }),
  ...Placement.properties,
});
export type PageMarks = Static<typeof PageMarks>;

/** The events of the stream of page marks, besides `error`. */
export type PageMarksEvent =
  | { readonly event: 'waiting'; readonly data: object }
  | { readonly event: 'rendering'; readonly data: object }
  | {
      readonly event: 'reading';
      readonly data: { readonly side: 'original' | 'revised'; readonly page: number; readonly pages: number };
    }
  | { readonly event: 'complete'; readonly data: PageMarks };
