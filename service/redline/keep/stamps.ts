/** Gives marks of ours the author and the date of the revision that declares them. */
import { childOf, isElement, withChildren, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { Marks } from './align-story.ts';

/** A mark with the author and the date of another one. */
export function stamped(mark: XmlElement, stamp: XmlElement | null): XmlElement {
  if (stamp === null) return mark;
  const attributes = new Map(mark.attributes);
  for (const name of ['w:author', 'w:date']) {
    const value = stamp.attributes.get(name);
    if (value === undefined) attributes.delete(name);
    else attributes.set(name, value);
  }
  return { ...mark, attributes };
}

/** Lists of properties, which are also in lists of properties. */
const PROPERTIES = /^w:(?:[pr]|sect|tbl|tr|tc)Pr$|^w:tblPrEx$/;
const CHANGE = /^w:(?:\w+Change|cellMerge)$/;

/**
 * An element whose changes of properties have the stamps of the changes that `other` has in the same places. Only the
 * lists of properties among its children are read.
 */
export function withStampedProperties(
  node: XmlElement,
  other: XmlElement | undefined,
  isNew: Marks['isNew'],
): XmlElement {
  if (other === undefined) return node;
  const children = node.children.map((child) => {
    if (!isElement(child)) return child;
    if (PROPERTIES.test(child.name)) return withStampedProperties(child, childOf(other, child.name), isNew);
    const same = CHANGE.test(child.name) ? childOf(other, child.name) : undefined;
    return same !== undefined && isNew(same) ? stamped(child, same) : child;
  });
  return children.every((child, at) => child === node.children[at]) ? node : withChildren(node, children);
}

/**
 * A tree in which every mark that is left as ours has the stamp of the new revision before it. `first` is for those that
 * no revision precedes. Changes of sections are left out, because the content of a story does not state them. The parser
 * limits the depth.
 */
export function withoutOurs(story: XmlElement, first: XmlElement, { isNew, isOurs }: Marks): XmlElement {
  let last = first;
  const visit = (node: XmlElement): XmlElement => {
    const isMark = node.attributes.has('w:author');
    const own = isMark && isOurs(node) && node.name !== 'w:sectPrChange' ? stamped(node, last) : node;
    if (isMark && isNew(own)) last = own;
    const children = own.children.map((child) => (isElement(child) ? visit(child) : child));
    return children.every((child, at) => child === own.children[at]) ? own : withChildren(own, children);
  };
  return visit(story);
}
