/** Tables (ECMA-376 part 1, 17.4): cells on a grid, with what they span. */
import type { Block, Cell, Row } from '../../../shared/document/model.ts';
import { textBlocks } from './text-blocks.ts';
import { chosenChildren } from '../../ooxml/alternate-content.ts';
import { childOf, integerOf, toggleOf, valueOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { Losses } from './reading.ts';

/** As browsers limit it (`service/formats/html/attributes.ts`); Word stops at 63 columns. */
const COLUMNS_MAX = 1_000;

interface OpenCell {
  readonly header: boolean;
  readonly colspan: number;
  rowspan: number;
  readonly blocks: readonly Block[];
}

/** The rows of a table, each with one cell at least. `readCell` reads the content of a cell. */
export function readTable(table: XmlElement, losses: Losses, readCell: (cell: XmlElement) => Block[]): Row[] {
  const rows: { readonly head: boolean; readonly cells: OpenCell[] }[] = [];
  /** The cell that is continued below, by the grid column at which it begins. */
  let above = new Map<number, OpenCell>();
  let inHead = true;
  for (const row of unwrapped(table, 'w:tr')) {
    const properties = childOf(row, 'w:trPr');
    inHead &&= toggleOf(properties, 'w:tblHeader') === true;
    const cells: OpenCell[] = [];
    const continued: OpenCell[] = [];
    const here = new Map<number, OpenCell>();
    let column = Math.min(COLUMNS_MAX, Math.max(0, integerOf(valueOf(properties, 'w:gridBefore')) ?? 0));
    if (column > 0) cells.push({ header: inHead, colspan: column, rowspan: 1, blocks: [] });
    for (const cell of unwrapped(row, 'w:tc')) {
      const form = childOf(cell, 'w:tcPr');
      const colspan = Math.min(COLUMNS_MAX, Math.max(1, integerOf(valueOf(form, 'w:gridSpan')) ?? 1));
      const merge = childOf(form, 'w:vMerge');
      const origin = above.get(column);
      if (merge !== undefined && merge.attributes.get('w:val') !== 'restart' && origin?.colspan === colspan) {
        if (textBlocks(readCell(cell)).length > 0) losses.add('merged_cell_text_lost');
        continued.push(origin);
        here.set(column, origin);
      } else {
        const own: OpenCell = { header: inHead, colspan, rowspan: 1, blocks: readCell(cell) };
        cells.push(own);
        if (merge !== undefined) here.set(column, own);
      }
      column += colspan;
    }
    above = here;
    // A row in which every cell is continued has nothing of its own to show.
    if (cells.length === 0) continue;
    for (const origin of continued) origin.rowspan += 1;
    rows.push({ head: inHead, cells });
  }
  return rows.map(({ head, cells }) => ({
    section: head ? 'head' : 'body',
    cells: cells.map((cell): Cell => ({ ...cell })),
  }));
}

/** Children of a name, those inside content controls and custom markup included. */
function unwrapped(node: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of chosenChildren(node)) {
    if (child.name === name) found.push(child);
    else if (child.name === 'w:sdt') found.push(...unwrapped(childOf(child, 'w:sdtContent') ?? child, name));
    else if (child.name === 'w:customXml' || child.name === 'w:sdtContent') found.push(...unwrapped(child, name));
  }
  return found;
}
