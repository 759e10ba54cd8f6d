/** Two tables as one with revisions: rows are paired, and cells of a pair by their place. */
import { alignItems } from '../engine/align/align-items.ts';
import { childOf, element, isElement, type XmlElement, type XmlNode } from '../ooxml/xml-tree.ts';
import type { Canonical } from './canonical.ts';
import type { RevisionKind, RevisionWriter } from './revision-writer.ts';
import { featureOfRow, type BlockReading } from './story-blocks.ts';

/** What merging tables needs from outside. */
export interface TableContext extends BlockReading {
  readonly revisions: RevisionWriter;
  readonly canonical: Canonical;
  /** Merges the content of two cells. */
  readonly mergeCell: (a: readonly XmlNode[], b: readonly XmlNode[]) => XmlNode[];
  /** Marks the content of a cell. */
  readonly markCell: (children: readonly XmlNode[], kind: RevisionKind) => XmlNode[];
}

/** The merged table; null when one of the two has rows or cells in content controls, which are not merged. */
export function mergeTable(a: XmlElement, b: XmlElement, context: TableContext): XmlElement | null {
  const [aRows, bRows] = [rowsOf(a), rowsOf(b)];
  if (aRows === null || bRows === null) return null;
  const rows: XmlElement[] = [];
  const aligned = alignItems(
    aRows.map((row) => featureOfRow(row, context)),
    bRows.map((row) => featureOfRow(row, context)),
    context.vocabulary,
    { pairLonely: true },
  );
  for (const { a: i, b: j } of aligned) {
    const merged = i !== undefined && j !== undefined ? mergeRow(aRows[i]!, bRows[j]!, context) : null;
    if (merged !== null) rows.push(merged);
    else {
      if (i !== undefined) rows.push(markRow(aRows[i]!, 'del', context));
      if (j !== undefined) rows.push(markRow(bRows[j]!, 'ins', context));
    }
  }
  const properties = mergedProperties('w:tblPr', a, b, context) ?? element('w:tblPr');
  const [aGrid, bGrid] = [childOf(a, 'w:tblGrid'), childOf(b, 'w:tblGrid')];
  const grid =
    context.canonical.of(aGrid) === context.canonical.of(bGrid) ? aGrid : context.revisions.changedGrid(bGrid, aGrid);
  const before = a.children.filter(
    (child) => isElement(child) && child.name !== 'w:tr' && child.name !== 'w:tblPr' && child.name !== 'w:tblGrid',
  );
  return { ...a, children: [...before, properties, ...(grid === undefined ? [] : [grid]), ...rows] };
}

/** A table all of whose rows are inserted or deleted. */
export function markTable(table: XmlElement, kind: RevisionKind, context: TableContext): XmlElement {
  return {
    ...table,
    children: table.children.map((child) => markRows(child, kind, context)),
  };
}

/** Rows may stand in content controls. */
function markRows(node: XmlNode, kind: RevisionKind, context: TableContext): XmlNode {
  if (!isElement(node)) return node;
  if (node.name === 'w:tr') return markRow(node, kind, context);
  if (node.name !== 'w:sdt' && node.name !== 'w:sdtContent' && node.name !== 'w:customXml') return node;
  return { ...node, children: node.children.map((child) => markRows(child, kind, context)) };
}

/** The rows of a table; null when some stand in something else. */
function rowsOf(table: XmlElement): XmlElement[] | null {
  const rows: XmlElement[] = [];
  for (const child of table.children) {
    if (!isElement(child)) continue;
    if (child.name === 'w:sdt' || child.name === 'w:customXml') return null;
    if (child.name === 'w:tr') rows.push(child);
  }
  return rows;
}

function cellsOf(row: XmlElement): XmlElement[] | null {
  const cells: XmlElement[] = [];
  for (const child of row.children) {
    if (!isElement(child)) continue;
    if (child.name === 'w:sdt' || child.name === 'w:customXml') return null;
    if (child.name === 'w:tc') cells.push(child);
  }
  return cells;
}

function mergeRow(a: XmlElement, b: XmlElement, context: TableContext): XmlElement | null {
  const [aCells, bCells] = [cellsOf(a), cellsOf(b)];
  if (aCells === null || bCells === null || aCells.length !== bCells.length) return null;
  const cells = aCells.map((cell, index) => mergeCells(cell, bCells[index]!, context));
  const properties = [
    mergedProperties('w:tblPrEx', a, b, context),
    mergedProperties('w:trPr', a, b, context),
  ].filter((child) => child !== undefined);
  return { ...a, children: [...properties, ...cells] };
}

function mergeCells(a: XmlElement, b: XmlElement, context: TableContext): XmlElement {
  const properties = mergedProperties('w:tcPr', a, b, context);
  const content = context.mergeCell(contentOfCell(a), contentOfCell(b));
  return { ...a, children: properties === undefined ? content : [properties, ...content] };
}

/** A row that stands on one side, with all that is in it. */
function markRow(row: XmlElement, kind: RevisionKind, context: TableContext): XmlElement {
  const properties = childOf(row, 'w:trPr');
  const marked = element('w:trPr', {}, [...(properties?.children ?? []), context.revisions.mark(kind)]);
  const exceptions = childOf(row, 'w:tblPrEx');
  const rest = row.children.filter((child) => child !== properties && child !== exceptions);
  return {
    ...row,
    children: [...(exceptions === undefined ? [] : [exceptions]), marked, ...rest.map((child) => markCells(child, kind, context))],
  };
}

function markCells(node: XmlNode, kind: RevisionKind, context: TableContext): XmlNode {
  if (!isElement(node)) return node;
  if (node.name === 'w:tc') {
    const properties = childOf(node, 'w:tcPr');
    const content = context.markCell(contentOfCell(node), kind);
    return { ...node, children: properties === undefined ? content : [properties, ...content] };
  }
  if (node.name !== 'w:sdt' && node.name !== 'w:sdtContent' && node.name !== 'w:customXml') return node;
  return { ...node, children: node.children.map((child) => markCells(child, kind, context)) };
}

function contentOfCell(cell: XmlElement): XmlNode[] {
  return cell.children.filter((child) => !isElement(child, 'w:tcPr'));
}

/** A property list of both sides; undefined when neither has one. */
function mergedProperties(name: string, a: XmlElement, b: XmlElement, context: TableContext): XmlElement | undefined {
  const [own, other] = [childOf(a, name), childOf(b, name)];
  if (context.canonical.of(own) === context.canonical.of(other)) return own;
  return context.revisions.changed(name, other?.children ?? [], own?.children ?? []);
}
