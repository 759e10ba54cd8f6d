/**
 * Merges two lists of blocks into one list that notes every difference in its place. The fragment, the changes and
 * the alignment are all written from this list.
 */
import {
  type Block,
  type ImageBlock,
  type Side,
  type OneSided,
  type TableBlock,
  type TextBlock,
} from '../../../shared/document/model.ts';
import { lookOf, sameLook, withLook } from '../../../shared/document/looks.ts';
import { beginsSlide } from '../../../shared/document/slides.ts';
import { sameContent } from '../../../shared/document/same-block.ts';
import { alignItems, type Aligned } from '../align/align-items.ts';
import { alignWithComments, rowsBeforeComments } from '../align/align-comments.ts';
import { featureOfBlock, unlikeAny, type BlockPlaces } from '../align/feature.ts';
import { contentsRoundTrip } from './round-trips.ts';
import { carriedNote } from './carried-layer.ts';
import { findMoves, type Move, type Moves } from './find-moves.ts';
import type { MergeContext } from './merge-context.ts';
import { mergeJoined } from './merge-joined.ts';
import { PathMerger, type MergedItem } from './merge-paths.ts';
import { mergeMoved, type MovedEnds } from './merge-moved.ts';
import { mergeText } from './merge-text.ts';
import { mergeTables } from './merge-tables.ts';
import { repeatsLinks } from './repeated-links.ts';
import { firstRowsOfValues } from './whole-values.ts';
import { unpairedTablesBeside, TablePieces, type UnpairedTable, type MergedTables } from './table-pieces.ts';

/** Fewest tokens of a moved block; shorter ones repeat by chance. */
const MOVE_MIN_TOKENS = 4;

/** Options for merging two lists of blocks. */
export interface MergeBlocksOptions {
  /** Pairs two leftover blocks at the same place, even if their texts differ (cells). */
  readonly pairLeftovers: boolean;
  /** Checks both round-trip invariants for each pair. Off in cells, which are checked together with their table. */
  readonly checkPairs: boolean;
  /** The pairs say which places of the two pages are the same. On for the whole list; absent in cells. */
  readonly learnsTargets?: boolean;
  readonly places?: { readonly original: BlockPlaces; readonly revised: BlockPlaces } | undefined;
}

/** The merged list as a whole. */
export function mergedBlocks(
  a: readonly Block[],
  b: readonly Block[],
  context: MergeContext,
  options: MergeBlocksOptions,
): Block[] {
  const blocks: Block[] = [];
  mergeBlocks(a, b, context, options, (block) => blocks.push(block));
  return blocks;
}

/**
 * Emits the merged list in order. The whole alignment is computed before the first block. Each block is emitted as
 * soon as it is merged, and does not change afterwards.
 */
export function mergeBlocks(
  a: readonly Block[],
  b: readonly Block[],
  context: MergeContext,
  options: MergeBlocksOptions,
  emit: (block: Block) => void,
): void {
  const { aligned, moves } = alignBlocks(a, b, context, options);
  if (options.learnsTargets) context.targets?.learn(aligned, a, b);
  const { places, checkPairs } = options;
  const firstRows = places && firstRowsOfValues(aligned, moves, places, context);
  const paths = new PathMerger(context.ids, emit);
  mergeItems({ aligned, moves, firstRows }, { a, b }, context, checkPairs, (item) => paths.add(item));
  paths.end();
}

/** Pairs the blocks. The features of both lists end here: they take as much memory as the blocks. */
function alignBlocks(
  a: readonly Block[],
  b: readonly Block[],
  context: MergeContext,
  { pairLeftovers, places }: MergeBlocksOptions,
): { readonly aligned: readonly Aligned[]; readonly moves: Moves } {
  const { vocabulary, swapped, wholeBlocks, pairing } = context;
  const featuresOf = (blocks: readonly Block[], side: Side) =>
    blocks.map((block, index) => {
      const feature = featureOfBlock(block, vocabulary, places?.[side], index);
      return pairing ? feature : unlikeAny(feature, `${side}${index}`, vocabulary);
    });
  const [aFeatures, bFeatures] = [featuresOf(a, 'original'), featuresOf(b, 'revised')];
  const options = { pairLeftovers, findSplits: !wholeBlocks, moveMinTokens: MOVE_MIN_TOKENS, swapped };
  const aligned = pairing
    ? alignWithComments({ blocks: a, features: aFeatures }, { blocks: b, features: bFeatures }, vocabulary, options)
    : alignItems(aFeatures, bFeatures, vocabulary, options);
  // Comments of one author would seem to be moved, because each names the author.
  const movable = aligned.slice(0, rowsBeforeComments(aligned, a, b));
  const isSlide = (row: number): boolean => {
    const entry = movable[row]!;
    return beginsSlide(entry.a === undefined ? b[entry.b]! : a[entry.a]!);
  };
  return { aligned, moves: findMoves(movable, aFeatures, bFeatures, MOVE_MIN_TOKENS, context, isSlide) };
}

