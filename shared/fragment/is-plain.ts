import type { Block, Cell, Row, Run } from '../document/model.ts';

/** Whether a block and its content have no note: no change, and nothing carried. Recurses over nested tables. */
export function isPlain(block: Block): boolean {
  if (block.onlyIn || block.original) return false;
  switch (block.kind) {
    case 'text':
      return !block.boundary && !block.carried && arePlain(block.runs);
    case 'rule':
      return true;
    case 'image':
      return !block.carried;
    case 'table':
      return block.rows.every(isPlainRow);
  }
}

function arePlain(runs: readonly Run[]): boolean {
  for (const { edit, format, link } of runs) if (edit || format || link) return false;
  return true;
}

/** Whether a row and its cells have no note. */
export function isPlainRow(row: Row): boolean {
  return !row.onlyIn && !row.carried && row.cells.every(isPlainCell);
}

function isPlainCell(cell: Cell): boolean {
  return !cell.onlyIn && !cell.carried && cell.blocks.every(isPlain);
}
