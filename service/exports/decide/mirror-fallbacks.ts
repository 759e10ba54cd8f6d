/**
 * Decides on the copies of content that older programs show (ECMA-376 part 3, 10.2). A text box is in the file twice: as
 * a choice, which the comparison reads, and as a fallback. The fallback is decided as its choice is.
 */
import { childOf, isElement, withChildren, type XmlElement } from '../../ooxml/xml-tree.ts';
import { isMark } from './decided-tree.ts';

/**
 * The tree without fallbacks whose marks are not those of their choice; the same object if there are none. `copies`
 * receives each mark of the others with the mark of the choice that it repeats.
 */
export function mirrorFallbacks(node: XmlElement, copies: Map<XmlElement, XmlElement>): XmlElement {
  let children = node.children;
  if (node.name === 'mc:AlternateContent') {
    const [choice, fallback] = [childOf(node, 'mc:Choice'), childOf(node, 'mc:Fallback')];
    const [own, other] = [marksIn(choice), marksIn(fallback)];
    if (other.length === own.length && other.every(({ name }, at) => name === own[at]!.name))
      other.forEach((mark, at) => copies.set(mark, own[at]!));
    else children = children.filter((child) => child !== fallback);
  }
  const mirrored = children.map((child) =>
    isElement(child) && child.name !== 'mc:Fallback' ? mirrorFallbacks(child, copies) : child,
  );
  const isSame = mirrored.length === node.children.length && mirrored.every((child, at) => child === node.children[at]);
  return isSame ? node : withChildren(node, mirrored);
}

/** The marks in a tree in order. Fallbacks in it repeat others. */
function marksIn(node: XmlElement | undefined): XmlElement[] {
  if (node === undefined) return [];
  return node.children.flatMap((child) =>
    isElement(child) ? [...(isMark(child) ? [child] : []), ...marksIn(child)] : [],
  );
}
