import type { XmlAttributes, XmlElement } from '../../ooxml/xml-tree.ts';

/**
 * Attributes of a root that takes content of another one in: what either allows readers to ignore (`mc:Ignorable`, ECMA-376
 * part 3, 7.2) stays allowed, or a reader that does not know a namespace would refuse the part.
 */
export function withIgnorable(root: XmlElement, other: XmlElement | undefined): XmlAttributes {
  const own = prefixesOf(root);
  const missing = prefixesOf(other).filter((prefix) => !own.includes(prefix));
  if (missing.length === 0) return root.attributes;
  return new Map([...root.attributes, ['mc:Ignorable', [...own, ...missing].join(' ')]]);
}

function prefixesOf(root: XmlElement | undefined): string[] {
  return (root?.attributes.get('mc:Ignorable') ?? '').split(' ').filter((prefix) => prefix !== '');
}
