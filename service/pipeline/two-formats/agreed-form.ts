/**
 * The agreed form of two documents of different formats: both are reduced to what both formats state. The comparison,
 * its invariants and its digests refer to the reduced documents. What was left out is named once.
 */
import { noteIn } from '../../../shared/document/notes.ts';
import { storyOf } from '../../../shared/document/story.ts';
import { settlePaths } from '../../../shared/document/settle-paths.ts';
import { textOf, type Block, type Document, type Warning } from '../../../shared/document/model.ts';
import type { InventoryItem } from '../../../shared/change/uncompared.ts';
import { FORMAT_NAMES, SIDE_FORMATS, type SideFormat } from '../../../shared/formats.ts';
import { flatBlocksOf } from '../../engine/fallback/flatten.ts';
import { leafCountOf } from '../../engine/changes/walk-leaves.ts';
import { dropCountedValues } from '../../formats/html/list-path.ts';
import { floats } from '../../formats/floating.ts';
import { headDigest } from '../../formats/pdf/inventory/head-items.ts';
import type { PlacedLine } from '../../formats/pdf/assemble/placed-lines.ts';
import type { Envelope } from '../../formats/read-result.ts';
import { sha256 } from '../../sha256.ts';
import type { Reading } from '../inputs/reading.ts';
import { agreeOnBreaks } from './agreed-breaks.ts';
import { withoutPages } from './contents-pages.ts';
import { withoutDrawnTexts } from './drawn-texts.ts';
import { leadTables } from './led-tables.ts';
import { expressedIn, expressedInBoth, PARAGRAPHS, type Expressed } from '../inputs/expressed.ts';
import { withoutPrintedStories, withoutStories } from './page-furniture.ts';
import type { PlacedBlock } from './placed-block.ts';
import { generatedLabels, hasLabels, insideOf, withoutPrintedLabels } from './printed-labels.ts';
import { headingTexts, reduceBlocks, type LeftOut } from './reduce-blocks.ts';
import { orderAsStated } from './stated-order.ts';
import { textsIn } from './words-of-blocks.ts';

/** One side as its reader returned it. */
export interface FormSide {
  readonly format: SideFormat;
  readonly document: Document;
  /** For each block its page (from 1), for formats with pages. */
  readonly pageOfBlock?: readonly number[];
  /** For each block its printed lines, for formats with pages. */
  readonly linesOfBlock?: readonly (readonly PlacedLine[])[];
  readonly envelope: Envelope;
  /** Words of its charts and diagrams, which pages print. Absent: there are none. */
  readonly drawnTexts?: readonly string[];
  readonly inventory?: readonly InventoryItem[];
}

/** Both sides in their agreed form. */
export interface AgreedForm {
  readonly original: Reading;
  readonly revised: Reading;
  /** Names what the two formats do not both state, if there was any. */
  readonly warnings: readonly Warning[];
}

/** Everything that may be left out, in the order of the warning. */
const LEFT_OUT: readonly (
  LeftOut | 'headers and footers' | 'numbers and bullets' | 'words of charts and diagrams' | 'page numbers of contents'
)[] = [
  'headings',
  'lists',
  'numbers and bullets',
  'tables',
  'text formats',
  'links',
  'line breaks',
  'horizontal rules',
  'pictures',
  'headers and footers',
  'words of charts and diagrams',
  'page numbers of contents',
];

/** Reduces two documents of different formats to what both formats state. Pure; the order of the sides decides nothing. */
export function agreedForm(original: FormSide, revised: FormSide): AgreedForm {
  // Equal words can be matched in several ways. One order of the formats makes both directions match them in one way.
  if (SIDE_FORMATS.indexOf(original.format) <= SIDE_FORMATS.indexOf(revised.format)) return formOf(original, revised);
  const { original: b, revised: a, warnings } = formOf(revised, original);
  return { original: a, revised: b, warnings };
}

