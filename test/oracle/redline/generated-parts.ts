/**
 * Removes from a reading what a word processor generates anew. This is the numbers of bookmarks that a table of
 * contents and cross-references point to. It is also the page numbers of that table. A walk of its own, beside the
 * product's.
 */
import { innerText, isElement, type XmlElement } from '../../../service/ooxml/xml-tree.ts';

/** A story in which every computed page number of a table of contents is the same. Deleted fields count as fields. */
export function withoutComputedPages(root: XmlElement): XmlElement {
  return withoutResults(root, /^\s*PAGEREF\s+_(?:Toc\d|_RefHeading_)/);
}

/** A header or footer in which every number that differs on each page is the same. */
export function withoutOwnPages(root: XmlElement): XmlElement {
  return withoutResults(root, /^\s*(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES)\b/i);
}

/** Each result of a field with such a code that is one text becomes the same text. */
function withoutResults(root: XmlElement, wanted: RegExp): XmlElement {
  const pages = new Set<XmlElement>();
  const open: { code: string; result: XmlElement[] | null }[] = [];
  const end = (): void => {
    const { code = '', result = null } = open.pop() ?? {};
    if (wanted.test(code) && result?.length === 1) pages.add(result[0]!);
  };
  const visit = (node: XmlElement): void => {
    if (node.name === 'w:fldSimple') {
      open.push({ code: node.attributes.get('w:instr') ?? '', result: [] });
      for (const child of node.children) if (isElement(child)) visit(child);
      end();
      return;
    }
    const field = open.at(-1);
    const type = node.name === 'w:fldChar' ? node.attributes.get('w:fldCharType') : undefined;
    if (type === 'begin') open.push({ code: '', result: null });
    if (type === 'separate' && field) field.result = [];
    if (type === 'end') end();
    if (/^w:(?:del)?instrText$/i.test(node.name) && field) field.code += innerText(node);
    if (/^w:(?:t|delText)$/.test(node.name)) field?.result?.push(node);
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(root);
  const rebuilt = (node: XmlElement): XmlElement => {
    if (pages.has(node)) return { ...node, children: ['page'] };
    return { ...node, children: node.children.map((child) => (isElement(child) ? rebuilt(child) : child)) };
  };
  return pages.size === 0 ? root : rebuilt(root);
}

/** Lines in which generated bookmarks are numbered as they are referred to. */
export function withNumberedAnchors(lines: readonly string[]): string[] {
  const numbers = new Map<string, number>();
  return lines.map((line) =>
    line.replaceAll(/(?<![\w])_(?:(?:Toc|Ref|Hlk)\d+|_Ref\w+)/g, (name) => {
      if (!numbers.has(name)) numbers.set(name, numbers.size);
      return `_${numbers.get(name)}`;
    }),
  );
}
