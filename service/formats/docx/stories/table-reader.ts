/** Reads tables (ECMA-376 part 1, 17.4): cells on a grid with their spans. */
import type { Block, Cell, Row } from '../../../../shared/document/model.ts';
import { textBlocks } from './text-blocks.ts';
import { chosenChildren } from '../../../ooxml/alternate-content.ts';
import { childOf, integerOf, toggleOf, valueOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { Losses } from '../reading.ts';
import type { CellPosition } from './table-style.ts';

/** Browsers have the same limit (`service/formats/html/attributes.ts`). Word stops at 63 columns. */
const COLUMNS_MAX = 1_000;

interface OpenCell {
  readonly header: boolean;
  readonly colspan: number;
  rowspan: number;
  readonly blocks: readonly Block[];
}

/** A cell of the file, with the cells that a horizontal merge covers. */
interface PlacedCell {
  readonly cell: XmlElement;
  readonly form: XmlElement | undefined;
  /** Grid column of its start, from 0. */
  readonly column: number;
  colspan: number;
  readonly covered: XmlElement[];
}

interface PlacedRow {
  readonly properties: XmlElement | undefined;
  readonly isHeader: boolean;
  /** Grid columns before the first cell. */
  readonly before: number;
  readonly cells: readonly PlacedCell[];
}

/** Reads the content of a cell. `row`: properties of its row. */
type ReadCell = (cell: XmlElement, position: CellPosition, row: XmlElement | undefined) => Block[];

/** The rows of a table, each with at least one cell. */
export function readTable(table: XmlElement, losses: Losses, readCell: ReadCell): Row[] {
  const placed = unwrapped(table, 'w:tr').map(placeCells);
  const columns = placed.reduce((most, { cells }) => Math.max(most, endOf(cells.at(-1))), 0);
  const rows: { readonly head: boolean; readonly cells: OpenCell[] }[] = [];
  /** Cells that continue below, by the grid column of their start. */
  let above = new Map<number, OpenCell>();
  let inHead = true;
  for (const [row, { properties, isHeader, before, cells: present }] of placed.entries()) {
    inHead &&= isHeader;
    const cells: OpenCell[] = [];
    const continued: OpenCell[] = [];
    const here = new Map<number, OpenCell>();
    if (before > 0) cells.push({ header: inHead, colspan: before, rowspan: 1, blocks: [] });
    for (const placedCell of present) {
      const { cell, form, column, colspan, covered } = placedCell;
      const position = { row, rows: placed.length, column, end: endOf(placedCell), columns };
      const blocks = readCell(cell, position, properties);
      for (const hidden of covered)
        if (textBlocks(readCell(hidden, position, properties)).length > 0) losses.add('merged_cell_text_lost');
      const merge = childOf(form, 'w:vMerge');
      const origin = above.get(column);
      if (merge !== undefined && merge.attributes.get('w:val') !== 'restart' && origin?.colspan === colspan) {
        if (textBlocks(blocks).length > 0) losses.add('merged_cell_text_lost');
        continued.push(origin);
        here.set(column, origin);
      } else {
        const own: OpenCell = { header: inHead, colspan, rowspan: 1, blocks };
        cells.push(own);
        if (merge !== undefined) here.set(column, own);
      }
    }
    above = here;
    // A row of continued cells has no content of its own.
    if (cells.length === 0) continue;
    for (const origin of continued) origin.rowspan += 1;
    rows.push({ head: inHead, cells });
  }
  return rows.map(({ head, cells }) => ({
    section: head ? 'head' : 'body',
    cells: cells.map((cell): Cell => ({ ...cell })),
  }));
}

/** Finds the grid columns of the cells in a row. Cells of a legacy horizontal merge (17.4.22) count as one. */
function placeCells(row: XmlElement): PlacedRow {
  const properties = childOf(row, 'w:trPr');
  const before = Math.min(COLUMNS_MAX, Math.max(0, integerOf(valueOf(properties, 'w:gridBefore')) ?? 0));
  const cells: PlacedCell[] = [];
  let column = before;
  let isMerging = false;
  for (const cell of unwrapped(row, 'w:tc')) {
    const form = childOf(cell, 'w:tcPr');
    const colspan = Math.min(COLUMNS_MAX, Math.max(1, integerOf(valueOf(form, 'w:gridSpan')) ?? 1));
    const merge = childOf(form, 'w:hMerge');
    const last = cells.at(-1);
    if (last !== undefined && isMerging && merge !== undefined && merge.attributes.get('w:val') !== 'restart') {
      last.covered.push(cell);
      last.colspan = Math.min(COLUMNS_MAX, last.colspan + colspan);
    } else {
      cells.push({ cell, form, column, colspan, covered: [] });
      isMerging = merge !== undefined;
    }
    column += colspan;
  }
  return { properties, isHeader: toggleOf(properties, 'w:tblHeader') === true, before, cells };
}

/** The grid column after a cell; 0 without a cell. */
function endOf(cell: PlacedCell | undefined): number {
  return cell === undefined ? 0 : cell.column + cell.colspan;
}

/** Children of a name, including those in content controls and custom markup. */
function unwrapped(node: XmlElement, name: string, found: XmlElement[] = []): XmlElement[] {
  for (const child of chosenChildren(node)) {
    if (child.name === name) found.push(child);
    else if (child.name === 'w:sdt') unwrapped(childOf(child, 'w:sdtContent') ?? child, name, found);
    else if (child.name === 'w:customXml' || child.name === 'w:sdtContent') unwrapped(child, name, found);
  }
  return found;
}
