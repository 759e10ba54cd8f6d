/** Merges two tables into one with revisions. Rows are paired by content, and cells of paired rows by position. */
import { POSITIONS } from '../../ooxml/positions.ts';
import { append } from '../../../shared/iterables.ts';
import { childOf, element, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { Canonical } from '../package/canonical.ts';
import type { RevisionKind, RevisionWriter } from '../text/revision-writer.ts';
import { containerKey, contentOf, withContent } from '../text/containers.ts';
import { dropKnownPositions } from '../adopt/settle-positions.ts';
import { alignTexts, featureOfRow, type BlockReading } from '../text/story-blocks.ts';
import { storyKey } from '../text/story-key.ts';

/** Children of a table that are or contain rows, and children of a row that are or contain cells. */
const ROW_UNITS: ReadonlySet<string> = new Set(['w:tr', 'w:sdt', 'w:customXml']);
const CELL_UNITS: ReadonlySet<string> = new Set(['w:tc', 'w:sdt', 'w:customXml']);

/** The dependencies of merging tables. */
export interface TableContext extends BlockReading {
  readonly revisions: RevisionWriter;
  readonly canonical: Canonical;
  /** Whether the original does not have a position (a bookmark) of the revised document. */
  readonly isNew: (position: XmlElement) => boolean;
  /** Merges the content of two cells. */
  readonly mergeCell: (a: readonly XmlNode[], b: readonly XmlNode[]) => XmlNode[];
  /** Marks the content of a cell. */
  readonly markCell: (children: readonly XmlNode[], kind: RevisionKind) => XmlNode[];
}

/** The merged table. */
export function mergeTable(a: XmlElement, b: XmlElement, context: TableContext): XmlElement {
  const rows = mergeRows(a.children, b.children, context);
  const properties = mergedProperties('w:tblPr', a, b, context) ?? element('w:tblPr');
  const [aGrid, bGrid] = [childOf(a, 'w:tblGrid'), childOf(b, 'w:tblGrid')];
  const grid =
    context.canonical.of(aGrid) === context.canonical.of(bGrid) ? aGrid : context.revisions.changedGrid(bGrid, aGrid);
  return { ...a, children: [properties, ...(grid === undefined ? [] : [grid]), ...rows] };
}

/** A row, a cell, or a content control around some, with the positions directly before it. */
interface Unit {
  readonly node: XmlElement;
  readonly before: readonly XmlElement[];
}

/** Rows or cells in order, with the positions after the last one. */
interface Units {
  readonly units: readonly Unit[];
  readonly after: readonly XmlElement[];
}

function readUnits(children: readonly XmlNode[], names: ReadonlySet<string>): Units {
  const units: Unit[] = [];
  let before: XmlElement[] = [];
  for (const child of children) {
    if (!isElement(child)) continue;
    if (POSITIONS.has(child.name)) before.push(child);
    else if (names.has(child.name)) {
      units.push({ node: child, before });
      before = [];
    }
  }
  return { units, after: before };
}

/** The positions of both sides at one place: the original's, and new ones of the revised document. */
function positionsOf(
  own: readonly XmlElement[] | undefined,
  other: readonly XmlElement[] | undefined,
  context: TableContext,
): XmlElement[] {
  return [...(own ?? []), ...(other ?? []).filter(context.isNew)];
}

/** Merges the rows, and content controls around rows, of two tables. */
function mergeRows(aChildren: readonly XmlNode[], bChildren: readonly XmlNode[], context: TableContext): XmlElement[] {
  const [aRows, bRows] = [readUnits(aChildren, ROW_UNITS), readUnits(bChildren, ROW_UNITS)];
  const aligned = alignTexts(
    aRows.units.map(({ node }) => featureOfRow(node, context)),
    bRows.units.map(({ node }) => featureOfRow(node, context)),
    context,
    true,
  );
  const rows = aligned.flatMap(({ a: i, b: j }) => {
    const own = i === undefined ? undefined : aRows.units[i];
    const other = j === undefined ? undefined : bRows.units[j];
    const merged =
      own !== undefined && other !== undefined
        ? mergeUnit(own.node, other.node, 'w:tr', mergeRow, mergeRows, context)
        : null;
    if (merged !== null) return [...positionsOf(own?.before, other?.before, context), ...merged];
    return [
      ...positionsOf(own?.before, [], context),
      ...(own === undefined ? [] : [markRows(own.node, 'del', context)]),
      ...positionsOf([], other?.before, context),
      ...(other === undefined ? [] : [markRows(ownOf(other.node, 'ins', context), 'ins', context)]),
    ].filter((node) => isElement(node));
  });
  return [...rows, ...positionsOf(aRows.after, bRows.after, context)];
}

/**
 * A merged row or cell, or a content control around some; null if the two cannot be merged. Different controls are
 * marked separately, the revised one around the original one.
 */
function mergeUnit(
  a: XmlElement,
  b: XmlElement,
  plain: string,
  mergePlain: (a: XmlElement, b: XmlElement, context: TableContext) => XmlElement | null,
  mergeList: (a: readonly XmlNode[], b: readonly XmlNode[], context: TableContext) => XmlElement[] | null,
  context: TableContext,
): XmlElement[] | null {
  if (a.name === plain && b.name === plain) {
    const merged = mergePlain(a, b, context);
    return merged === null ? null : [merged];
  }
  const content = mergeList(a.name === plain ? [a] : contentOf(a), b.name === plain ? [b] : contentOf(b), context);
  if (content === null) return null;
  if (a.name === b.name && containerKey(a, context.canonical) === containerKey(b, context.canonical))
    return [withContent(a, content)];
  const inner = a.name === plain ? content : context.revisions.wrapped(a, content, 'del');
  return b.name === plain ? inner : context.revisions.wrapped(b, inner, 'ins');
}

/** A table whose rows are all inserted or deleted. */
export function markTable(table: XmlElement, kind: RevisionKind, context: TableContext): XmlElement {
  const own = ownOf(table, kind, context);
  return {
    ...own,
    children: own.children.map((child) => markRows(child, kind, context)),
  };
}

/** One-sided content, without positions between rows and cells that the original already has. */
function ownOf(node: XmlElement, kind: RevisionKind, context: TableContext): XmlElement {
  return kind === 'ins' ? dropKnownPositions(node, context.isNew) : node;
}

/** Rows may be inside content controls. */
function markRows(node: XmlNode, kind: RevisionKind, context: TableContext): XmlNode {
  if (!isElement(node)) return node;
  if (node.name === 'w:tr') return markRow(node, kind, context);
  if (node.name !== 'w:sdt' && node.name !== 'w:sdtContent' && node.name !== 'w:customXml') return node;
  return { ...node, children: node.children.map((child) => markRows(child, kind, context)) };
}

function mergeRow(a: XmlElement, b: XmlElement, context: TableContext): XmlElement | null {
  const cells = mergeCellList(a.children, b.children, context);
  if (cells === null) return null;
  const properties = [mergedProperties('w:tblPrEx', a, b, context), mergedProperties('w:trPr', a, b, context)].filter(
    (child) => child !== undefined,
  );
  return { ...a, children: [...properties, ...cells] };
}

/**
 * Pairs cells by position if both rows have the same number, and otherwise by content. Cells without a partner are
 * inserted or deleted. Null if the rows have nothing in common.
 */
function mergeCellList(
  aChildren: readonly XmlNode[],
  bChildren: readonly XmlNode[],
  context: TableContext,
): XmlElement[] | null {
  const [aCells, bCells] = [readUnits(aChildren, CELL_UNITS), readUnits(bChildren, CELL_UNITS)];
  const cells =
    aCells.units.length === bCells.units.length
      ? mergeCellsByPlace(aCells.units, bCells.units, context)
      : mergeOtherCells(aCells.units, bCells.units, context);
  return cells === null ? null : [...cells, ...positionsOf(aCells.after, bCells.after, context)];
}

function mergeCellsByPlace(a: readonly Unit[], b: readonly Unit[], context: TableContext): XmlElement[] | null {
  const cells: XmlElement[] = [];
  for (const [index, own] of a.entries()) {
    const other = b[index]!;
    if (hidesText(own.node, other.node, context)) return null;
    const merged = mergeUnit(own.node, other.node, 'w:tc', mergeCells, mergeCellList, context);
    if (merged === null) return null;
    append(cells, [...positionsOf(own.before, other.before, context), ...merged]);
  }
  return cells;
}

function mergeOtherCells(a: readonly Unit[], b: readonly Unit[], context: TableContext): XmlElement[] | null {
  if ([...a, ...b].some(({ node }) => node.name !== 'w:tc')) return null;
  const aligned = alignTexts(
    a.map(({ node }) => featureOfRow(node, context)),
    b.map(({ node }) => featureOfRow(node, context)),
    context,
  );
  if (!aligned.some((row) => row.a !== undefined && row.b !== undefined)) return null;
  if (
    aligned.some(
      (row) => row.a !== undefined && row.b !== undefined && hidesText(a[row.a]!.node, b[row.b]!.node, context),
    )
  )
    return null;
  return aligned.flatMap((row) => {
    const own = row.a === undefined ? undefined : a[row.a];
    const other = row.b === undefined ? undefined : b[row.b];
    const before = positionsOf(own?.before, other?.before, context);
    if (own !== undefined && other !== undefined) return [...before, mergeCells(own.node, other.node, context)];
    if (own !== undefined) return [...before, markCell(own.node, 'del', context)];
    return other === undefined ? before : [...before, markCell(ownOf(other.node, 'ins', context), 'ins', context)];
  });
}

/** A one-sided cell in a row of both sides. */
function markCell(cell: XmlElement, kind: RevisionKind, context: TableContext): XmlElement {
  const properties = element('w:tcPr', {}, [
    ...(childOf(cell, 'w:tcPr')?.children ?? []),
    context.revisions.cellMark(kind),
  ]);
  return { ...cell, children: [properties, ...context.markCell(contentOfCell(cell), kind)] };
}

/**
 * Whether a cell is merged with the cell above on one side only, and has different content there. Programs do not
 * show content of such a cell (17.4.84), so its deleted text would be lost.
 */
function hidesText(a: XmlElement, b: XmlElement, { canonical }: TableContext): boolean {
  if (a.name !== 'w:tc' || b.name !== 'w:tc' || goesOn(a) === goesOn(b)) return false;
  return storyKey(contentOfCell(a), canonical) !== storyKey(contentOfCell(b), canonical);
}

function goesOn(cell: XmlElement): boolean {
  const merge = childOf(childOf(cell, 'w:tcPr'), 'w:vMerge');
  return merge !== undefined && merge.attributes.get('w:val') !== 'restart';
}

function mergeCells(a: XmlElement, b: XmlElement, context: TableContext): XmlElement {
  const properties = mergedProperties('w:tcPr', a, b, context);
  const content = context.mergeCell(contentOfCell(a), contentOfCell(b));
  return { ...a, children: properties === undefined ? content : [properties, ...content] };
}

/** A one-sided row with all of its content. */
function markRow(row: XmlElement, kind: RevisionKind, context: TableContext): XmlElement {
  const properties = childOf(row, 'w:trPr');
  const marked = element('w:trPr', {}, [...(properties?.children ?? []), context.revisions.mark(kind)]);
  const exceptions = childOf(row, 'w:tblPrEx');
  const rest = row.children.filter((child) => child !== properties && child !== exceptions);
  return {
    ...row,
    children: [
      ...(exceptions === undefined ? [] : [exceptions]),
      marked,
      ...rest.map((child) => markCells(child, kind, context)),
    ],
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

/** A property list of both sides; undefined if neither has one. */
function mergedProperties(name: string, a: XmlElement, b: XmlElement, context: TableContext): XmlElement | undefined {
  const [own, other] = [childOf(a, name), childOf(b, name)];
  if (context.canonical.of(own) === context.canonical.of(other)) return own;
  return context.revisions.changed(name, other?.children ?? [], own?.children ?? []);
}
