import type { WordPackage } from '../../ooxml/package.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';

/** Roots of all parts of a document that contain text: the body, notes, headers and footers. */
export function textRoots({ package: archive, mainPart, document }: WordPackage): XmlElement[] {
  const roots = [document];
  for (const relationship of archive.relationshipsOf(mainPart).values()) {
    if (relationship.external || !/\/(?:footnotes|endnotes|header|footer)$/.test(relationship.type)) continue;
    const root = archive.tree(relationship.target);
    if (root !== undefined) roots.push(root);
  }
  return roots;
}
