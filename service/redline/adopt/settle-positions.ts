import { POSITIONS } from '../../ooxml/positions.ts';
import { isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { Translation } from './translate.ts';

/** A tree without ranges of the revised document that lost their start or their end. */
export function dropLonePositions(root: XmlElement, translation: Translation): XmlElement {
  const starts = new Set<string>();
  const ends = new Set<string>();
  const collect = (node: XmlElement): void => {
    if (POSITIONS.has(node.name)) (isStart(node) ? starts : ends).add(keyOf(node));
    for (const child of node.children) if (isElement(child)) collect(child);
  };
  collect(root);
  const isLone = (node: XmlNode): boolean => {
    if (!isElement(node) || !POSITIONS.has(node.name) || !translation.isNew(node)) return false;
    return !(isStart(node) ? ends : starts).has(keyOf(node));
  };
  return without(root, isLone);
}

/** Inserted content without positions that the original has too. The original's position counts. */
export function dropKnownPositions(node: XmlElement, isNew: (position: XmlElement) => boolean): XmlElement {
  return without(node, (child) => isElement(child) && POSITIONS.has(child.name) && !isNew(child));
}

/**
 * A tree without bookmarks and similar positions, for a second copy of a part. Their names and ids must be unique in
 * a document.
 */
export function withoutPositions(root: XmlElement): XmlElement {
  return without(root, (child) => isElement(child) && POSITIONS.has(child.name));
}

/** A tree without certain nodes; the same object if there are none. */
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

function isStart({ name }: XmlElement): boolean {
  return name.endsWith('Start');
}

function keyOf(node: XmlElement): string {
  return `${node.name.replace(/(?:Start|End)$/, '')} ${node.attributes.get('w:id') ?? ''}`;
}
