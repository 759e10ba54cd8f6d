import type { Block, TextBlock } from '../../../../shared/document/model.ts';

/** All text blocks of a list in order, including those in tables. */
export function textBlocks(blocks: readonly Block[], found: TextBlock[] = []): TextBlock[] {
  for (const block of blocks) {
    if (block.kind === 'text') found.push(block);
    if (block.kind === 'table')
      for (const row of block.rows) for (const cell of row.cells) textBlocks(cell.blocks, found);
  }
  return found;
}
