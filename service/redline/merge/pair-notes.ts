/** References to notes in blocks that are equal: the notes themselves may differ. */
import { isElement, type XmlElement } from '../../ooxml/xml-tree.ts';

/** Tells `pair` of the references to notes in two equal blocks, each with its partner, in order. */
export function pairNotes(a: XmlElement, b: XmlElement, pair: (a: XmlElement, b: XmlElement) => void): void {
  const [own, other] = [noteReferences(a), noteReferences(b)];
  own.forEach((reference, index) => {
    if (other[index] !== undefined) pair(reference, other[index]);
  });
}

function noteReferences(node: XmlElement, found: XmlElement[] = []): XmlElement[] {
  for (const child of node.children) {
    if (!isElement(child)) continue;
    if (child.name === 'w:footnoteReference' || child.name === 'w:endnoteReference') found.push(child);
    else noteReferences(child, found);
  }
  return found;
}
