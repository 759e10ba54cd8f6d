/** Texts that one side has in one block and the other in several. */
import { textOf, type Block, type Side, type TextBlock } from '../../../shared/document/model.ts';

/** Text of the block at `at` on a side: with the pieces after it, up to the first one that is a block there too. */
export function wholeText(blocks: readonly Block[], at: number, side: Side): string {
  const block = blocks[at] as TextBlock;
  let text = sideText(block, side);
  // What stands on one side alone is no piece, and has none.
  if (block.onlyIn !== undefined) return text;
  for (let next = at + 1; next < blocks.length; next += 1) {
    const piece = blocks[next]!;
    // What stands between the pieces on one side only is passed over, and so are images.
    if (piece.kind === 'image' || piece.onlyIn !== undefined) continue;
    if (piece.kind !== 'text' || piece.boundary === undefined || piece.boundary.side === side) break;
    text += sideText(piece, side);
  }
  return text;
}

/** Text of one side of a merged text block. */
export function sideText(block: TextBlock, side: Side): string {
  if (block.onlyIn !== undefined) return textOf(block);
  let text = '';
  for (const run of block.runs) if (run.edit === undefined || run.edit.side === side) text += run.text;
  return text;
}
