/** The links of the cells of a sheet (18.3.1.47). */
import { placeOfReference } from '../../../shared/document/cell-reference.ts';
import { COLUMNS } from '../../../shared/document/cell-places.ts';
import type { SheetContent } from './read-sheet.ts';
import type { SheetPart, Workbook } from './workbook-parts.ts';

/** Cells of one link that get its address. Longer ranges are columns of a list. */
const RANGE_MAX = 10_000;

/** The addresses by the number of their cell, row × `COLUMNS` + column. Those inside the workbook begin with `#`. */
export function linksOf(
  { package: archive }: Workbook,
  sheet: SheetPart,
  content: SheetContent | null,
): ReadonlyMap<number, string> {
  const links = new Map<number, string>();
  for (const { kind, where, text, relationship } of content?.features ?? []) {
    if (kind !== 'link') continue;
    const target =
      relationship === undefined ? '' : (archive.relationshipsOf(sheet.part).get(relationship)?.target ?? '');
    const href = target + text;
    if (href !== '') for (const cell of cellsIn(where)) links.set(cell, href);
  }
  return links;
}

function cellsIn(range: string): number[] {
  const [from, to = from] = range.split(':').map(placeOfReference);
  if (!from || !to || (to.row - from.row + 1) * (to.column - from.column + 1) > RANGE_MAX) return [];
  const cells: number[] = [];
  for (let { row } = from; row <= to.row; row += 1)
    for (let { column } = from; column <= to.column; column += 1) cells.push(row * COLUMNS + column);
  return cells;
}
