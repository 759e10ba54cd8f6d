import type { Row } from '../../shared/document/model.ts';
import { isPlainRow } from '../../shared/fragment/is-plain.ts';
import type { Segment } from './segments.ts';
import { stretchesOf } from './stretches.ts';

/** A run of unchanged rows of a table that is folded together. */
export interface FoldedRows {
  readonly count: number;
}

/** The foldable rows of tables, each with its run. */
export type RowFolds = ReadonlyMap<Row, FoldedRows>;

/**
 * The foldable rows of the changed tables of a document, each with its run. Like the stretches, they are fixed by the
 * document before any decision, so that a decision folds no row away. Decisions keep the objects of unchanged rows.
 * Rows that a cell holds together stay together.
 */
export function foldableRows(initial: readonly Segment[]): RowFolds {
  const folds = new Map<Row, FoldedRows>();
  for (const { blocks, changeIds } of initial) {
    if (changeIds.length === 0) continue;
    for (const block of blocks) if (block.kind === 'table') addFolds(folds, block.rows);
  }
  return folds;
}

function addFolds(folds: Map<Row, FoldedRows>, rows: readonly Row[]): void {
  const units = unitsOf(rows);
  let run: Row[] = [];
  const end = (): void => {
    const fold = { count: run.length };
    for (const row of run) folds.set(row, fold);
    run = [];
  };
  for (const { from, to, foldable } of stretchesOf(units.map((unit) => !unit.every(isFoldable)))) {
    if (foldable) run.push(...units.slice(from, to).flat());
    else end();
  }
  end();
}

/** The head of a table stays in view. */
function isFoldable(row: Row): boolean {
  return row.section !== 'head' && isPlainRow(row);
}

/** Rows by the cells that reach over several of them. */
function unitsOf(rows: readonly Row[]): Row[][] {
  const units: Row[][] = [];
  let end = 0;
  for (const [at, row] of rows.entries()) {
    if (at >= end) units.push([]);
    units.at(-1)!.push(row);
    for (const { rowspan } of row.cells) end = Math.max(end, at + rowspan);
  }
  return units;
}
