/** The sections of a DOCX (ECMA-376 part 1, 17.6): where they end, and where the next one begins. */
import { childOf, childrenOf, valueOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { Break } from '../looks/looks.ts';

/** The properties of all sections in order: first the ones in paragraphs, then the last section's. */
export function sectionsOf(body: XmlElement | undefined): XmlElement[] {
  const sections: XmlElement[] = [];
  const visit = (node: XmlElement): void => {
    for (const child of childrenOf(node)) {
      if (child.name === 'w:p') {
        const section = sectionEnd(child);
        if (section !== undefined) sections.push(section);
      } else if (child.name === 'w:sectPr') sections.push(child);
      else if (child.name === 'w:sdt' || child.name === 'w:sdtContent' || child.name === 'w:customXml') visit(child);
    }
  };
  if (body !== undefined) visit(body);
  return sections;
}

/** The properties of the section that ends with a paragraph; undefined if none ends there. */
export function sectionEnd(paragraph: XmlElement): XmlElement | undefined {
  return childOf(childOf(paragraph, 'w:pPr'), 'w:sectPr');
}

/** Where the text of a section begins (17.6.22); null: on the same page. */
export function sectionStart(section: XmlElement): Break | null {
  switch (valueOf(section, 'w:type')) {
    case 'continuous':
      return null;
    case 'nextColumn':
      return 'column';
    case 'oddPage':
      return 'odd page';
    case 'evenPage':
      return 'even page';
    default:
      return 'page';
  }
}
