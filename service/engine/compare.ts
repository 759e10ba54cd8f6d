/**
 * The engine's front door: two documents in, one merged document out. Pure and deterministic; work is bounded in steps.
 *
 * The recipe: align blocks, merge each pair (words, formats, tables), note what stands on one side only.
 */
import type { Block, Document } from '../../shared/document/model.ts';
import type { BlockPlace } from './align/feature.ts';
import { isSwapped } from './align/is-swapped.ts';
import { keepLaws } from './keep-laws.ts';
import { ChangeIds } from './merge/change-ids.ts';
import { mergeBlocks } from './merge/merge-blocks.ts';
import type { MergeContext } from './merge/merge-context.ts';
import { numberChanges } from './merge/number-changes.ts';
import { Vocabulary } from './tokens/vocabulary.ts';

/** How finely paired blocks are compared. */
export interface CompareOptions {
  /** `word`: changes inside a block word by word; `block`: a block whose text differs is replaced whole. */
  readonly mode: 'word' | 'block';
  /** Where the blocks of both sides stand, for formats whose blocks have places (JSON); by index. */
  readonly places?: { readonly original: readonly BlockPlace[]; readonly revised: readonly BlockPlace[] };
}

/** The merged document: rejecting every change in `blocks` gives the original's blocks, accepting every one the revised's. */
export interface Merged {
  readonly blocks: readonly Block[];
  /** Blocks that were taken apart because a law failed on them: always 0, unless the engine has a fault. */
  readonly degraded: number;
}

/** Compares two documents in reader normal form. */
export function compareDocuments(original: Document, revised: Document, options: CompareOptions): Merged {
  const vocabulary = new Vocabulary();
  const swapped = isSwapped(original.blocks, revised.blocks);
  return keepLaws(original.blocks, revised.blocks, (apart) => {
    const context: MergeContext = {
      vocabulary,
      swapped,
      apart,
      ids: new ChangeIds(),
      wholeBlocks: options.mode === 'block',
      mergeCellBlocks: (a, b, inner) => mergeBlocks(a, b, inner, { pairLonely: true }),
    };
    const merged = mergeBlocks(original.blocks, revised.blocks, context, { pairLonely: false, places: options.places });
    return numberChanges(merged);
  });
}
