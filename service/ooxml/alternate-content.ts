/**
 * Alternate content (ECMA-376 part 3, 9.3): the same thing written for newer and for older readers. One of them is taken:
 * the first choice whose namespaces are understood here, else the fallback.
 */
import { childOf, childrenOf, isElement, type XmlElement, type XmlNode } from './xml-tree.ts';

/** Namespaces whose content is read: shapes with text, groups and canvases of Word 2010, and Word's own additions. */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  'wps',
  'wpg',
  'wpc',
  'wp14',
  'w14',
  'w15',
  'w16',
  'w16se',
  'a14',
  'v',
]);

/** The content that stands for an `mc:AlternateContent`. */
function chosenContent(alternate: XmlElement): readonly XmlNode[] {
  for (const choice of childrenOf(alternate, 'mc:Choice')) {
    const required = (choice.attributes.get('Requires') ?? '').split(' ').filter((prefix) => prefix !== '');
    if (required.length > 0 && required.every((prefix) => UNDERSTOOD.has(prefix))) return choice.children;
  }
  return childOf(alternate, 'mc:Fallback')?.children ?? [];
}

/** The elements among the children of a node, with alternate content replaced by what stands for it. */
export function chosenChildren(node: XmlElement): XmlElement[] {
  const chosen: XmlElement[] = [];
  const take = (children: readonly XmlNode[]): void => {
    for (const child of children) {
      if (!isElement(child)) continue;
      if (child.name === 'mc:AlternateContent') take(chosenContent(child));
      else chosen.push(child);
    }
  };
  take(node.children);
  return chosen;
}
