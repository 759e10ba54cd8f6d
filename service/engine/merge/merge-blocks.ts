/**
 * Merges two lists of blocks into one in which every difference stands where it is: the edit script from which the
 * fragment, the changes and the alignment are all written.
 */
import {
  textOf,
  type Block,
  type ImageBlock,
  type TableBlock,
  type TextBlock,
} from '../../../shared/document/model.ts';
import { sameContent } from '../../../shared/document/same-block.ts';
import { alignItems, type Aligned } from '../align/align-items.ts';
import { featureOfBlock, unlikeAny, type BlockPlace } from '../align/feature.ts';
import { editScript, type TextEdit } from '../text/edit-script.ts';
import { carriedNote } from './carried-layer.ts';
import { findMoves } from './find-moves.ts';
import type { MergeContext } from './merge-context.ts';
import { mergeJoined } from './merge-joined.ts';
import { mergePaths, type MergedItem } from './merge-paths.ts';
import { mergeRuns } from './merge-runs.ts';
import { mergeTables } from './merge-tables.ts';

/** A moved block says at least this much (tokens); shorter ones repeat by chance. */
const MOVE_MIN_TOKENS = 4;

/** What is known about the blocks of both lists besides themselves. */
export interface MergeBlocksOptions {
  /** Two blocks left alone at the same place are one block, whatever they say (cells). */
  readonly pairLonely: boolean;
  readonly places?: { readonly original: readonly BlockPlace[]; readonly revised: readonly BlockPlace[] } | undefined;
}

/** The merged list. */
export function mergeBlocks(
  a: readonly Block[],
  b: readonly Block[],
  context: MergeContext,
  { pairLonely, places }: MergeBlocksOptions,
): Block[] {
  const { vocabulary, ids, swapped, wholeBlocks, apart } = context;
  const featuresOf = (blocks: readonly Block[], side: 'original' | 'revised') =>
    blocks.map((block, index) => {
      const feature = featureOfBlock(block, vocabulary, places?.[side][index]);
      return apart.has(block) ? unlikeAny(feature, `${side}${index}`) : feature;
    });
  const [aFeatures, bFeatures] = [featuresOf(a, 'original'), featuresOf(b, 'revised')];
  const aligned = alignItems(aFeatures, bFeatures, vocabulary, { pairLonely, findCuts: !wholeBlocks, swapped });
  const moves = findMoves(aligned, aFeatures, bFeatures, MOVE_MIN_TOKENS, context);
  const items: MergedItem[] = [];
  for (let at = 0; at < aligned.length; at += 1) {
    const entry = aligned[at]!;
    if (entry.a !== undefined && entry.b !== undefined) {
      let end = at + 1;
      while (end < aligned.length && isContinued(aligned[end]!)) end += 1;
      if (end - at === 1) {
        items.push({ a: a[entry.a]!, b: b[entry.b]!, block: mergePair(a[entry.a]!, b[entry.b]!, context) });
      } else {
        items.push(...joinedItems(aligned.slice(at, end), a, b, context));
        at = end - 1;
      }
      continue;
    }
    const side = entry.a !== undefined ? 'original' : 'revised';
    const block = entry.a !== undefined ? a[entry.a]! : b[entry.b]!;
    const changeId = block.kind === 'image' ? null : ids.next();
    const standing = { side, changeId, ...moves.get(entry) } as const;
    items.push({ [side === 'original' ? 'a' : 'b']: block, block: { ...block, standing } });
  }
  return mergePaths(items, ids);
}

function isContinued(entry: Aligned): boolean {
  return !(entry.a !== undefined && entry.b !== undefined) && entry.boundary !== undefined;
}

/** A text with its pieces: the first of them stands on both sides, the others on one. */
function joinedItems(
  entries: readonly Aligned[],
  a: readonly Block[],
  b: readonly Block[],
  context: MergeContext,
): MergedItem[] {
  const aTexts = entries.flatMap((entry) => (entry.a === undefined ? [] : [a[entry.a] as TextBlock]));
  const bTexts = entries.flatMap((entry) => (entry.b === undefined ? [] : [b[entry.b] as TextBlock]));
  const split = bTexts.length > 1;
  const merged = split
    ? mergeJoined(aTexts[0]!, bTexts, 'revised', context)
    : mergeJoined(bTexts[0]!, aTexts, 'original', context);
  return merged.map((block, index): MergedItem => {
    if (index === 0) return { a: aTexts[0]!, b: bTexts[0]!, block };
    return split ? { b: bTexts[index]!, block } : { a: aTexts[index]!, block };
  });
}

function mergePair(a: Block, b: Block, context: MergeContext): Block {
  if (sameContent(a, b)) return b;
  if (a.kind === 'text' && b.kind === 'text') return mergeTexts(a, b, context);
  if (a.kind === 'table' && b.kind === 'table') return mergeTables(a, b, context) satisfies TableBlock;
  if (a.kind === 'image' && b.kind === 'image') return mergeImages(a, b);
  return b satisfies Block;
}

function mergeTexts(a: TextBlock, b: TextBlock, context: MergeContext): TextBlock {
  const { vocabulary, ids, wholeBlocks, swapped } = context;
  // The block's own change comes first in the document, then those inside it.
  const original = a.type === b.type ? undefined : { changeId: ids.next(), type: a.type, path: a.path };
  const script = hasSameText(a, b)
    ? equalScript(b)
    : editScript(vocabulary.tokens(a), vocabulary.tokens(b), vocabulary, { whole: wholeBlocks, swapped });
  const runs = mergeRuns(a.runs, b.runs, script, ids);
  const carried = carriedNote(a, b.attributes, runs);
  return { ...b, runs, ...(original === undefined ? {} : { original }), ...(carried === undefined ? {} : { carried }) };
}

function hasSameText(a: TextBlock, b: TextBlock): boolean {
  return textOf(a) === textOf(b);
}

/** The script of two equal texts. */
function equalScript(block: TextBlock): TextEdit[] {
  const end = textOf(block).length;
  return end === 0 ? [] : [{ equal: true, aStart: 0, aEnd: end, bStart: 0, bEnd: end }];
}

function mergeImages(a: ImageBlock, b: ImageBlock): ImageBlock {
  if (a.image.src === b.image.src && a.image.alt === b.image.alt && a.href === b.href) return b;
  return { ...b, carried: { image: a.image, ...(a.href === undefined ? {} : { href: a.href }) } };
}
