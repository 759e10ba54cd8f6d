import { isElement, type XmlElement, type XmlNode } from '../ooxml/xml-tree.ts';
import type { Translation } from './translate.ts';

const START = /^w:(bookmark|commentRange)Start$/;
const END = /^w:(bookmark|commentRange)End$/;

/** A tree without those bookmarks and comment ranges of the revised of which only the begin or only the end came along. */
export function dropLonePositions(root: XmlElement, translation: Translation): XmlElement {
  const starts = new Set<string>();
  const ends = new Set<string>();
  const collect = (node: XmlElement): void => {
    if (START.test(node.name)) starts.add(keyOf(node));
    else if (END.test(node.name)) ends.add(keyOf(node));
    for (const child of node.children) if (isElement(child)) collect(child);
  };
  collect(root);
  const isLone = (node: XmlNode): boolean => {
    if (!isElement(node) || !translation.isNew(node)) return false;
    if (START.test(node.name)) return !ends.has(keyOf(node));
    return END.test(node.name) && !starts.has(keyOf(node));
  };
  return without(root, isLone);
}

/** Begin or end of a bookmark, of the range of a comment, or of one in which editing is permitted. */
const POSITION = /^w:(?:bookmark|commentRange|perm)(?:Start|End)$/;

/** Inserted content without positions that the original has as well: their place is the original's. */
export function dropKnownPositions(node: XmlElement, isNew: (position: XmlElement) => boolean): XmlElement {
  return without(node, (child) => isElement(child) && POSITION.test(child.name) && !isNew(child));
}

/** A tree without bookmarks, for a second copy of a part: a name stands once in a document. */
export function withoutBookmarks(root: XmlElement): XmlElement {
  return without(root, (child) => isElement(child) && /^w:bookmark(?:Start|End)$/.test(child.name));
}

/** A tree without some nodes; the same object when there are none. */
function without(node: XmlElement, drops: (child: XmlNode) => boolean): XmlElement {
  let children: XmlNode[] | undefined;
  node.children.forEach((child, index) => {
    const next = isElement(child) ? without(child, drops) : child;
    const drop = drops(child);
    if ((drop || next !== child) && children === undefined) children = node.children.slice(0, index);
    if (!drop) children?.push(next);
  });
  return children === undefined ? node : { ...node, children };
}

function keyOf(node: XmlElement): string {
  return `${node.name.replace(/(?:Start|End)$/, '')} ${node.attributes.get('w:id') ?? ''}`;
}
