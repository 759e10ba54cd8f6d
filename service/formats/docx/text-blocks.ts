import type { Block, TextBlock } from '../../../shared/document/model.ts';

/** All text blocks of a list in order, those in tables included. */
export function textBlocks(blocks: readonly Block[]): TextBlock[] {
  const found: TextBlock[] = [];
  for (const block of blocks) {
    if (block.kind === 'text') found.push(block);
    if (block.kind === 'table')
      for (const row of block.rows) for (const cell of row.cells) found.push(...textBlocks(cell.blocks));
  }
  return found;
}
