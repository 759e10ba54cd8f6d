/**
 * The engine's front door: two documents in, one merged document out. Pure and deterministic; work is bounded in steps.
 *
 * The recipe: align blocks, merge each pair (words, formats, tables), note what stands on one side only.
 */
import type { Block, Document } from '../../shared/document/model.ts';
import type { BlockPlace } from './align/feature.ts';
import { isSwapped } from './align/is-swapped.ts';
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
}

/** Compares two documents in reader normal form. */
export function compareDocuments(original: Document, revised: Document, options: CompareOptions): Merged {
  const context: MergeContext = {
    vocabulary: new Vocabulary(),
    ids: new ChangeIds(),
    wholeBlocks: options.mode === 'block',
    swapped: isSwapped(original.blocks, revised.blocks),
    mergeCellBlocks: (a, b, inner) => mergeBlocks(a, b, inner, { pairLonely: true }),
  };
  return {
    blocks: numberChanges(
      mergeBlocks(original.blocks, revised.blocks, context, { pairLonely: false, places: options.places }),
    ),
  };
}
