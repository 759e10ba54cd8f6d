/**
 * Alternate content (ECMA-376 part 3, 9.3): the same content written for newer and for older programs. The reader
 * takes the first choice whose namespaces it understands, or else the fallback.
 */
import { childOf, childrenOf, isElement, type XmlElement, type XmlNode } from './xml-tree.ts';

/**
 * Namespaces that the reader of DOCX understands: shapes with text, groups and canvases of Word 2010, and Word's own
 * additions.
 */
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

/** The content chosen from an `mc:AlternateContent`. */
function chosenContent(alternate: XmlElement, understood: ReadonlySet<string>): readonly XmlNode[] {
  for (const choice of childrenOf(alternate, 'mc:Choice')) {
    const required = (choice.attributes.get('Requires') ?? '').split(' ').filter((prefix) => prefix !== '');
    if (required.length > 0 && required.every((prefix) => understood.has(prefix))) return choice.children;
  }
  return childOf(alternate, 'mc:Fallback')?.children ?? [];
}

/**
 * The child elements of a node, with each alternate content replaced by the chosen one. `understood`: the prefixes of the
 * namespaces that the reader understands.
 */
export function chosenChildren(node: XmlElement, understood = UNDERSTOOD): XmlElement[] {
  const chosen: XmlElement[] = [];
  const take = (children: readonly XmlNode[]): void => {
    for (const child of children) {
      if (!isElement(child)) continue;
      if (child.name === 'mc:AlternateContent') take(chosenContent(child, understood));
      else chosen.push(child);
    }
  };
  take(node.children);
  return chosen;
}