function formOf(original: FormSide, revised: FormSide): AgreedForm {
  const both = expressedInBoth(original.format, revised.format);
  const leftOut = new Set<(typeof LEFT_OUT)[number]>();
  const parts = [original, revised].map((side) => withoutStories(placed(side)));
  if (parts.some(({ stories }) => stories.length > 0)) leftOut.add('headers and footers');
  const bodies = parts.map(({ body }, side) =>
    withoutPrintedStories(body, parts[1 - side]!.stories, parts[side]!.stories),
  );

  const labels = both.lists ? null : generatedLabels(...bodies);
  const headings = new Set(bodies.flatMap((body) => [...headingTexts(body)]));
  const isGuessed = both.paragraphs < PARAGRAPHS.stated;
  const reduced = bodies.map((body, side) => {
    const blocks = reduceBlocks(body, both, headings, leftOut as Set<LeftOut>);
    if (labels === null) return blocks;
    return withoutPrintedLabels(blocks, labels, isGuessed ? insideOf(bodies[1 - side]!) : undefined);
  });
  if (labels !== null && (hasLabels(labels) || reduced.flat().some(({ labelled }) => labelled)))
    leftOut.add('numbers and bullets');
  const ordered = isGuessed ? inStatedOrder([original, revised], reduced[0]!, reduced[1]!, leftOut) : reduced;
  const tabled =
    both.tables && isGuessed
      ? withLedTables(original.format, ordered[0]!, ordered[1]!)
      : { sides: ordered, hasDropped: false };
  if (tabled.hasDropped) leftOut.add('tables');
  // Both sides have their paragraphs by now, so a typed label is the first word of both or of none.
  const [a, b] = broken(original.format, revised.format, tabled.sides[0]!, tabled.sides[1]!).map((blocks) =>
    labels === null ? blocks : withoutPrintedLabels(blocks, labels),
  );
  return {
    original: readingOf({ ...original, inventory: withoutStatedHeads(original, revised) }, a!, parts[0]!.stories, both),
    revised: readingOf({ ...revised, inventory: withoutStatedHeads(revised, original) }, b!, parts[1]!.stories, both),
    warnings:
      leftOut.size === 0
        ? []
        : [
            warningOf(
              original.format,
              revised.format,
              LEFT_OUT.filter((name) => leftOut.has(name)),
            ),
          ],
  };
}

/** The inventory without heads that pages repeat, if a table of the other document says that they repeat. */
function withoutStatedHeads({ inventory = [] }: FormSide, other: FormSide): readonly InventoryItem[] {
  if (!inventory.some(({ kind }) => kind === 'table_head')) return inventory;
  const stated = new Set(other.document.blocks.flatMap(statedHeads));
  return inventory.filter(({ kind, sha256: digest }) => kind !== 'table_head' || !stated.has(digest));
}

/** Digests of the head of a table: all its rows, and the first one, of which a page may repeat no more. */
function statedHeads(block: Block): string[] {
  if (block.kind !== 'table') return [];
  const head = block.rows
    .filter(({ section }) => section === 'head')
    .map(({ cells }) => cells.map(({ blocks }) => blocks.flatMap(textsIn).map(textOf).join(' ')));
  return head.length === 0 ? [] : [headDigest(head), headDigest(head.slice(0, 1))];
}

function placed({ document, pageOfBlock, linesOfBlock }: FormSide): PlacedBlock[] {
  let float: PlacedBlock['floats'];
  return document.blocks.map((block, at) => {
    float = floatOf(block, float);
    return { block, page: pageOfBlock?.[at], lines: linesOfBlock?.[at], floats: float };
  });
}

/** How a block floats. Notes follow the body, so everything after a note is one, too. */
function floatOf(block: Block, before: PlacedBlock['floats']): PlacedBlock['floats'] {
  if (before === 'note' || (block.kind === 'text' && noteIn(block.attributes) !== null)) return 'note';
  return floats(block) ? 'box' : undefined;
}

/** Both sides in the order of the side that states it, without what a page generates. */
function inStatedOrder(
  [original, revised]: readonly [FormSide, FormSide],
  a: readonly PlacedBlock[],
  b: readonly PlacedBlock[],
  leftOut: Set<(typeof LEFT_OUT)[number]>,
): PlacedBlock[][] {
  const isFirst = isPrinted(original.format);
  const [printed, stated] = isFirst ? [a, b] : [b, a];
  const { drawnTexts = [] } = isFirst ? revised : original;
  const texts = withoutDrawnTexts(printed, stated, drawnTexts);
  if (texts.length < printed.length) leftOut.add('words of charts and diagrams');
  const entries = withoutPages(texts, stated);
  if (entries.hasDropped) leftOut.add('page numbers of contents');
  const ordered = orderAsStated(entries.printed, entries.stated);
  return isFirst ? [ordered, entries.stated] : [entries.stated, ordered];
}