/** Both lists of blocks. */
interface Sides {
  readonly a: readonly Block[];
  readonly b: readonly Block[];
}

/** The alignment of both lists. */
interface AlignedRows {
  readonly aligned: readonly Aligned[];
  readonly moves: Moves;
  /** For each row the first row of the same change. Absent: every one-sided row is a change of its own. */
  readonly firstRows?: Int32Array | undefined;
}

/** Emits the merged items of all alignment rows. */
function mergeItems(
  { aligned, moves, firstRows }: AlignedRows,
  { a, b }: Sides,
  context: MergeContext,
  checkPairs: boolean,
  emit: (item: MergedItem) => void,
): void {
  const isTaken = (row: number): boolean => moves[row] !== undefined || isContinued(aligned[row]!);
  const tables = new TablePieces(unpairedTablesBeside(aligned, a, b, isTaken), (row, beside) => {
    const { a: i, b: j } = aligned[row] as Pair;
    return mergeTableBlocks(a[i] as TableBlock, b[j] as TableBlock, beside, context);
  });
  const moved = new MovedBlocks(aligned, moves, { a, b }, context);
  let shared: { readonly firstRow: number; readonly changeId: string } | undefined;
  const mergeOneSided = (entry: UnpairedEntry, row: number): MergedItem => {
    const [side, own] =
      entry.a === undefined ? (['revised', b[entry.b]!] as const) : (['original', a[entry.a]!] as const);
    const end = moved.endAt(row, side);
    const firstRow = firstRows?.[row] ?? row;
    if (shared?.firstRow !== firstRow) shared = { firstRow, changeId: context.ids.next() };
    const moveId = end === undefined ? tables.moveOf(row)?.moveId : moves[firstRow]?.moveId;
    const item = oneSidedBlock(end?.block ?? own, side, shared.changeId, moveId);
    return side === 'original' ? { a: own, block: item } : { b: own, block: item };
  };
  for (let at = 0; at < aligned.length; at += 1) {
    const entry = aligned[at]!;
    if (!isPair(entry)) {
      emit(mergeOneSided(entry, at));
      continue;
    }
    if (at + 1 === aligned.length || !isContinued(aligned[at + 1]!)) {
      const [x, y] = [a[entry.a]!, b[entry.b]!];
      const block = tables.tableOf(at) ?? mergePair(x, y, context);
      if (repeatsLinks([block], [x], [y])) replaceWhole([x], [y], context).forEach(emit);
      else if (block === y || !checkPairs) emit({ a: x, b: y, block });
      else checkedItems([x], [y], [{ a: x, b: y, block }], context).forEach(emit);
      continue;
    }
    const first = at;
    while (at + 1 < aligned.length && isContinued(aligned[at + 1]!)) at += 1;
    const entries = aligned.slice(first, at + 1);
    const originals = entries.flatMap((each) => (each.a === undefined ? [] : [a[each.a]!]));
    const reviseds = entries.flatMap((each) => (each.b === undefined ? [] : [b[each.b]!]));
    const pieces = mergeJoined(piecesOf(entries, 'a', a), piecesOf(entries, 'b', b), context);
    const items = withBetween(entries, pieces, (entry, place) => mergeOneSided(entry, first + place));
    const merged = items.map(({ block }) => block);
    if (repeatsLinks(merged, originals, reviseds)) replaceWhole(originals, reviseds, context).forEach(emit);
    else (checkPairs ? checkedItems(originals, reviseds, items, context) : items).forEach(emit);
  }
}

/** The ends of the moves of an alignment. A pair is merged when its first end is asked for. */
class MovedBlocks {
  readonly #aligned: readonly Aligned[];
  readonly #moves: Moves;
  readonly #sides: Sides;
  readonly #context: MergeContext;
  readonly #merged = new Map<string, MovedEnds<Block[]> | null>();

  constructor(aligned: readonly Aligned[], moves: Moves, sides: Sides, context: MergeContext) {
    this.#aligned = aligned;
    this.#moves = moves;
    this.#sides = sides;
    this.#context = context;
  }

  /** The end in a row; undefined if the row is in no move. */
  endAt(row: number, side: Side): { readonly block: Block; readonly moveId: string } | undefined {
    const move = this.#moves[row];
    const ends = move && this.#endsOf(move);
    return ends ? { block: ends[side === 'original' ? 'from' : 'to'][0]!, moveId: move.moveId } : undefined;
  }

