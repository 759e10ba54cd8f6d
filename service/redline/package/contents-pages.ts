/**
 * Page numbers of a table of contents. They are results of complex PAGEREF fields (ECMA-376 part 1, 17.16.5.45). These
 * fields name an entry's generated bookmark. A word processor computes them anew. A redline therefore has the revised
 * document's, and no revision marks them.
 */
import { isContentsPage } from '../../ooxml/generated-anchors.ts';
import { innerText, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';

interface OpenField {
  instruction: string;
  inResult: boolean;
  readonly result: XmlElement[];
}

/** The `w:t` elements of a paragraph that hold such a number. A number in several pieces counts as text. */
export function contentsPages(paragraph: XmlElement): ReadonlySet<XmlElement> {
  if (!hasInstruction(paragraph)) return NONE;
  const found = new Set<XmlElement>();
  const open: OpenField[] = [];
  const visit = (node: XmlElement): void => {
    const field = open.at(-1);
    if (node.name === 'w:fldChar') {
      const type = node.attributes.get('w:fldCharType');
      if (type === 'begin') open.push({ instruction: '', inResult: false, result: [] });
      else if (type === 'separate' && field !== undefined) field.inResult = true;
      else if (type === 'end' && field !== undefined) {
        open.pop();
        const [only] = field.result;
        if (only !== undefined && field.result.length === 1 && isContentsPage(field.instruction)) found.add(only);
      }
      return;
    }
    if (node.name === 'w:instrText') {
      if (field?.inResult === false) field.instruction += innerText(node);
      return;
    }
    if (node.name === 'w:t') {
      if (field?.inResult === true) field.result.push(node);
      return;
    }
    if (node.name === 'w:txbxContent') return;
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(paragraph);
  return found;
}

/** The page numbers in a tree as one text. It distinguishes trees that are otherwise equal. */
export function pagesStated(root: XmlElement): string {
  const parts: string[] = [];
  const visit = (node: XmlElement): void => {
    if (node.name === 'w:p') for (const page of contentsPages(node)) parts.push(innerText(page));
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(root);
  return parts.join(' ');
}

const NONE: ReadonlySet<XmlElement> = new Set();

function hasInstruction(node: XmlElement): boolean {
  return node.name === 'w:instrText' || node.children.some((child) => isElement(child) && hasInstruction(child));
}
