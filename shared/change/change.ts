import { Type, type Static } from 'typebox';
import { ChangeSignal } from './details.ts';

/** Half-open range of Unicode code points within the text of a block. */
export const CharRange = Type.Object({
  start: Type.Integer({ minimum: 0 }),
  end: Type.Integer({ minimum: 0 }),
});
export type CharRange = Static<typeof CharRange>;

/** Place of a cell: number of the table in its document, row and column, all from 0. */
export const TableCell = Type.Object({
  table: Type.Integer({ minimum: 0 }),
  row: Type.Integer({ minimum: 0 }),
  column: Type.Integer({ minimum: 0 }),
});
export type TableCell = Static<typeof TableCell>;

const Headings = Type.Array(Type.String(), { description: 'Texts of the surrounding headings, outermost first.' });
const SectionTitle = Type.String({ description: 'Text of the nearest heading.' });

/** Place of a change in the HTML comparison representation. `blockIndex` counts from 1. */
export const ChangeLocation = Type.Object({
  blockIndex: Type.Integer({ minimum: 0, description: 'Blocks count from 1; 0: outside a recognized block.' }),
  blockType: Type.Optional(Type.String({ description: 'HTML block type; absent in text fallback.' })),
  headingPath: Type.Optional(Headings),
  sectionTitle: Type.Optional(SectionTitle),
});
export type ChangeLocation = Static<typeof ChangeLocation>;

/** Place of a change in one of the two documents. `blockIndex` counts the blocks of that side, from 1. */
export const SideLocation = Type.Object({
  blockId: Type.String({ description: '`src_b_…` or `rev_b_…`, as in the blocks of the page.' }),
  blockIndex: Type.Integer({ minimum: 0 }),
  blockType: Type.Optional(Type.String()),
  charRange: CharRange,
  headingPath: Type.Optional(Headings),
  sectionTitle: Type.Optional(SectionTitle),
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  jsonPointer: Type.Optional(Type.String({ description: 'RFC 6901, into the canonical JSON.' })),
  tableCell: Type.Optional(TableCell),
  sheet: Type.Optional(Type.String({ description: 'Name of the sheet; only for workbooks.' })),
  cell: Type.Optional(Type.String({ description: 'The cell, such as `D14`; of a row, its first cell.' })),
  slide: Type.Optional(Type.Integer({ minimum: 1, description: 'Number of the slide; only for presentations.' })),
  shape: Type.Optional(Type.String({ description: 'Name of the shape on the slide, if one shows the text.' })),
  moveId: Type.Optional(Type.String({ description: 'The same on both ends of a moved block.' })),
});
export type SideLocation = Static<typeof SideLocation>;

const OF_PRESENTATION = 'Only with `attributeMode` `presentation`.';

/** Formatting of one side of a change: only the properties that the change touches. */
export const ChangeFormat = Type.Object({
  blockType: Type.Optional(Type.String()),
  listType: Type.Optional(Type.String({ description: 'Kind of list; absent where the side has no list.' })),
  listLevel: Type.Optional(Type.Integer({ minimum: 0, description: 'Depth of list nesting; 0: not in a list.' })),
  strong: Type.Optional(Type.Boolean()),
  em: Type.Optional(Type.Boolean()),
  u: Type.Optional(Type.Boolean()),
  s: Type.Optional(Type.Boolean()),
  sup: Type.Optional(Type.Boolean()),
  sub: Type.Optional(Type.Boolean()),
  mark: Type.Optional(Type.Boolean()),
  direction: Type.Optional(
    Type.String({
      description:
        'Direction of a block. Vertical lines are `vertical-rl`, `vertical-lr`, `sideways-rl` or `sideways-lr`. A table ' +
        'with its first column at the right is `rtl`. Absent: the ordinary direction.',
    }),
  ),
  align: Type.Optional(
    Type.String({ description: `center, right or justify; absent: at the start edge. ${OF_PRESENTATION}` }),
  ),
  class: Type.Optional(Type.String({ description: `Name of the paragraph or table style. ${OF_PRESENTATION}` })),
  style: Type.Optional(Type.String({ description: `CSS declarations in a fixed order. ${OF_PRESENTATION}` })),
  formula: Type.Optional(Type.String({ description: 'Formula of a cell of a workbook; absent: a fixed value.' })),
  value: Type.Optional(Type.String({ description: 'Number of a cell of a workbook that shows fewer digits.' })),
});
export type ChangeFormat = Static<typeof ChangeFormat>;

