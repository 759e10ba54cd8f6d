import { isText, nextInside, type ChildNode, type ParentNode } from './html-tree.ts';
import { isSvg, textBelow } from './subtree.ts';

/**
 * The title that a browser shows in its tab: the text of the first `title` element, with its white space collapsed
 * (HTML Standard 3.1.5). Undefined without one, or where it is blank.
 */
export function pageTitleOf(document: ParentNode): string | undefined {
  for (let node: ChildNode | null = document.first; node !== null; node = nextInside(document, node, true)) {
    if (isText(node) || node.name !== 'title' || isSvg(node)) continue;
    const title = textBelow(node)
      .replaceAll(/[\t\n\f\r ]+/g, ' ')
      .trim();
    return title === '' ? undefined : title;
  }
  return undefined;
}
