/** What the tools take and give, as JSON Schema. */
import { Type, type Static, type TSchema } from 'typebox';
import { INCLUDES } from '../../../shared/api/include.ts';
import { LastCheck } from '../../../shared/api/last-check.ts';
import { SELECTION_FIELDS } from '../../../shared/api/selection.ts';
import { SETTINGS_FIELDS } from '../../../shared/api/settings.ts';
import { Change } from '../../../shared/change/change.ts';
import { ChangeSignal } from '../../../shared/change/details.ts';
import { StructuredPage, Summary } from '../../../shared/change/page.ts';
import { UndisclosedEdits, UndisclosedItem } from '../../../shared/change/undisclosed.ts';
import { SAMENESS } from '../../../shared/change/uncompared.ts';
import { SIDE_FORMATS } from '../../../shared/formats.ts';
import { TOOLS } from '../strings/mcp.ts';

const closed = { additionalProperties: false } as const;
const text = TOOLS.fields;

/** Number of changes in a page of `list_changes`. */
export const LIST_DEFAULT = 20;
const LIST_MAX = 100;

const Format = Type.Optional(Type.Enum([...SIDE_FORMATS, 'json', 'csv', 'tsv'], { description: text.format }));
// An agent gets what a careful reader wants to see: how a comparison is made is no question for it.
const {
  mode: _mode,
  attributeMode: _attributes,
  details: _details,
  complexity: _complexity,
  ...settings
} = SETTINGS_FIELDS;
const pair = {
  original: Type.String({ description: text.original }),
  revised: Type.String({ description: text.revised }),
  originalFormat: Format,
  revisedFormat: Format,
  ...settings,
  include: Type.Optional(Type.Array(Type.Enum([...INCLUDES]), { description: text.include })),
};

/** Arguments of `compare_documents`: two paths below the granted roots, and what to compare. */
export const CompareArguments = Type.Object(pair, closed);
export type CompareArguments = Static<typeof CompareArguments>;

/** A finished comparison without its text. */
export const CompareResult = Type.Object({
  comparisonId: Type.String({ description: text.comparisonId }),
  answer: Type.String({ description: text.answer }),
  untracked: Type.Optional(
    Type.Object({
      answer: Type.String({ description: text.untrackedAnswer }),
      total: Type.Integer({ minimum: 0, description: text.untrackedTotal }),
    }),
  ),
  sameness: Type.Enum([...SAMENESS]),
  format: StructuredPage.properties.format,
  summary: Summary,
  totalChanges: Type.Integer({ minimum: 0, description: text.totalChanges }),
  fallbackReason: Type.Optional(Type.String({ description: text.fallbackReason })),
  notCompared: Type.Optional(
    Type.Object({
      differs: Type.Boolean(),
      counts: Type.String({ description: text.notComparedCounts }),
      differences: Type.Array(Type.String(), { description: text.notComparedDifferences }),
      more: Type.Integer({ minimum: 0, description: text.more }),
    }),
  ),
  repeated: Type.Optional(Type.Array(Type.String(), { description: text.repeated })),
  references: Type.Optional(Type.Array(Type.String(), { description: text.references })),
  warnings: Type.Array(Type.String()),
});
export type CompareResult = Static<typeof CompareResult>;

/** Arguments of `list_changes`: which page of which comparison of this server. */
export const ListArguments = Type.Object(
  {
    comparisonId: Type.String({ description: text.comparisonId }),
    offset: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: text.offset })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_MAX, default: LIST_DEFAULT })),
    signals: Type.Optional(Type.Array(Type.String(), { description: text.onlySignals })),
  },
  closed,
);

const Cut = Type.String({ description: text.cut });

