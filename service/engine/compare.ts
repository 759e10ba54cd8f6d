/**
 * The engine's front door: two documents in, one merged document out. Pure and deterministic; work is bounded in steps.
 *
 * The recipe: align blocks, merge each pair (words, formats, tables), note what stands on one side only.
 */
import type { Block, Document } from '../../shared/document/model.ts';
import type { BlockPlaces } from './align/feature.ts';
import { isSwapped } from './align/is-swapped.ts';
import { roundTrips } from './round-trips.ts';
import { ChangeIds } from './merge/change-ids.ts';
import { mergeBlocks, mergedBlocks } from './merge/merge-blocks.ts';
import type { MergeContext } from './merge/merge-context.ts';
import { ChangeNumbering } from './merge/number-changes.ts';
import { withAddressesOf } from './shared-addresses.ts';
import { Vocabulary } from './tokens/vocabulary.ts';

/** How finely paired blocks are compared. */
export interface CompareOptions {
  /** `word`: changes inside a block word by word; `block`: a block whose text differs is replaced whole. */
  readonly mode: 'word' | 'block';
  /** Where the blocks of both sides stand, for formats whose blocks have places (JSON). */
  readonly places?: { readonly original: BlockPlaces; readonly revised: BlockPlaces };
}

/** The merged document: rejecting every change in `blocks` gives the original's blocks, accepting every one the revised's. */
export interface Merged {
  readonly blocks: readonly Block[];
  /** Pairs that were taken apart because a law failed on them: always 0, unless the engine has a fault. */
  readonly degraded: number;
}

/** Is told of the merged blocks, in order, as soon as each is known. They begin when the alignment is made. */
export interface MergeWatcher {
  /** The block is final, and keeps the laws by itself. */
  block(block: Block): void;
}

/**
 * Compares two documents in reader normal form.
 *
 * @throws Error when a law does not hold for the result, and it cannot be made anew: a watcher has already seen it
 */
export function compareDocuments(
  original: Document,
  revised: Document,
  options: CompareOptions,
  watcher?: MergeWatcher,
): Merged {
  const sides = [original.blocks, withAddressesOf(original.blocks, revised.blocks)] as const;
  const swapped = isSwapped(...sides);
  const merge = (pairing: boolean, checkPairs: boolean): Merged => {
    const faults = { count: 0 };
    const context: MergeContext = {
      vocabulary: new Vocabulary(),
      ids: new ChangeIds(),
      faults,
      pairing,
      swapped,
      wholeBlocks: options.mode === 'block',
      mergeCellBlocks: (a, b, inner) => mergedBlocks(a, b, inner, { pairLeftovers: true, checkPairs: false }),
    };
    const blocks: Block[] = [];
    const numbering = new ChangeNumbering();
    mergeBlocks(...sides, context, { pairLeftovers: false, checkPairs, places: options.places }, (block) => {
      numbering.number(block);
      blocks.push(block);
      watcher?.block(block);
    });
    return { blocks, degraded: faults.count };
  };

  if (watcher !== undefined) {
    const merged = merge(true, true);
    if (roundTrips(merged.blocks, ...sides)) return merged;
    throw new Error('The law of the fragment does not hold for this comparison.');
  }
  // Without a watcher the check of the whole is enough; only should it fail is each pair asked whether it is at fault.
  for (const checkPairs of [false, true]) {
    const merged = merge(true, checkPairs);
    if (roundTrips(merged.blocks, ...sides)) return merged;
  }
  const { blocks } = merge(false, true);
  if (roundTrips(blocks, ...sides)) return { blocks, degraded: original.blocks.length + revised.blocks.length };
  throw new Error('The law of the fragment does not hold for this comparison.');
}
