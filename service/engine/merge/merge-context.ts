import type { Block } from '../../../shared/document/model.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import type { ChangeIds } from './change-ids.ts';
import type { SameTargets } from './same-targets.ts';

/** State that all parts of one comparison share. */
export interface MergeContext {
  readonly vocabulary: Vocabulary;
  readonly ids: ChangeIds;
  /** `block` mode: a text that differs is replaced whole. */
  readonly wholeBlocks: boolean;
  /**
   * Computes alignments and edit scripts with the sides exchanged, and then turns them back. Comparing two documents
   * in either direction therefore returns mirrored changes.
   */
  readonly swapped: boolean;
  /** Number of pairs that were replaced whole because their merged block broke a round-trip invariant. */
  readonly faults: { count: number };
  /** What the links inside both pages point to. Absent: addresses are compared as they are written. */
  readonly targets?: SameTargets | undefined;
  /** Looks are shown and not compared, as in a fallback. */
  readonly carriesLooks: boolean;
  /** False: no block is paired with any other. */
  readonly pairing: boolean;
  /** Merges the blocks of two paired cells. */
  readonly mergeCellBlocks: (a: readonly Block[], b: readonly Block[], context: MergeContext) => readonly Block[];
}
