/** Reads a table of a slide (ECMA-376 part 1, 21.1.3): cells with their spans. */
import type { Cell, Row, TableBlock } from '../../../../shared/document/model.ts';
import { TOP } from '../../../../shared/document/path.ts';
import { childOf, integerOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { settled } from '../settled.ts';
import { shownChildren, type Reading } from '../reading.ts';
import { hasText, readTextBody, type BodyPlace } from '../text/text-body.ts';

/** Most columns or rows that a cell spans, as in browsers. */
const SPAN_MAX = 1_000;
const ON = /^(?:1|true|on)$/;

/** The table; null if it has no row. A row whose cells all continue cells above has nothing of its own. */
export function readSlideTable(table: XmlElement, place: BodyPlace, reading: Reading): TableBlock | null {
  const hasHead = ON.test(childOf(table, 'a:tblPr')?.attributes.get('firstRow') ?? '');
  const listed = childrenOfRows(table);
  const isOwn = listed.map((cells) => cells.some((cell) => !isCovered(cell)));
  for (const cell of listed.flat())
    if (isCovered(cell) && hasText(childOf(cell, 'a:txBody'))) reading.losses.add('merged_cell_text_lost');
  const rows = listed.flatMap((cells, at): Row[] => {
    if (!isOwn[at]) return [];
    const inHead = hasHead && at === 0;
    const own = cells.flatMap((cell): Cell[] => {
      if (isCovered(cell)) return [];
      const down = spanOf(cell, 'rowSpan');
      const rowspan = isOwn.slice(at, at + down).filter(Boolean).length;
      const blocks = settled(readTextBody(childOf(cell, 'a:txBody'), place, reading));
      return [{ header: inHead, colspan: spanOf(cell, 'gridSpan'), rowspan: Math.max(1, rowspan), blocks }];
    });
    return [{ section: inHead ? 'head' : 'body', cells: own }];
  });
  return rows.length === 0 ? null : { kind: 'table', path: TOP, rows };
}

function childrenOfRows(table: XmlElement): XmlElement[][] {
  const rows = shownChildren(table).filter(({ name }) => name === 'a:tr');
  return rows.map((row) => shownChildren(row).filter(({ name }) => name === 'a:tc'));
}

/** Whether a cell continues the one before it or above it. */
function isCovered({ attributes }: XmlElement): boolean {
  return ON.test(attributes.get('hMerge') ?? '') || ON.test(attributes.get('vMerge') ?? '');
}

function spanOf({ attributes }: XmlElement, name: string): number {
  return Math.min(SPAN_MAX, Math.max(1, integerOf(attributes.get(name)) ?? 1));
}
