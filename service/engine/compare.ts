/**
 * The engine's front door: two documents in, one merged document out. Pure and deterministic; work is bounded in steps.
 *
 * The recipe: align blocks, merge each pair (words, formats, tables), note what stands on one side only.
 */
import type { Block, Document } from '../../shared/document/model.ts';
import { ChangeIds } from './merge/change-ids.ts';
import { mergeBlocks } from './merge/merge-blocks.ts';
import type { MergeContext } from './merge/merge-context.ts';
import { numberChanges } from './merge/number-changes.ts';
import { Vocabulary } from './tokens/vocabulary.ts';

/** How finely paired blocks are compared. */
export interface CompareOptions {
  /** `word`: changes inside a block word by word; `block`: a block whose text differs is replaced whole. */
  readonly mode: 'word' | 'block';
}

/** The merged document: rejecting every change in `blocks` gives the original's blocks, accepting every one the revised's. */
export interface Merged {
  readonly blocks: readonly Block[];
}

/** Compares two documents in reader normal form. */
export function compareDocuments(original: Document, revised: Document, options: CompareOptions): Merged {
  return { blocks: [...mergedBlocks(original, revised, options)] };
}

/**
 * The blocks of the merged document, each as soon as it is known: they begin when the alignment is made, and what was
 * given out is final. `compareDocuments` gives the same blocks at once.
 */
export function mergedBlocks(
  original: Document,
  revised: Document,
  options: CompareOptions,
): Generator<Block, void, undefined> {
  const context: MergeContext = {
    vocabulary: new Vocabulary(),
    ids: new ChangeIds(),
    wholeBlocks: options.mode === 'block',
    mergeCellBlocks: (a, b, inner) => [...mergeBlocks(a, b, inner, true)],
  };
  return numberChanges(mergeBlocks(original.blocks, revised.blocks, context, false));
}
