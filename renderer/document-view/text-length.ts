import type { Block } from '../../shared/document/model.ts';
import type { Segment } from './segments.ts';

/** The room of a block beside its text, in characters: for its margins, a rule or a picture. */
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
 * Estimates the room of a segment in characters, without layout and without writing its HTML. Only nested tables
 * recurse, and the scanner bounds their depth.
 */
export function textLength({ blocks }: Segment): number {
  let length = 0;
  for (const block of blocks) length += lengthOf(block);
  return length;
}
