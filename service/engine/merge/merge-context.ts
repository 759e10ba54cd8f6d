import type { Block } from '../../../shared/document/model.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import type { ChangeIds } from './change-ids.ts';

/** What one comparison shares between its parts. */
export interface MergeContext {
  readonly vocabulary: Vocabulary;
  readonly ids: ChangeIds;
  /** `block` mode: a text that differs is replaced whole. */
  readonly wholeBlocks: boolean;
  /**
   * Alignments and edit scripts are made with the sides exchanged and then turned back, so that two documents compared
   * one way round and the other have mirrored changes.
   */
  readonly swapped: boolean;
  /** Pairs whose merged block broke a law, and which were taken apart. */
  readonly faults: { count: number };
  /** False: no block is paired with any other. */
  readonly pairing: boolean;
  /** Merges the blocks of two paired cells. */
  readonly mergeCellBlocks: (a: readonly Block[], b: readonly Block[], context: MergeContext) => readonly Block[];
}
