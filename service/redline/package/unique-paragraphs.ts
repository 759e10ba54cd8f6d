/**
 * Keeps the ids of paragraphs and rows unique ([MS-DOCX] 2.2.4, `w14:paraId`). Two versions of a paragraph have one id,
 * and a redline may contain both. The first one keeps the id.
 */
import { isElement, withChildren, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';

const ID = 'w14:paraId';
/** The id of the text goes with it. */
const IDS: ReadonlySet<string> = new Set([ID, 'w14:textId']);

/** A part's tree without the ids that are taken; the same object if none is. Adds its ids to the taken ones. */
export function withUniqueParagraphs(root: XmlElement, taken: Set<string>): XmlElement {
  const id = root.attributes.get(ID);
  // Ids are hexadecimal numbers.
  const key = id?.toUpperCase();
  const isTaken = key !== undefined && taken.has(key);
  if (key !== undefined) taken.add(key);
  let children: XmlNode[] | undefined;
  root.children.forEach((child, index) => {
    if (!isElement(child)) return;
    const next = withUniqueParagraphs(child, taken);
    if (next === child) return;
    children ??= root.children.slice();
    children[index] = next;
  });
  const own = children === undefined ? root : withChildren(root, children);
  if (!isTaken) return own;
  return { ...own, attributes: new Map([...own.attributes].filter(([name]) => !IDS.has(name))) };
}
