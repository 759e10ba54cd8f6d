import type {
  Block,
  Cell,
  Image,
  MarkName,
  Row,
  RowSection,
  Run,
  TextBlock,
  TextType,
} from '../../shared/document/model.ts';
import { pathOf, stepsOf, TOP, type Path, type Step, type StepKind } from '../../shared/document/path.ts';
import { MARKS } from '../../shared/document/model.ts';
import { settlePaths } from '../../shared/document/settle-paths.ts';
import { joinRuns } from '../../shared/document/runs.ts';

/** What a text block is built from. */
export type Inline = string | Run | readonly Run[];
/** What an item or a cell is built from: inline content makes a paragraph. */
export type Flow = Block | readonly Block[] | string;

function runsOf(inlines: readonly Inline[]): Run[] {
  return inlines.flatMap((inline) => (typeof inline === 'string' ? [{ text: inline, marks: 0, href: null }] : inline));
}

function blocksOf(flow: readonly Flow[]): Block[] {
  return flow.flatMap((part): readonly Block[] => {
    if (typeof part === 'string') return [p(part)];
    return Array.isArray(part) ? (part as readonly Block[]) : [part as Block];
  });
}

/** A text block of any type, outside any container. */
export function text(type: TextType, ...inlines: Inline[]): TextBlock {
  return { kind: 'text', type, path: TOP, attributes: {}, runs: joinRuns(runsOf(inlines)) };
}

export const p = (...inlines: Inline[]): TextBlock => text('p', ...inlines);
export const h1 = (...inlines: Inline[]): TextBlock => text('h1', ...inlines);
export const h2 = (...inlines: Inline[]): TextBlock => text('h2', ...inlines);
export const pre = (...inlines: Inline[]): TextBlock => text('pre', ...inlines);
export const hr = (): Block => ({ kind: 'rule', path: TOP });

function marked(name: MarkName, inlines: readonly Inline[]): Run[] {
  return runsOf(inlines).map((run) => ({ ...run, marks: run.marks | (1 << MARKS.indexOf(name)) }));
}

export const sup = (...inlines: Inline[]): Run[] => marked('sup', inlines);
export const strong = (...inlines: Inline[]): Run[] => marked('strong', inlines);
export const em = (...inlines: Inline[]): Run[] => marked('em', inlines);
export const code = (...inlines: Inline[]): Run[] => marked('code', inlines);

/** Text that links somewhere. */
export const link = (href: string, ...inlines: Inline[]): Run[] => runsOf(inlines).map((run) => ({ ...run, href }));

/** Text that only the revised side has. */
export const ins = (changeId: string, ...inlines: Inline[]): Run[] =>
  runsOf(inlines).map((run) => ({ ...run, edit: { side: 'revised', changeId } }));

/** Text that only the original has. */
export const del = (changeId: string, ...inlines: Inline[]): Run[] =>
  runsOf(inlines).map((run) => ({ ...run, edit: { side: 'original', changeId } }));

/** An image in a text. */
export const img = (src: string, alt = ''): Run => ({ text: '', marks: 0, href: null, image: { src, alt } });

/** An image that is a block. */
export const figure = (image: Image, href?: string): Block => ({
  kind: 'image',
  path: TOP,
  image,
  ...(href !== undefined && { href }),
});

/** Content in one more container. */
function within(kind: StepKind, blocks: readonly Block[], value?: number): Block[] {
  return blocks.map((block, index) => {
    const starts = kind !== 'quote' && index === 0;
    const step: Step = starts && value !== undefined ? { kind, starts, value } : { kind, starts };
    return { ...block, path: pathOf([step, ...stepsOf(block.path)]) };
  });
}

/** Content of one list item. */
export interface Item {
  readonly blocks: readonly Block[];
  readonly value?: number;
}

export const li = (...flow: Flow[]): Item => ({ blocks: blocksOf(flow) });
export const ul = (...items: Item[]): Block[] => items.flatMap(({ blocks }) => within('ul', blocks));
export const ol = (...items: Item[]): Block[] => items.flatMap(({ blocks, value }) => within('ol', blocks, value));
export const dt = (...flow: Flow[]): Block[] => within('dt', blocksOf(flow));
export const dd = (...flow: Flow[]): Block[] => within('dd', blocksOf(flow));
export const quote = (...flow: Flow[]): Block[] => within('quote', blocksOf(flow));

/** A cell without spans. */
export const td = (...flow: Flow[]): Cell => ({ header: false, colspan: 1, rowspan: 1, blocks: doc(...flow) });
export const th = (...flow: Flow[]): Cell => ({ ...td(...flow), header: true });
export const tr = (...cells: Cell[]): Row => ({ section: 'body', cells });
/** A row of another section. */
export const rowOf = (section: RowSection, ...cells: Cell[]): Row => ({ section, cells });
export const table = (...rows: Row[]): Block => ({ kind: 'table', path: TOP, rows });

/** Blocks with settled paths, as readers return them. */
export const doc = (...flow: Flow[]): Block[] => settlePaths(blocksOf(flow));

/** A path from its spelling: `path('ul+', 'ol')`. */
export const path = (...steps: string[]): Path =>
  pathOf(steps.map((step) => ({ kind: step.replace('+', '') as StepKind, starts: step.endsWith('+') })));
