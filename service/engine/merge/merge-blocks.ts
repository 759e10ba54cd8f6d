/**
 * Merges two lists of blocks into one in which every difference stands where it is: the edit script from which the
 * fragment, the changes and the alignment are all written.
 */
import type { Block, ImageBlock, TableBlock, TextBlock } from '../../../shared/document/model.ts';
import { alignItems, type Aligned } from '../align/align-items.ts';
import { featureOfBlock, type Feature } from '../align/feature.ts';
import { editScript } from '../text/edit-script.ts';
import { carriedNote } from './carried-layer.ts';
import type { MergeContext } from './merge-context.ts';
import { mergePaths, type MergedItem } from './merge-paths.ts';
import { mergeRuns } from './merge-runs.ts';
import { mergeTables } from './merge-tables.ts';

/** A moved block says at least this much (tokens); shorter ones repeat by chance. */
const MOVE_MIN_TOKENS = 4;

/**
 * The merged list, in order. The alignment of the whole is made before the first block comes; each block is merged when
 * it is asked for, and what was given out stays as it is. `pairLonely`: two blocks left alone at the same place are one
 * block, whatever they say (cells).
 */
export function* mergeBlocks(
  a: readonly Block[],
  b: readonly Block[],
  context: MergeContext,
  pairLonely: boolean,
): Generator<Block, void, undefined> {
  const { vocabulary, ids } = context;
  const aFeatures = a.map((block) => featureOfBlock(block, vocabulary));
  const bFeatures = b.map((block) => featureOfBlock(block, vocabulary));
  const aligned = alignItems(aFeatures, bFeatures, vocabulary, { pairLonely });
  const moves = findMoves(aligned, aFeatures, bFeatures);
  const moveIds = new Map<string, string>();
  const itemOf = (entry: Aligned): MergedItem => {
    if (entry.a !== undefined && entry.b !== undefined) {
      const x = a[entry.a]!;
      const y = b[entry.b]!;
      return { a: x, b: y, block: mergePair(x, y, context) };
    }
    const side = entry.a !== undefined ? 'original' : 'revised';
    const block = entry.a !== undefined ? a[entry.a]! : b[entry.b]!;
    const moveKey = moves.get(entry);
    let moveId: string | undefined;
    if (moveKey !== undefined) {
      moveId = moveIds.get(moveKey) ?? ids.nextMove();
      moveIds.set(moveKey, moveId);
    }
    const changeId = block.kind === 'image' ? null : ids.next();
    const standing = { side, changeId, ...(moveId === undefined ? {} : { moveId }) } as const;
    return { [side === 'original' ? 'a' : 'b']: block, block: { ...block, standing } };
  };
  function* items(): Generator<MergedItem, void, undefined> {
    for (const entry of aligned) yield itemOf(entry);
  }
  yield* mergePaths(items(), ids);
}

/** Moved blocks: the same text once among the deleted and once among the inserted. Entry → key that both ends share. */
function findMoves(aligned: readonly Aligned[], a: readonly Feature[], b: readonly Feature[]): Map<Aligned, string> {
  const deleted = new Map<string, Aligned | null>();
  const inserted = new Map<string, Aligned | null>();
  for (const entry of aligned) {
    if (entry.a !== undefined && entry.b !== undefined) continue;
    const feature = entry.a !== undefined ? a[entry.a]! : b[entry.b]!;
    if (feature.kind === 'image' || feature.kind === 'rule' || feature.bag().ids.length < MOVE_MIN_TOKENS) continue;
    const ends = entry.a !== undefined ? deleted : inserted;
    ends.set(feature.textKey, ends.has(feature.textKey) ? null : entry);
  }
  const moves = new Map<Aligned, string>();
  for (const [key, from] of deleted) {
    const to = inserted.get(key);
    if (from !== null && to != null) moves.set(from, key).set(to, key);
  }
  return moves;
}

function mergePair(a: Block, b: Block, context: MergeContext): Block {
  if (a.kind === 'text' && b.kind === 'text') return mergeTexts(a, b, context);
  if (a.kind === 'table' && b.kind === 'table') return mergeTables(a, b, context) satisfies TableBlock;
  if (a.kind === 'image' && b.kind === 'image') return mergeImages(a, b);
  return b satisfies Block;
}

function mergeTexts(a: TextBlock, b: TextBlock, context: MergeContext): TextBlock {
  const { vocabulary, ids, wholeBlocks } = context;
  // The block's own change comes first in the document, then those inside it.
  const original = a.type === b.type ? undefined : { changeId: ids.next(), type: a.type, path: a.path };
  const script = editScript(vocabulary.tokens(a), vocabulary.tokens(b), vocabulary, wholeBlocks);
  const runs = mergeRuns(a.runs, b.runs, script, ids);
  const carried = carriedNote(a, b.attributes, runs);
  return { ...b, runs, ...(original === undefined ? {} : { original }), ...(carried === undefined ? {} : { carried }) };
}

function mergeImages(a: ImageBlock, b: ImageBlock): ImageBlock {
  if (a.image.src === b.image.src && a.image.alt === b.image.alt && a.href === b.href) return b;
  return { ...b, carried: { image: a.image, ...(a.href === undefined ? {} : { href: a.href }) } };
}
