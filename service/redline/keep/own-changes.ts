/**
 * Puts the original's changes of properties back: of tables, rows, cells, numberings, paragraph marks and sections.
 *
 * The format states one former state of a list of properties (ECMA-376 part 1, 17.13.5.31 to 17.13.5.39). So a list that
 * the redline changes as well cannot have the original's change. That change is `displaced`.
 */
import { childOf, element, isElement, withChildren, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';

/** Elements → their lists of properties, in the order of the schema. */
const LISTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['w:tbl', ['w:tblPr', 'w:tblGrid']],
  ['w:tr', ['w:tblPrEx', 'w:trPr']],
  ['w:tc', ['w:tcPr']],
  ['w:body', ['w:sectPr']],
  ['w:pPr', ['w:sectPr']],
]);

/** The mark of a change of a list of properties. */
export function changeIn(list: XmlElement | undefined): XmlElement | undefined {
  return list === undefined ? undefined : childOf(list, `${list.name}Change`);
}

/**
 * An element of the redline with the changes of properties that the same element of the original has. `displaced`
 * receives the changes that have no place.
 */
export function withOwnChanges(node: XmlElement, own: XmlElement, displaced: Set<XmlElement>): XmlElement {
  let result = node;
  for (const name of LISTS.get(node.name) ?? []) {
    const former = childOf(own, name);
    if (name === 'w:tcPr' && former !== undefined) result = withCellMarks(result, former, displaced);
    const change = changeIn(former);
    if (change === undefined) continue;
    const list = childOf(result, name);
    if (changeIn(list) !== undefined || (list === undefined && name === 'w:sectPr')) displaced.add(change);
    else result = withList(result, name, [...(list?.children ?? []), change]);
  }
  return node.name === 'w:pPr' ? withOwnNumbering(result, own) : result;
}

/** An element whose list of properties has other children. A list that it lacks gets its place in the schema. */
function withList(node: XmlElement, name: string, children: readonly XmlNode[]): XmlElement {
  const list = childOf(node, name);
  if (list !== undefined)
    return withChildren(
      node,
      node.children.map((child) => (child === list ? withChildren(list, children) : child)),
    );
  const before = LISTS.get(node.name)!.slice(0, LISTS.get(node.name)!.indexOf(name));
  const at = node.children.findLastIndex((child) => isElement(child) && before.includes(child.name)) + 1;
  return withChildren(node, [...node.children.slice(0, at), element(name, {}, children), ...node.children.slice(at)]);
}

/**
 * A cell with the original's mark of an inserted cell (17.13.5.2) or of a vertical merge (17.13.5.3). A cell has one of
 * these marks (EG_CellMarkupElements). Its former state has the mark as well, as in files of Word.
 */
function withCellMarks(cell: XmlElement, own: XmlElement, displaced: Set<XmlElement>): XmlElement {
  const insertion = childOf(own, 'w:cellIns');
  const merge = childOf(own, 'w:cellMerge');
  const mark = insertion ?? merge;
  if (mark === undefined) return cell;
  const list = childOf(cell, 'w:tcPr');
  const hasMark = ['w:cellDel', 'w:cellMerge'].some((name) => childOf(list, name) !== undefined);
  if (insertion !== undefined && hasMark) {
    displaced.add(insertion);
    return cell;
  }
  const change = changeIn(list);
  const properties = (list?.children ?? []).filter((child) => child !== change);
  // The mark of a merge states it in place of `w:vMerge`.
  const withMark = (children: readonly XmlNode[]): XmlNode[] => [
    ...children.filter((child) => merge === undefined || !isElement(child, 'w:vMerge')),
    mark,
  ];
  // A change of ours may state another merge, so that only the former state has the original's.
  const present = change !== undefined && insertion === undefined ? properties : withMark(properties);
  const former = childOf(change, 'w:tcPr');
  if (change === undefined || former === undefined) return withList(cell, 'w:tcPr', present);
  return withList(cell, 'w:tcPr', [
    ...present,
    withChildren(change, [withChildren(former, withMark(former.children))]),
  ]);
}

/** A list of a paragraph whose numbering has the original's marks (17.13.5.19), in the former state if it is changed. */
function withOwnNumbering(properties: XmlElement, own: XmlElement): XmlElement {
  const numbering = childOf(own, 'w:numPr');
  const marks = (numbering?.children ?? []).filter((child) => isElement(child) && child.attributes.has('w:author'));
  if (marks.length === 0) return properties;
  const change = changeIn(properties);
  const former = childOf(change, 'w:pPr');
  const withMarks = (list: XmlElement): XmlElement =>
    withChildren(
      list,
      list.children.map((child) =>
        isElement(child, 'w:numPr') ? withChildren(child, [...child.children, ...marks]) : child,
      ),
    );
  if (change === undefined || former === undefined) return withMarks(properties);
  const changed = withChildren(change, [withMarks(former)]);
  return withChildren(
    properties,
    properties.children.map((child) => (child === change ? changed : child)),
  );
}
