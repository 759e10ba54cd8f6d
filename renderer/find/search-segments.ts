import type { Block, Side, OneSided } from '../../shared/document/model.ts';
import { findPattern, type TextPiece } from './find-text.ts';
import type { Segment } from '../document-view/segments.ts';

/** The side of the content: its own, or the side of the content around it. */
function sideIn(onlyIn: OneSided | undefined, around: Side | null): Side | null {
  return onlyIn?.side ?? around;
}

/**
 * Calls `see` with the texts of the blocks, once for each paragraph. Only nested tables recurse, and their depth is
 * bounded.
 */
function eachText(blocks: readonly Block[], around: Side | null, see: (pieces: TextPiece[]) => void): void {
  for (const block of blocks) {
    const side = sideIn(block.onlyIn, around);
    if (block.kind === 'text') see(block.runs.map(({ text, edit }) => ({ text, side: sideIn(edit, side) })));
    if (block.kind !== 'table') continue;
    for (const row of block.rows) {
      const inRow = sideIn(row.onlyIn, side);
      for (const cell of row.cells) eachText(cell.blocks, sideIn(cell.onlyIn, inRow), see);
    }
  }
}

/** The number of matches of a pattern in a segment. It needs no layout, so the segment need not be on the page. */
export function countMatches({ blocks }: Segment, pattern: RegExp): number {
  let count = 0;
  eachText(blocks, null, (pieces) => {
    count += findPattern(pieces, pattern).length;
  });
  return count;
}
