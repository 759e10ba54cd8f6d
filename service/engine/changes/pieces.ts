/** Texts that are one block on one side and several on the other. */
import { type Block, type Side, type TextBlock } from '../../../shared/document/model.ts';

/**
 * Text of the block at `at` on a side. It includes the pieces after it, up to the next piece that is a block on that
 * side.
 */
export function wholeText(blocks: readonly Block[], at: number, side: Side): string {
  const block = blocks[at] as TextBlock;
  let text = sideText(block, side);
  // A one-sided block is no piece, and has none.
  if (block.onlyIn !== undefined) return text;
  for (let next = at + 1; next < blocks.length; next += 1) {
    const piece = blocks[next]!;
    // Images and one-sided blocks between the pieces are skipped.
    if (piece.kind === 'image' || piece.onlyIn !== undefined) continue;
    if (piece.kind !== 'text' || piece.boundary === undefined || piece.boundary.side === side) break;
    text += sideText(piece, side);
  }
  return text;
}

/** Text of one side of a merged text block. */
export function sideText(block: TextBlock, side: Side): string {
  let text = '';
  for (const run of block.runs) if (run.edit === undefined || run.edit.side === side) text += run.text;
  return text;
}
