/** Which of two documents the algorithms take as the first, so that the result does not depend on which is the original. */
import { textOf, type Block } from '../../../shared/document/model.ts';
import { textBlocksOf } from './feature.ts';

/**
 * Whether `b` comes before `a` in an order that looks at nothing but their contents: length, then text, then form, then
 * where rules, images and tables stand between the texts.
 */
export function isSwapped(a: readonly Block[], b: readonly Block[]): boolean {
  const [x, y] = [textBlocksOf(a), textBlocksOf(b)];
  if (x.length !== y.length) return x.length > y.length;
  for (const key of [textOf, formOf]) {
    for (const [index, block] of x.entries()) {
      const [own, other] = [key(block), key(y[index]!)];
      if (own !== other) return own.length === other.length ? own > other : own.length > other.length;
    }
  }
  return skeletonOf(a) > skeletonOf(b);
}

/** All blocks in order, those of tables included, without their texts. */
function skeletonOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'image') return `image ${block.image.src} ${block.image.alt}`;
      if (block.kind !== 'table') return block.kind;
      return `table ${block.rows.map((row) => row.cells.map((cell) => skeletonOf(cell.blocks)).join('|')).join('\n')}`;
    })
    .join('\n');
}

function formOf({ type, path }: ReturnType<typeof textBlocksOf>[number]): string {
  return [type, ...path.map((step) => `${step.kind}${step.starts ? '+' : ''}`)].join(' ');
}
