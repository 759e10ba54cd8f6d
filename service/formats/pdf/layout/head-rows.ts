import type { LayoutCell } from './layout.ts';

/** Whether the row is a head: all cells are tagged as headers, or all their text is bold. */
export function isHeadRow(row: readonly LayoutCell[]): boolean {
  const filled = row.filter((cell) => cell.lines.length > 0);
  if (row.every((cell) => cell.header === true)) return true;
  return filled.length > 0 && filled.every((cell) => cell.lines.every((line) => line.bold));
}
