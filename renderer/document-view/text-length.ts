import type { Block } from '../../shared/document/model.ts';
import type { Segment } from './segments.ts';

/** What a block takes beside its text, as if it were so many characters: its margins, a rule, a picture. */
const BLOCK_LENGTH = 40;

function lengthOf(block: Block): number {
  let length = BLOCK_LENGTH;
  if (block.kind === 'text') for (const { text } of block.runs) length += text.length;
  if (block.kind === 'table') {
    for (const { cells } of block.rows) {
      for (const { blocks } of cells) for (const inner of blocks) length += lengthOf(inner);
    }
  }
  return length;
}

/**
 * How much room a segment takes, in characters: without layout, and without writing its HTML. Recursion follows nested
 * tables, whose depth the scanner bounds.
 */
export function textLength({ blocks }: Segment): number {
  let length = 0;
  for (const block of blocks) length += lengthOf(block);
  return length;
}
