/** A document as a list of texts, each with its place in the blocks, and their words. */
import type { TextBlock } from '../../../shared/document/model.ts';
import type { PlacedBlock } from './placed-block.ts';
import { textsIn, wordsOf, type Word } from './words-of-blocks.ts';

/** A text and where it stands: its block, and the row and cell of a table; outside tables −1. */
export interface Leaf {
  readonly text: TextBlock;
  readonly block: number;
  readonly row: number;
  readonly cell: number;
}

/** The blocks of one side, their texts, and the words of these texts. */
export interface Side {
  readonly blocks: readonly PlacedBlock[];
  readonly leaves: readonly Leaf[];
  readonly words: readonly Word[];
}

/** The side with these blocks. */
export function sideOf(blocks: readonly PlacedBlock[]): Side {
  const leaves = blocks.flatMap(({ block }, at): Leaf[] =>
    block.kind !== 'table'
      ? textsIn(block).map((text) => ({ text, block: at, row: -1, cell: -1 }))
      : block.rows.flatMap(({ cells }, row) =>
          cells.flatMap((cell, index) =>
            cell.blocks.flatMap(textsIn).map((text) => ({ text, block: at, row, cell: index })),
          ),
        ),
  );
  return { blocks, leaves, words: wordsOf(leaves.map(({ text }) => text)) };
}
