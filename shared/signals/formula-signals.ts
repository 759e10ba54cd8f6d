/** Signals of the cells of workbooks. */
import { FORMULA } from '../document/looks.ts';
import { textOf, type Block } from '../document/model.ts';
import type { SignalCollection } from './signal-collection.ts';
import { FORMULA_RULE } from './rule.ts';

/** Adds a signal to each change that replaced a formula by a fixed value, which nothing on the sheet shows. */
export function addFormulaSignals(blocks: readonly Block[], signals: SignalCollection): void {
  for (const block of blocks) {
    if (block.kind !== 'table') continue;
    for (const { cells } of block.rows)
      for (const cell of cells) cell.blocks.forEach((inner) => addOfCell(inner, signals));
  }
}

function addOfCell(block: Block, signals: SignalCollection): void {
  if (block.kind !== 'text' || block.original?.changeId == null) return;
  const formula = block.original.look?.[FORMULA];
  if (formula === undefined || block.attributes[FORMULA] !== undefined) return;
  const runs = block.runs.filter(({ edit }) => edit?.side !== 'original');
  signals.add(block.original.changeId, FORMULA_RULE, `${formula} → ${textOf({ ...block, runs })}`);
}