/** Both sides with the tables of the side that states them. `format` is the format of `a`. */
function withLedTables(
  format: SideFormat,
  a: readonly PlacedBlock[],
  b: readonly PlacedBlock[],
): { readonly sides: readonly PlacedBlock[][]; readonly hasDropped: boolean } {
  const isFirst = isPrinted(format);
  const { printed, stated, hasDropped } = isFirst ? leadTables(a, b) : leadTables(b, a);
  return { sides: isFirst ? [printed, stated] : [stated, printed], hasDropped };
}

function isPrinted(format: SideFormat): boolean {
  return expressedIn(format).paragraphs < PARAGRAPHS.stated;
}

/** Both sides with the paragraphs of the side that states them better. */
function broken(
  original: SideFormat,
  revised: SideFormat,
  a: readonly PlacedBlock[],
  b: readonly PlacedBlock[],
): [readonly PlacedBlock[], readonly PlacedBlock[]] {
  const [x, y] = [expressedIn(original).paragraphs, expressedIn(revised).paragraphs];
  if (x === y) return [a, b];
  return x < y ? [agreeOnBreaks(a, b), b] : [a, agreeOnBreaks(b, a)];
}

function readingOf(
  { format, document, envelope, inventory = [] }: FormSide,
  reduced: readonly PlacedBlock[],
  stories: readonly PlacedBlock[],
  { pictureAddresses }: Expressed,
): Reading {
  const blocks = settled(reduced.map(({ block }) => block));
  const hasPages = format === 'pdf';
  const pagesOf = (count: (block: Block) => number): number[] =>
    blocks.flatMap((block, at) => new Array<number>(count(block)).fill(reduced[at]!.page!));
  return {
    document: { blocks, warnings: document.warnings },
    // A document beyond the limits may have been packed as text, so its own measures decide.
    envelope,
    inventory: pictureAddresses ? inventory : [...inventoryOfKinds(inventory), ...storyItems(stories)],
    ...(hasPages && {
      places: { pages: pagesOf(leafCountOf) },
      flatPlaces: { pages: pagesOf((block) => flatBlocksOf(block).reduce((sum, flat) => sum + leafCountOf(flat), 0)) },
    }),
  };
}

/** Blocks with their paths in normal form, in each cell separately. */
function settled(blocks: readonly Block[]): Block[] {
  const inner = blocks.map((block) =>
    block.kind !== 'table'
      ? block
      : {
          ...block,
          rows: block.rows.map((row) => ({
            ...row,
            cells: row.cells.map((cell) => ({ ...cell, blocks: settled(cell.blocks) })),
          })),
        },
  );
  return dropCountedValues(settlePaths(inner));
}

/**
 * One item for each kind. Two formats keep pictures and drawings in different ways. So their digests cannot be compared
 * one by one. Nothing shows that they are equal, and the item is named.
 */
function inventoryOfKinds(inventory: readonly InventoryItem[]): InventoryItem[] {
  const kinds = new Map<InventoryItem['kind'], InventoryItem[]>();
  for (const item of inventory) kinds.set(item.kind, [...(kinds.get(item.kind) ?? []), item]);
  return [...kinds].map(([kind, items]) => ({
    kind,
    where: '',
    sha256: sha256(items.map((item) => item.sha256).join(' ')),
    count: items.reduce((sum, { count }) => sum + count, 0),
  }));
}

function storyItems(stories: readonly PlacedBlock[]): InventoryItem[] {
  const texts = new Map<'header' | 'footer' | 'comment', { text: string; count: number }>();
  for (const { block } of stories) {
    const story = storyOf(block.path)!;
    const kind = story.kind === 'comment' ? 'comment' : story.kind.endsWith('header') ? 'header' : 'footer';
    const known = texts.get(kind) ?? { text: '', count: 0 };
    const text = textsIn(block).map(textOf).join('\n');
    texts.set(kind, { text: `${known.text}\n${text}`, count: known.count + (story.starts ? 1 : 0) });
  }
  return [...texts].map(([kind, { text, count }]) => ({
    kind,
    where: '',
    sha256: sha256(text),
    count: Math.max(1, count),
  }));
}

function warningOf(original: SideFormat, revised: SideFormat, leftOut: readonly string[]): Warning {
  const message = `${FORMAT_NAMES[original]} and ${FORMAT_NAMES[revised]} do not both state these, so they were not compared: ${leftOut.join(', ')}.`;
  return { code: 'not_in_both_formats', message };
}