/** A compared picture. Two pictures are equal if all of this is equal. */
export const ChangedPicture = Type.Object({
  alt: Type.String({ description: 'Alternative text; may be empty.' }),
  sha256: Type.String({ description: 'SHA-256 of the bytes; of the address if the document has only that.' }),
  width: Type.Optional(Type.Number({ description: 'Displayed width in CSS pixels, if the document states it.' })),
  height: Type.Optional(Type.Number({ description: 'Displayed height in CSS pixels, if the document states it.' })),
});
export type ChangedPicture = Static<typeof ChangedPicture>;

/**
 * One side of a change: its text, and the HTML of that text alone. Formatting or link destination are there if they
 * changed, in a replacement as well.
 */
export const ChangedFragment = Type.Object({
  text: Type.String(),
  html: Type.String(),
  format: Type.Optional(ChangeFormat),
  href: Type.Optional(Type.String({ description: 'Link destination; absent in text fallback.' })),
  pictures: Type.Optional(
    Type.Array(ChangedPicture, {
      description: 'The compared pictures in it, each of which is one U+FFFC in `text`; absent if there is none.',
    }),
  ),
});
export type ChangedFragment = Static<typeof ChangedFragment>;

/** Who declared a change by a tracked revision of the revised file, and when. */
export const DeclaredBy = Type.Object(
  {
    author: Type.String(),
    date: Type.Optional(Type.String({ description: 'As the file states it; absent if it states none.' })),
  },
  {
    description:
      'The author whose tracked revisions in the revised DOCX cover all of the change. Absent if no revision covers it, ' +
      'or if several authors made it.',
  },
);
export type DeclaredBy = Static<typeof DeclaredBy>;

const common = {
  id: Type.String({ description: '`chg_` and six digits, in document order; the same on every page.' }),
  alignmentId: Type.Optional(Type.String({ description: 'The alignment entry that contains the change.' })),
  location: ChangeLocation,
  group: Type.Optional(
    Type.Literal('table_of_contents', {
      description:
        'The change affects only page numbers of a table of contents, table of figures or index. All such changes ' +
        'form one group. Each is counted.',
    }),
  ),
  groupId: Type.Optional(Type.String({ description: 'Its group of equal replacements. With `details` `groups`.' })),
  signals: Type.Optional(Type.Array(ChangeSignal, { description: 'With `details` `signals`; absent without any.' })),
  declaredBy: Type.Optional(DeclaredBy),
};
const inOriginal = { sourceLocation: SideLocation, before: ChangedFragment };
const inRevised = { revisedLocation: SideLocation, after: ChangedFragment };

/** Text that only the revised side has. A paragraph split is an insertion with `after.text` "\n". */
export const InsertChange = Type.Object({ ...common, type: Type.Literal('insert'), ...inRevised });
export type InsertChange = Static<typeof InsertChange>;

/** Text that only the original side has. A paragraph merge is a deletion with `before.text` "\n". */
export const DeleteChange = Type.Object({ ...common, type: Type.Literal('delete'), ...inOriginal });
export type DeleteChange = Static<typeof DeleteChange>;

/** Text of the original that the revised side replaces with other text. */
export const ReplaceChange = Type.Object({ ...common, type: Type.Literal('replace'), ...inOriginal, ...inRevised });
export type ReplaceChange = Static<typeof ReplaceChange>;

/**
 * The same text with other marks, or a block of another type, list kind or list level. Text that was replaced in between
 * is part of it on its side, and a change of its own.
 */
export const FormatChange = Type.Object({ ...common, type: Type.Literal('format'), ...inOriginal, ...inRevised });
export type FormatChange = Static<typeof FormatChange>;

/** The same text with another link destination, or with a destination on one side only. */
export const LinkChange = Type.Object({ ...common, type: Type.Literal('link'), ...inOriginal, ...inRevised });
export type LinkChange = Static<typeof LinkChange>;

/** A block, row, column or cell that only the revised side has. */
export const BlockInsertChange = Type.Object({ ...common, type: Type.Literal('block_insert'), ...inRevised });
export type BlockInsertChange = Static<typeof BlockInsertChange>;

/** A block, row, column or cell that only the original side has. */
export const BlockDeleteChange = Type.Object({ ...common, type: Type.Literal('block_delete'), ...inOriginal });
export type BlockDeleteChange = Static<typeof BlockDeleteChange>;

/** One change as it goes over the wire. Insertions have no `before`, deletions no `after`. */
export const Change = Type.Union([
  InsertChange,
  DeleteChange,
  ReplaceChange,
  FormatChange,
  LinkChange,
  BlockInsertChange,
  BlockDeleteChange,
]);
export type Change = Static<typeof Change>;

/** Kind of a change. */
export type ChangeType = Change['type'];
