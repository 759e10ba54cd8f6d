/**
 * Merges the two ends of a move whose content was edited on the way. Each end keeps its place and its form, and both note
 * the same changes inside. So an edit is a change of its own, wherever the content ends up.
 *
 *     {-[Pay within {-30-}{+90+} days.]-} … {+[Pay within {-30-}{+90+} days.]+}
 */
import {
  isCarried,
  type Block,
  type Cell,
  type OneSided,
  type Row,
  type Side,
  type TableBlock,
  type TextBlock,
} from '../../../shared/document/model.ts';
import { sameContent } from '../../../shared/document/same-block.ts';
import { alignItems } from '../align/align-items.ts';
import { featureOfBlock } from '../align/feature.ts';
import { carriedNote } from './carried-layer.ts';
import type { MergeContext } from './merge-context.ts';
import { mergeText } from './merge-text.ts';
import { contentsRoundTrip } from './round-trips.ts';

/** Content of both ends of a move. */
export interface MovedEnds<T> {
  /** At the place of the original. */
  readonly from: T;
  /** At the place of the revised document. */
  readonly to: T;
}

/** Notes that make an end one-sided, for its check. */
const ONLY_IN: Readonly<Record<Side, OneSided>> = {
  original: { side: 'original', changeId: '' },
  revised: { side: 'revised', changeId: '' },
};

/**
 * The two ends of moved blocks. Null: edits inside cannot be noted, because the blocks have other shapes. Then the blocks
 * are no move. In `block` mode a text that differs is replaced whole, so only equal blocks move.
 */
export function mergeMoved(a: readonly Block[], b: readonly Block[], context: MergeContext): MovedEnds<Block[]> | null {
  return pairwise(a, b, (x, y) => movedBlock(x, y, context));
}

/** The two ends of the cells of a moved row; null as for blocks. */
export function mergeMovedCells(
  a: readonly Cell[],
  b: readonly Cell[],
  context: MergeContext,
): MovedEnds<Cell[]> | null {
  return pairwise(a, b, (x, y) => {
    const blocks =
      x.blocks.length === y.blocks.length
        ? mergeMoved(x.blocks, y.blocks, context)
        : alignMoved(x.blocks, y.blocks, context);
    return blocks && { from: { ...x, blocks: blocks.from }, to: { ...y, blocks: blocks.to } };
  });
}

/**
 * The two ends of blocks that are not as many on both sides. A text that one side alone has is an edit as a whole, and both
 * ends have it. Where the edit goes, the emptied text goes with it. Null: such a block has something else than text.
 *
 *     {-[Roof] []-} … {+[Roof] [{+in spring+}]+}
 */
function alignMoved(a: readonly Block[], b: readonly Block[], context: MergeContext): MovedEnds<Block[]> | null {
  if (context.wholeBlocks) return null;
  const { vocabulary, swapped } = context;
  const features = (blocks: readonly Block[]) =>
    blocks.map((block, index) => featureOfBlock(block, vocabulary, undefined, index));
  const options = { pairLeftovers: true, findSplits: false, swapped };
  const ends: MovedEnds<Block[]> = { from: [], to: [] };
  for (const row of alignItems(features(a), features(b), vocabulary, options)) {
    const [x, y] = [row.a === undefined ? undefined : a[row.a]!, row.b === undefined ? undefined : b[row.b]!];
    const merged = x !== undefined && y !== undefined ? movedBlock(x, y, context) : wholeEdit(x, y, context);
    if (merged === null) return null;
    ends.from.push(merged.from);
    ends.to.push(merged.to);
  }
  return ends;
}

function wholeEdit(x: Block | undefined, y: Block | undefined, { ids }: MergeContext): MovedEnds<Block> | null {
  const block = x ?? y;
  if (block?.kind !== 'text' || block.runs.length === 0 || block.runs.some(isCarried)) return null;
  const edit: OneSided = { side: x === undefined ? 'revised' : 'original', changeId: ids.next() };
  const whole = { ...block, runs: block.runs.map((run) => ({ ...run, edit })) };
  return { from: whole, to: whole };
}

function movedBlock(a: Block, b: Block, context: MergeContext): MovedEnds<Block> | null {
  if (sameContent(a, b)) return { from: a, to: b };
  if (a.kind === 'text' && b.kind === 'text') return movedText(a, b, context);
  if (a.kind === 'table' && b.kind === 'table') return movedTable(a, b, context);
  return null;
}

function movedText(a: TextBlock, b: TextBlock, context: MergeContext): MovedEnds<Block> | null {
  if (context.wholeBlocks && !context.vocabulary.haveSameText(a, b)) return null;
  const runs = mergeText(a, b, context);
  const carried = carriedNote(a, a.attributes, runs);
  const from: TextBlock = carried === undefined ? { ...a, runs } : { ...a, runs, carried };
  const to: TextBlock = { ...b, runs };
  const roundTrips =
    contentsRoundTrip([{ ...from, onlyIn: ONLY_IN.original }], [a], []) &&
    contentsRoundTrip([{ ...to, onlyIn: ONLY_IN.revised }], [], [b]);
  return roundTrips ? { from, to } : null;
}

function movedTable(a: TableBlock, b: TableBlock, context: MergeContext): MovedEnds<Block> | null {
  const rows = pairwise<Row>(a.rows, b.rows, (x, y) => {
    const cells = mergeMovedCells(x.cells, y.cells, context);
    return cells && { from: { ...x, cells: cells.from }, to: { ...y, cells: cells.to } };
  });
  return rows && { from: { ...a, rows: rows.from }, to: { ...b, rows: rows.to } };
}

function pairwise<T>(
  a: readonly T[],
  b: readonly T[],
  merge: (x: T, y: T) => MovedEnds<T> | null,
): MovedEnds<T[]> | null {
  if (a.length !== b.length) return null;
  const ends: MovedEnds<T[]> = { from: [], to: [] };
  for (const [at, x] of a.entries()) {
    const merged = merge(x, b[at]!);
    if (merged === null) return null;
    ends.from.push(merged.from);
    ends.to.push(merged.to);
  }
  return ends;
}
