import type { Gutter } from './gutters.ts';
import type { PageTable, TableCell } from './ruled-tables.ts';
import { ASCENT, type Word } from '../lines/words.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/**
 * Builds the table of columns whose paragraphs begin side by side. A row reaches from one such beginning to the next.
 *
 *     The seller delivers the       Der Verkäufer liefert die
 *     goods.                        Waren.                         →   two rows of two cells
 *
 *     The buyer pays.               Der Käufer zahlt.
 *
 * @param gutters the strips between the columns, with the rows that were found by them
 * @param extent upper and lower edge, in points
 */
export function parallelTable(
  words: readonly Word[],
  gutters: readonly Gutter[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
): PageTable {
  const strips = [...gutters].sort((a, b) => a.x0 - b.x0);
  const edges = strips.map((strip) => (strip.x0 + strip.x1) / 2);
  const starts = rowStarts(strips);
  const rows = Array.from({ length: starts.length + 1 }, () => edges.concat(0).map((): Word[] => []));
  for (const word of words) {
    const column = edges.filter((edge) => edge <= (word.x0 + word.x1) / 2).length;
    // Raised marks belong to the row of their line, so a row begins above its baseline by the ascent.
    const row = starts.filter((y) => y - ASCENT * word.size <= word.y).length;
    rows[row]![column]!.push(word);
  }
  const inked = words.filter((word) => !word.isSpace);
  const x0 = minOf(inked.map((word) => word.x0));
  return {
    x0,
    x1: maxOf(inked.map((word) => word.x1)),
    top,
    bottom,
    openTop: null,
    openBottom: null,
    gaps: strips.map((strip) => ({ x0: strip.x0 - x0, x1: strip.x1 - x0 })),
    rows: rows.map((row) => row.map((own, column): TableCell => ({ column, colspan: 1, rowspan: 1, words: own }))),
  };
}

/** Baselines within this distance (pt) begin the same row. */
const SAME_ROW = 3;

/** Baselines at which rows begin beside any of the strips, from top to bottom. */
function rowStarts(gutters: readonly Gutter[]): number[] {
  const starts: number[] = [];
  for (const y of gutters.flatMap((gutter) => gutter.rows ?? []).sort((a, b) => a - b))
    if (starts.length === 0 || y - starts.at(-1)! > SAME_ROW) starts.push(y);
  return starts;
}