/** A change without its HTML. */
export const ListedChange = Type.Object({
  id: Type.String(),
  type: Type.Enum(Change.anyOf.map((each) => each.properties.type.const)),
  before: Type.Optional(Cut),
  after: Type.Optional(Cut),
  where: Type.Optional(Type.String({ description: text.where })),
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  place: Type.Optional(Type.String({ description: text.place })),
  group: Type.Optional(Type.Literal('table_of_contents')),
  groupId: Type.Optional(Type.String({ description: text.groupId })),
  signals: Type.Optional(Type.Array(ChangeSignal, { description: text.signals })),
  moveId: Type.Optional(Type.String()),
  decidedWith: Type.Optional(Type.Array(Type.String(), { description: text.decidedWith })),
});
export type ListedChange = Static<typeof ListedChange>;

/** A page of changes. `nextOffset` is absent on the last one. */
export const ListResult = Type.Object({
  totalChanges: Type.Integer({ minimum: 0, description: text.totalChanges }),
  matchingChanges: Type.Optional(Type.Integer({ minimum: 0, description: text.matchingChanges })),
  offset: Type.Integer({ minimum: 0 }),
  nextOffset: Type.Optional(Type.Integer({ minimum: 1, description: text.nextOffset })),
  changes: Type.Array(ListedChange),
});
export type ListResult = Static<typeof ListResult>;

const output = {
  output: Type.String({ description: text.output }),
  overwrite: Type.Optional(Type.Boolean({ default: false, description: text.overwrite })),
};

/** Arguments of `write_redline`. The ending of the path chooses the format. */
export const WriteArguments = Type.Object(
  {
    comparisonId: Type.String({ description: text.comparisonId }),
    ...output,
    author: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: text.author })),
  },
  closed,
);

const Decided = Type.Union([Type.Literal('all'), Type.Array(Type.String())], { description: text.decided });

/** Arguments of `apply_decisions`: ids of changes, or all of them. */
export const DecideArguments = Type.Object(
  {
    comparisonId: Type.String({ description: text.comparisonId }),
    accept: Type.Optional(Decided),
    reject: Type.Optional(Decided),
    ...output,
  },
  closed,
);

/** A file that a tool wrote. */
export const WrittenFile = Type.Object({
  path: Type.String(),
  mediaType: Type.String(),
  sizeBytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String(),
  warnings: Type.Array(Type.String()),
  check: Type.Optional(LastCheck),
});
export type WrittenFile = Static<typeof WrittenFile>;

/** Arguments of `verify_redline`: paths of the inputs and of the result. */
export const VerifyArguments = Type.Object(
  {
    original: Type.String({ description: text.original }),
    revised: Type.String({ description: text.revised }),
    redline: Type.String({ description: text.redline }),
    ...SELECTION_FIELDS,
  },
  closed,
);

/** What holds of a result, for each side and law. */
export const VerifyResult = Type.Object({
  holds: Type.Boolean({ description: text.holds }),
  laws: Type.Array(
    Type.Object({
      side: Type.Enum(['original', 'revised']),
      law: Type.Enum(['text', 'structure', 'formatting', 'headers']),
      holds: Type.Boolean(),
      differsAt: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  ),
});
export type VerifyResult = Static<typeof VerifyResult>;

/** Arguments of `list_undisclosed`: the DOCX that was sent, and the one that came back. */
export const UndisclosedArguments = Type.Object(
  { sent: Type.String({ description: text.sent }), returned: Type.String({ description: text.returned }) },
  closed,
);

const Sentence = Type.Object({
  sentence: Type.String(),
  where: Type.Optional(Type.String({ description: text.where })),
});

/** Edits that no tracked revision declares. */
export const UndisclosedResult = Type.Object({
  differs: UndisclosedEdits.properties.differs,
  items: Type.Array(Type.Object({ kind: UndisclosedItem.properties.kind, ...Sentence.properties })),
  more: Type.Integer({ minimum: 0, description: text.more }),
  declared: UndisclosedEdits.properties.declared,
});
export type UndisclosedResult = Static<typeof UndisclosedResult>;

/** Arguments of `follow_drafts`: three drafts in the order of their making. */
export const FollowArguments = Type.Object(
  {
    first: Type.String({ description: text.first }),
    second: Type.String({ description: text.second }),
    third: Type.String({ description: text.third }),
  },
  closed,
);

const Fates = Type.Object({
  count: Type.Integer({ minimum: 0 }),
  items: Type.Array(Sentence),
  more: Type.Integer({ minimum: 0, description: text.more }),
});

/** What became of the changes of the second draft. */
export const FollowResult = Type.Object({
  accepted: Fates,
  changedBack: Fates,
  changedFurther: Fates,
  added: Fates,
});
export type FollowResult = Static<typeof FollowResult>;

const patterns = (description: string) => Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description }));

