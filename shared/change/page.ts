import { Type, type Static } from 'typebox';
import { MIXED_FORMATS } from '../api/side-formats.ts';
import { Change } from './change.ts';
import { DETAIL_FIELDS } from './details.ts';
import { Uncompared } from './uncompared.ts';

export type { Change } from './change.ts';

/** Default number of changes in a page. */
export const PAGE_DEFAULT_LIMIT = 100;
/** Maximum number of changes in a page. */
export const PAGE_MAX_LIMIT = 500;

/** Counts of what a person decides: a move is one, although it is two changes. */
export const UnitCounts = Type.Object(
  {
    total: Type.Integer({ minimum: 0 }),
    insertions: Type.Integer({ minimum: 0 }),
    deletions: Type.Integer({ minimum: 0 }),
    replacements: Type.Integer({ minimum: 0 }),
    formatChanges: Type.Integer({ minimum: 0 }),
    linkChanges: Type.Integer({ minimum: 0 }),
    blockInsertions: Type.Integer({ minimum: 0 }),
    blockDeletions: Type.Integer({ minimum: 0 }),
    moves: Type.Integer({ minimum: 0 }),
    comments: Type.Integer({ minimum: 0 }),
    notes: Type.Integer({ minimum: 0, description: 'Footnotes and endnotes, each with its sign.' }),
    lists: Type.Integer({ minimum: 0, description: 'Lists that became another kind of list.' }),
    pictures: Type.Integer({ minimum: 0, description: 'Pictures with another one in their place.' }),
  },
  {
    description:
      'The same counted as a person decides: both ends of a move are one, and so are a comment with its replies, or a ' +
      'note with its sign. Absent if every change is decided by itself. Then the counts beside it say the same.',
  },
);
export type UnitCounts = Static<typeof UnitCounts>;

/** Counts of changes over the whole comparison. */
export const ChangeCounts = Type.Object({
  changeCount: Type.Integer({ minimum: 0, description: 'Number of changes, each with an id of its own.' }),
  insertions: Type.Integer({ minimum: 0 }),
  deletions: Type.Integer({ minimum: 0 }),
  replacements: Type.Integer({ minimum: 0 }),
  formatChanges: Type.Integer({ minimum: 0 }),
  linkChanges: Type.Integer({ minimum: 0 }),
  blockInsertions: Type.Integer({ minimum: 0 }),
  blockDeletions: Type.Integer({ minimum: 0 }),
  declaredChanges: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Changes with `declaredBy`, on all pages. Absent if the revised file has no tracked revisions.',
    }),
  ),
});
export type ChangeCounts = Static<typeof ChangeCounts>;

/** Counts over the whole comparison, whichever part of it a page shows. */
export const Summary = Type.Object({ ...ChangeCounts.properties, decisionUnits: Type.Optional(UnitCounts) });
export type Summary = Static<typeof Summary>;

/** Stretch of a block's text in one format. The range is half-open, in Unicode code points. */
export const BlockSpan = Type.Object({
  text: Type.String(),
  charStart: Type.Integer({ minimum: 0 }),
  charEnd: Type.Integer({ minimum: 0 }),
});
export type BlockSpan = Static<typeof BlockSpan>;

/** A block of one side. `spans` cover `text` without gaps. */
export const PageBlock = Type.Object({
  id: Type.String({ description: '`src_b_` or `rev_b_` and a number.' }),
  index: Type.Integer({ minimum: 0, description: 'Equal to `blockIndex` in locations.' }),
  type: Type.String({ description: 'HTML block type, such as h1 or p.' }),
  label: Type.Optional(
    Type.String({
      description:
        'Number, letter or bullet before the block, such as `4(b)`. It is not part of `text` and not compared. Absent ' +
        'without one, and for plain bullets.',
    }),
  ),
  text: Type.String(),
  spans: Type.Array(BlockSpan),
  headingPath: Type.Optional(Type.Array(Type.String())),
  sectionTitle: Type.Optional(Type.String()),
});
export type PageBlock = Static<typeof PageBlock>;

/** One side: the number of its blocks, and the blocks that the page needs, in document order. */
export const SideModel = Type.Object({
  blockCount: Type.Integer({ minimum: 0, description: 'Blocks of the whole side.' }),
  blocks: Type.Array(PageBlock, {
    description: 'The changed blocks on the page with one leading and one trailing context block.',
  }),
});
export type SideModel = Static<typeof SideModel>;

/** Stretch of an aligned pair: on both sides, in the original only, or in the revised only. */
export const AlignmentSegment = Type.Object({
  op: Type.Union([Type.Literal('equal'), Type.Literal('delete'), Type.Literal('insert')]),
  text: Type.String(),
});
export type AlignmentSegment = Static<typeof AlignmentSegment>;

/** Relation between the blocks of an alignment entry. */
export const AlignmentStatus = Type.Union([
  Type.Literal('unchanged'),
  Type.Literal('modified'),
  Type.Literal('inserted'),
  Type.Literal('deleted'),
  Type.Literal('moved'),
]);
export type AlignmentStatus = Static<typeof AlignmentStatus>;

/**
 * An aligned pair of blocks, or a block that only one side has. Both entries of a split or merged paragraph name the
 * same block of the other side.
 */
export const AlignmentEntry = Type.Object({
  id: Type.String({ description: '`aln_` and a number.' }),
  status: AlignmentStatus,
  sourceBlockId: Type.Optional(Type.String()),
  revisedBlockId: Type.Optional(Type.String()),
  changeIds: Type.Optional(Type.Array(Type.String())),
  segments: Type.Array(AlignmentSegment),
});
export type AlignmentEntry = Static<typeof AlignmentEntry>;

/** One page of the structured changes. `schemaVersion` versions the page, not the response around it. */
export const StructuredPage = Type.Object({
  schemaVersion: Type.Literal('1'),
  comparisonId: Type.Optional(Type.String()),
  format: Type.Union([
    Type.Literal('html'),
    Type.Literal('markdown'),
    Type.Literal('txt'),
    Type.Literal('json'),
    Type.Literal('csv'),
    Type.Literal('tsv'),
    Type.Literal('docx'),
    Type.Literal('pdf'),
    Type.Literal('xlsx'),
    Type.Literal('pptx'),
    Type.Literal('mixed'),
  ]),
  ...MIXED_FORMATS,
  engine: Type.Union([Type.Literal('dom'), Type.Literal('text'), Type.Literal('document')]),
  fallback: Type.Boolean(),
  attributeMode: Type.Union([Type.Literal('semantic'), Type.Literal('presentation')]),
  summary: Summary,
  uncompared: Type.Optional(Uncompared),
  ...DETAIL_FIELDS,
  source: Type.Optional(SideModel),
  revised: Type.Optional(SideModel),
  alignment: Type.Optional(Type.Array(AlignmentEntry)),
  changes: Type.Array(Change),
  totalChanges: Type.Integer({ minimum: 0 }),
  offset: Type.Integer({ minimum: 0, description: 'Number of changes before this page.' }),
  limit: Type.Integer({ minimum: 1, maximum: PAGE_MAX_LIMIT }),
  nextOffset: Type.Optional(Type.Integer({ minimum: 1, description: 'Absent on the last page.' })),
});
export type StructuredPage = Static<typeof StructuredPage>;
