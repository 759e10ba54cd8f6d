/**
 * Decides which of two documents the algorithms take first. The result then does not depend on which is the original.
 */
import { comparedPicture, textOf, type Block, type Image, type TextBlock } from '../../../shared/document/model.ts';
import { stepsOf } from '../../../shared/document/path.ts';

/**
 * Whether `b` comes before `a` in an order by content alone. The order goes by length, then text, then form. Then it
 * goes by the places of rules, images and tables between the texts, and by compared pictures in them.
 */
export function isSwapped(a: readonly Block[], b: readonly Block[]): boolean {
  const [x, y] = [textCountOf(a), textCountOf(b)];
  if (x !== y) return x > y;
  for (const key of [textOf, formOf]) {
    const others = textsIn(b);
    for (const block of textsIn(a)) {
      const [own, other] = [key(block), key(others.next().value!)];
      if (own !== other) return own.length === other.length ? own > other : own.length > other.length;
    }
  }
  return skeletonOf(a) > skeletonOf(b);
}

function textCountOf(blocks: readonly Block[]): number {
  let count = 0;
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at]!;
    if (block.kind === 'text') count += 1;
    else if (block.kind === 'table')
      for (const { cells } of block.rows) for (const cell of cells) count += textCountOf(cell.blocks);
  }
  return count;
}

/** All text blocks in order, including the blocks of tables. A generator, because the first block mostly decides. */
function* textsIn(blocks: readonly Block[]): Generator<TextBlock, undefined, undefined> {
  for (const block of blocks) {
    if (block.kind === 'text') yield block;
    else if (block.kind === 'table')
      for (const { cells } of block.rows) for (const cell of cells) yield* textsIn(cell.blocks);
  }
}

function spelled({ src, alt, sha256 = '', width = 0, height = 0 }: Image): string {
  return `image ${src} ${alt} ${sha256} ${width} ${height}`;
}

/** All blocks in order, including the blocks of tables, without their texts. */
function skeletonOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'image') return spelled(block.image);
      if (block.kind === 'text')
        return ['text', ...block.runs.flatMap((run) => comparedPicture(run) ?? []).map(spelled)].join(' ');
      if (block.kind !== 'table') return block.kind;
      return `table ${block.rows.map((row) => row.cells.map((cell) => skeletonOf(cell.blocks)).join('|')).join('\n')}`;
    })
    .join('\n');
}

function formOf({ type, path }: TextBlock): string {
  return [type, ...stepsOf(path).map((step) => `${step.kind}${step.starts ? '+' : ''}`)].join(' ');
}
