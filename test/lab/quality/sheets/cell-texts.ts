import { textOf, type Block } from '../../../../shared/document/model.ts';

/** The texts of the leaves of a workbook: a heading, or a cell. */
export function plainTextOfCell(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text') return [textOf(block)];
    if (block.kind !== 'table') return [];
    return block.rows.flatMap(({ cells }) =>
      cells.map((cell) => cell.blocks.map((inner) => (inner.kind === 'text' ? textOf(inner) : '')).join('\n')),
    );
  });
}
