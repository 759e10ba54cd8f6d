import type { XmlAttributes, XmlElement } from '../../ooxml/xml-tree.ts';

/**
 * Attributes of a root that takes in content of another root. Namespaces that either root declares ignorable stay
 * ignorable (`mc:Ignorable`, ECMA-376 part 3, 7.2). Otherwise a program that does not know such a namespace would
 * refuse the part.
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
