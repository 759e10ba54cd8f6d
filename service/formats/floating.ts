/** Blocks whose place on the page does not follow from the text around them: text boxes and frames. */
import type { Block } from '../../shared/document/model.ts';

/** The attribute of a block that floats. It exists only where the other side of a comparison prints its pages. */
export const FLOATING = 'data-floating';

/** The block with the note that it floats. */
export function floating(block: Block): Block {
  if (block.kind === 'text') return { ...block, attributes: { ...block.attributes, [FLOATING]: '' } };
  return block.kind === 'table' ? { ...block, attributes: { ...block.attributes, [FLOATING]: '' } } : block;
}

/** Whether a block floats. */
export function floats(block: Block): boolean {
  return (block.kind === 'text' || block.kind === 'table') && block.attributes?.[FLOATING] !== undefined;
}