  #endsOf(move: Move): MovedEnds<Block[]> | null {
    const known = this.#merged.get(move.moveId);
    if (known !== undefined) return known;
    const { a, b } = this.#sides;
    const ends = mergeMoved([a[this.#aligned[move.from]!.a!]!], [b[this.#aligned[move.to]!.b!]!], this.#context);
    this.#merged.set(move.moveId, ends);
    return ends;
  }
}

/** The texts of one side that are pieces of one text. */
function piecesOf(entries: readonly Aligned[], side: 'a' | 'b', blocks: readonly Block[]): TextBlock[] {
  const pieces: TextBlock[] = [];
  for (const entry of entries) {
    const index = entry[side];
    if (index !== undefined && !isBetween(entry)) pieces.push(blocks[index] as TextBlock);
  }
  return pieces;
}

/** Puts the one-sided blocks back between the merged pieces of a text. Each other entry then has exactly one piece. */
function withBetween(
  entries: readonly Aligned[],
  pieces: readonly MergedItem[],
  mergeOneSided: (entry: UnpairedEntry, place: number) => MergedItem,
): readonly MergedItem[] {
  if (!entries.some(isBetween)) return pieces;
  let next = 0;
  return entries.map((entry, place) => (isBetween(entry) ? mergeOneSided(entry, place) : pieces[next++]!));
}

/** A block that only one side has, with its change. */
function oneSidedBlock(block: Block, side: Side, ownId: string, moveId?: string): Block {
  // Images are carried: nobody decides about them, and their moves are not reported.
  const changeId = block.kind === 'image' ? null : ownId;
  return markOneSided(
    block,
    moveId === undefined || changeId === null ? { side, changeId } : { side, changeId, moveId },
  );
}

function markOneSided(block: Block, onlyIn: OneSided): Block {
  if (block.kind !== 'text') return { ...block, onlyIn };
  // There may be a hundred thousand such copies. Listing the members takes half the memory of a spread.
  const { kind, type, attributes, runs, path, carried } = block;
  const marked: TextBlock = { kind, type, attributes, runs, path, onlyIn };
  return carried === undefined ? marked : { ...marked, carried };
}

/**
 * The items of a pair, or of a text with its pieces. If they break a round-trip invariant, the blocks are replaced
 * whole.
 */
function checkedItems(
  originals: readonly Block[],
  reviseds: readonly Block[],
  items: readonly MergedItem[],
  context: MergeContext,
): readonly MergedItem[] {
  const merged = items.map(({ block }) => block);
  if (contentsRoundTrip(merged, originals, reviseds)) return items;
  context.faults.count += 1;
  return replaceWhole(originals, reviseds, context);
}

/** Deletes and inserts the blocks of a pair as a whole. */
function replaceWhole(originals: readonly Block[], reviseds: readonly Block[], context: MergeContext): MergedItem[] {
  return [
    ...originals.map((block) => ({ a: block, block: oneSidedBlock(block, 'original', context.ids.next()) })),
    ...reviseds.map((block) => ({ b: block, block: oneSidedBlock(block, 'revised', context.ids.next()) })),
  ];
}

function isContinued(entry: Aligned): boolean {
  return !isPair(entry) && (entry.boundary !== undefined || isBetween(entry));
}

type UnpairedEntry = Exclude<Aligned, Pair>;
type Pair = { readonly a: number; readonly b: number };

function isPair(entry: Aligned): entry is Pair {
  return entry.a !== undefined && entry.b !== undefined;
}

function isBetween(entry: Aligned): entry is UnpairedEntry {
  return !isPair(entry) && entry.between === true;
}

function mergePair(a: Block, b: Block, context: MergeContext): Block {
  if (sameContent(a, b)) return b;
  if (a.kind === 'text' && b.kind === 'text') return mergeTexts(a, b, context);
  if (a.kind === 'table' && b.kind === 'table') return mergeTableBlocks(a, b, [], context).table;
  if (a.kind === 'image' && b.kind === 'image') return mergeImages(a, b);
  return b satisfies Block;
}

function mergeTableBlocks(
  a: TableBlock,
  b: TableBlock,
  beside: readonly UnpairedTable[],
  context: MergeContext,
): MergedTables {
  if (sameContent(a, b)) return { table: b, pieces: new Map() };
  if (sameLook(a.attributes, b.attributes)) return mergeTables(a, b, beside, context);
  const original = { changeId: context.ids.next(), path: a.path, look: lookOf(a.attributes) };
  const { table, pieces } = mergeTables(a, b, beside, context);
  return { table: { ...table, original }, pieces };
}

function mergeTexts(a: TextBlock, b: TextBlock, context: MergeContext): TextBlock {
  const { ids, carriesLooks } = context;
  // The block's own change precedes the changes inside it.
  const looksAlike = carriesLooks || sameLook(a.attributes, b.attributes);
  const original =
    a.type === b.type && looksAlike
      ? undefined
      : {
          changeId: ids.next(),
          ...(a.type !== b.type && { type: a.type }),
          path: a.path,
          ...(!looksAlike && { look: lookOf(a.attributes) }),
        };
  const runs = mergeText(a, b, context);
  const carried = carriedNote(a, looksAlike ? b.attributes : withLook(b.attributes, a.attributes), runs);
  return { ...b, runs, ...(original === undefined ? {} : { original }), ...(carried === undefined ? {} : { carried }) };
}

function mergeImages(a: ImageBlock, b: ImageBlock): ImageBlock {
  if (a.image.src === b.image.src && a.image.alt === b.image.alt && a.href === b.href) return b;
  return { ...b, carried: { image: a.image, ...(a.href === undefined ? {} : { href: a.href }) } };
}
