import type { Block, TextBlock } from '../../../shared/document/model.ts';

/** All text blocks of a list in order, including the blocks of tables. */
export function textBlocksOf(blocks: readonly Block[]): TextBlock[] {
  const found: TextBlock[] = [];
  collectTexts(blocks, found);
  return found;
}

function collectTexts(blocks: readonly Block[], found: TextBlock[]): void {
  for (const block of blocks) {
    if (block.kind === 'text') found.push(block);
    else if (block.kind === 'table')
      for (const row of block.rows) for (const cell of row.cells) collectTexts(cell.blocks, found);
  }
}