/** Arguments of `compare_folders`: two folders, and which of their files. */
export const FolderArguments = Type.Object(
  {
    original: Type.String({ description: text.originalFolder }),
    revised: Type.String({ description: text.revisedFolder }),
    exclude: patterns(text.exclude),
    only: patterns(text.only),
    gitignore: Type.Optional(Type.Boolean({ default: false, description: text.gitignore })),
  },
  closed,
);

const FOLDER_STATUSES = ['same', 'renamed', 'different', 'only_original', 'only_revised', 'failed'] as const;
const Count = Type.Integer({ minimum: 0 });

/** Two compared folders: how many files there are of each kind, and those that are not the same. */
export const FolderResult = Type.Object({
  answer: Type.String({ description: text.folderAnswer }),
  totals: Type.Object({
    same: Count,
    renamed: Count,
    different: Count,
    only_original: Count,
    only_revised: Count,
    failed: Count,
  }),
  files: Type.Array(
    Type.Object({
      status: Type.Enum([...FOLDER_STATUSES]),
      original: Type.Optional(Type.String({ description: text.pathInFolder })),
      revised: Type.Optional(Type.String({ description: text.pathInFolder })),
      changes: Type.Optional(Type.Integer({ minimum: 0, description: text.changesOfFile })),
      note: Type.Optional(Type.String()),
    }),
  ),
  more: Type.Integer({ minimum: 0, description: text.moreFiles }),
  leftOut: Type.Integer({ minimum: 0, description: text.leftOut }),
});
export type FolderResult = Static<typeof FolderResult>;

/** A tool as a client sees it. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: TSchema;
  readonly outputSchema: TSchema;
  /** Whether it writes a file. */
  readonly writes: boolean;
}

/** The tools, in the order in which they are used. */
export const TOOL_DESCRIPTIONS = [
  {
    name: 'compare_documents',
    ...TOOLS.compare,
    inputSchema: CompareArguments,
    outputSchema: CompareResult,
    writes: false,
  },
  { name: 'list_changes', ...TOOLS.list, inputSchema: ListArguments, outputSchema: ListResult, writes: false },
  { name: 'write_redline', ...TOOLS.write, inputSchema: WriteArguments, outputSchema: WrittenFile, writes: true },
  { name: 'apply_decisions', ...TOOLS.decide, inputSchema: DecideArguments, outputSchema: WrittenFile, writes: true },
  { name: 'verify_redline', ...TOOLS.verify, inputSchema: VerifyArguments, outputSchema: VerifyResult, writes: false },
  {
    name: 'list_undisclosed',
    ...TOOLS.undisclosed,
    inputSchema: UndisclosedArguments,
    outputSchema: UndisclosedResult,
    writes: false,
  },
  { name: 'follow_drafts', ...TOOLS.follow, inputSchema: FollowArguments, outputSchema: FollowResult, writes: false },
  {
    name: 'compare_folders',
    ...TOOLS.folders,
    inputSchema: FolderArguments,
    outputSchema: FolderResult,
    writes: false,
  },
] as const satisfies readonly ToolDescription[];

/** The name of a tool. */
export type ToolName = (typeof TOOL_DESCRIPTIONS)[number]['name'];
