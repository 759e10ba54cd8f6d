import { isElement, type XmlElement } from '../../ooxml/xml-tree.ts';

/** Elements that may contain the properties of a section (17.6.17, 17.6.18). */
export const HOLDS_SECTION: ReadonlySet<string> = new Set(['w:body', 'w:pPr']);

/** The sections of a document in order. The body's section is last. */
export function sectionsOf(document: XmlElement): XmlElement[] {
  const sections: XmlElement[] = [];
  const visit = (node: XmlElement): void => {
    for (const child of node.children) {
      if (!isElement(child)) continue;
      if (child.name !== 'w:sectPr') {
        if (child.name !== 'w:r') visit(child);
      } else if (HOLDS_SECTION.has(node.name)) sections.push(child);
    }
  };
  visit(document);
  return sections;
}
