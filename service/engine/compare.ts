/**
 * The engine's front door: two documents in, one merged document out. Pure and deterministic; work is bounded in
 * steps.
 *
 * The recipe: align blocks, merge each pair (words, formats, tables), mark the one-sided rest, and check the
 * round-trip invariants.
 */
import type { LinkTargets } from '../../shared/document/link-targets.ts';
import type { Block, Document } from '../../shared/document/model.ts';
import type { BlockPlaces } from './align/feature.ts';
import { isSwapped } from './align/is-swapped.ts';
import { roundTrips } from './merge/round-trips.ts';
import { ChangeIds, ChangeNumbering } from './merge/change-ids.ts';
import { mergeBlocks, mergedBlocks } from './merge/merge-blocks.ts';
import type { MergeContext } from './merge/merge-context.ts';
import { movedTargets, SameTargets } from './merge/same-targets.ts';
import { shareAddresses } from './shared-addresses.ts';
import { Vocabulary } from './tokens/vocabulary.ts';

/** Options of a comparison. */
export interface CompareOptions {
  /** `word`: changes inside a block word by word; `block`: a block whose text differs is replaced whole. */
  readonly mode: 'word' | 'block';
  /** Looks are shown and not compared, as in a fallback. Default: they are compared. */
  readonly carriesLooks?: boolean;
  /** Places of the blocks on both sides, for formats with a nested structure (JSON). */
  readonly places?: { readonly original: BlockPlaces; readonly revised: BlockPlaces } | undefined;
  /** What the links inside both pages point to. If absent, addresses are compared as they are written. */
  readonly linkTargets?: { readonly original: LinkTargets; readonly revised: LinkTargets } | undefined;
}

/**
 * The merged document. Rejecting every change in `blocks` returns the original's blocks, accepting every one the
 * revised's.
 */
export interface Merged {
  readonly blocks: readonly Block[];
  /**
   * Number of pairs replaced whole because a round-trip invariant failed on them. Always 0, unless the engine has a
   * fault.
   */
  readonly degraded: number;
  /** Addresses of links without a change that lead to another place on each side, sorted. */
  readonly movedTargets: readonly string[];
}

/** Receives the merged blocks in order, each as soon as it is final. The first comes after the alignment. */
export interface MergeWatcher {
  /** The block is final, and round-trips by itself. */
  block(block: Block): void;
}

/**
 * Compares two documents in reader normal form.
 *
 * @throws Error if the result does not round-trip and cannot be recomputed, because a watcher has already seen it
 */
export function compareDocuments(
  original: Document,
  revised: Document,
  options: CompareOptions,
  watcher?: MergeWatcher,
): Merged {
  const { linkTargets } = options;
  const targets = linkTargets && new SameTargets(linkTargets.original, linkTargets.revised);
  const sides = [original.blocks, shareAddresses(original.blocks, revised.blocks)] as const;
  const swapped = isSwapped(...sides);
  const merge = (pairing: boolean, checkPairs: boolean): Merged => {
    const faults = { count: 0 };
    const context: MergeContext = {
      vocabulary: new Vocabulary(),
      ids: new ChangeIds(),
      faults,
      targets,
      pairing,
      swapped,
      wholeBlocks: options.mode === 'block',
      carriesLooks: options.carriesLooks ?? false,
      mergeCellBlocks: (a, b, inner) => mergedBlocks(a, b, inner, { pairLeftovers: true, checkPairs: false }),
    };
    const blocks: Block[] = [];
    const numbering = new ChangeNumbering();
    const whole = { pairLeftovers: false, checkPairs, learnsTargets: true, places: options.places };
    mergeBlocks(...sides, context, whole, (block) => {
      numbering.number(block);
      blocks.push(block);
      watcher?.block(block);
    });
    return { blocks, degraded: faults.count, movedTargets: targets ? movedTargets(blocks, targets) : [] };
  };

  if (watcher !== undefined) {
    const merged = merge(true, true);
    if (roundTrips(merged.blocks, ...sides)) return merged;
    throw new Error('The result of this comparison does not round-trip.');
  }
  // Without a watcher, checking the whole is enough. Each pair is checked only if the whole fails.
  for (const checkPairs of [false, true]) {
    const merged = merge(true, checkPairs);
    if (roundTrips(merged.blocks, ...sides)) return merged;
  }
  const merged = merge(false, true);
  if (roundTrips(merged.blocks, ...sides))
    return { ...merged, degraded: original.blocks.length + revised.blocks.length };
  throw new Error('The result of this comparison does not round-trip.');
}
