/**
 * Page numbers that a word processor computes anew, so that no revision marks them. Those of a table of contents are
 * results of complex PAGEREF fields (ECMA-376 part 1, 17.16.5.45), which name an entry's generated bookmark. A redline
 * has the revised document's. Those of headers and footers differ on each page, and a redline has the original's.
 */
import { isContentsPage } from '../../ooxml/generated-anchors.ts';
import { innerText, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';

interface OpenField {
  instruction: string;
  inResult: boolean;
  readonly result: XmlElement[];
}

/** Fields whose result depends on the page that shows them (17.16.5.39 and others). */
const OWN_PAGE = /^\s*(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES)(?:\s|$)/i;

/** The numbers in a paragraph of a table of contents. A number in several pieces counts as text. */
export function contentsPages(paragraph: XmlElement): ReadonlySet<XmlElement> {
  return resultsOf(paragraph, (instruction, isSimple) => !isSimple && isContentsPage(instruction));
}

/** The numbers in a paragraph of a header or footer that differ on each page. */
export function ownPages(paragraph: XmlElement): ReadonlySet<XmlElement> {
  return resultsOf(paragraph, (instruction) => OWN_PAGE.test(instruction));
}

/** Whether the result of a field with this instruction is wanted. `isSimple`: the instruction is an attribute. */
type IsWanted = (instruction: string, isSimple: boolean) => boolean;

/** The `w:t` elements that hold the whole result of a field with such an instruction. */
function resultsOf(paragraph: XmlElement, isWanted: IsWanted): ReadonlySet<XmlElement> {
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
        if (only !== undefined && field.result.length === 1 && isWanted(field.instruction, false)) found.add(only);
      }
      return;
    }
    if (node.name === 'w:fldSimple') {
      const own: OpenField = { instruction: node.attributes.get('w:instr') ?? '', inResult: true, result: [] };
      open.push(own);
      for (const child of node.children) if (isElement(child)) visit(child);
      open.splice(open.lastIndexOf(own));
      const [only] = own.result;
      if (only !== undefined && own.result.length === 1 && isWanted(own.instruction, true)) found.add(only);
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

/** The page numbers of tables of contents in a tree, in order. */
export function pagesStated(root: XmlElement): string[] {
  const parts: string[] = [];
  const visit = (node: XmlElement): void => {
    if (node.name === 'w:p') for (const page of contentsPages(node)) parts.push(innerText(page));
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(root);
  return parts;
}

const NONE: ReadonlySet<XmlElement> = new Set();

function hasInstruction(node: XmlElement): boolean {
  if (node.name === 'w:instrText' || node.name === 'w:fldSimple') return true;
  return node.children.some((child) => isElement(child) && hasInstruction(child));
}
