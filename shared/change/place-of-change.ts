/** The place of a change in its files, in a few words: a cell, a shape on a slide, or a page. */
import type { Change, SideLocation } from './change.ts';

/** The cell, or the name of the sheet; undefined for a change that is in no workbook. */
export function cellOfChange(change: Change): string | undefined {
  const [source, revised] = sidesOf(change);
  return joined(source && (source.cell ?? source.sheet), revised && (revised.cell ?? revised.sheet));
}

/** "Prices!D14", "slide 3, Title 1", "page 4" or "row 3, column 2"; both where the sides differ. Empty if neither side says. */
export function placeOfChange(change: Change): string {
  const [source, revised] = sidesOf(change);
  return joined(source && placeOn(source), revised && placeOn(revised)) ?? '';
}

function sidesOf(change: Change): [source: SideLocation | undefined, revised: SideLocation | undefined] {
  return [
    'sourceLocation' in change ? change.sourceLocation : undefined,
    'revisedLocation' in change ? change.revisedLocation : undefined,
  ];
}

function placeOn({ sheet, cell, slide, shape, page, tableCell }: SideLocation): string | undefined {
  if (sheet !== undefined) return cell === undefined ? sheet : `${sheet}!${cell}`;
  if (slide !== undefined) return shape === undefined ? `slide ${slide}` : `slide ${slide}, ${shape}`;
  const row = tableCell === undefined ? undefined : `row ${tableCell.row + 1}, column ${tableCell.column + 1}`;
  if (page === undefined) return row;
  return row === undefined ? `page ${page}` : `page ${page}, ${row}`;
}

function joined(source: string | undefined, revised: string | undefined): string | undefined {
  if (source === undefined || revised === undefined || source === revised) return source ?? revised;
  return `${source} → ${revised}`;
}
