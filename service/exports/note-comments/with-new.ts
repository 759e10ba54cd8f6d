import { withChildren, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';

/** An element with other children; the same object if they are the same. */
export function withNew(node: XmlElement, children: readonly XmlNode[]): XmlElement {
  const isSame = children.length === node.children.length && children.every((child, at) => child === node.children[at]);
  return isSame ? node : withChildren(node, children);
}
