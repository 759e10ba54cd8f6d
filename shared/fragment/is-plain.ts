import type { Block, Cell, Row } from '../document/model.ts';

/** Whether a block has no note at all, inside included: no change, and nothing carried. Recurses over nested tables. */
export function isPlain(block: Block): boolean {
  if (block.standing || block.original) return false;
  switch (block.kind) {
    case 'text':
      return !block.boundary && !block.carried && block.runs.every((run) => !run.edit && !run.format && !run.link);
    case 'rule':
      return true;
    case 'image':
      return !block.carried;
    case 'table':
      return block.rows.every(isPlainRow);
  }
}

function isPlainRow(row: Row): boolean {
  return !row.standing && !row.carried && row.cells.every(isPlainCell);
}

function isPlainCell(cell: Cell): boolean {
  return !cell.standing && !cell.carried && cell.blocks.every(isPlain);
}
