import type { WordPackage } from '../../ooxml/package.ts';
import { treeOrNone } from '../../ooxml/tree-or-none.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';

/** Names and roots of all parts of a document that contain text: the body, notes, headers and footers. */
export function textPartsOf({ package: archive, mainPart, document }: WordPackage): [name: string, root: XmlElement][] {
  const parts: [string, XmlElement][] = [[mainPart, document]];
  for (const relationship of archive.relationshipsOf(mainPart).values()) {
    if (relationship.external || !/\/(?:footnotes|endnotes|header|footer)$/.test(relationship.type)) continue;
    // A part that no section refers to may be no XML. It is left as it is.
    const root = treeOrNone(() => archive.tree(relationship.target));
    if (root !== undefined) parts.push([relationship.target, root]);
  }
  return parts;
}

/** Roots of all parts of a document that contain text. */
export function textRoots(opened: WordPackage): XmlElement[] {
  return textPartsOf(opened).map(([, root]) => root);
}
