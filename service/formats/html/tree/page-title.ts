import { isText, nextInside, type ParentNode } from './html-tree.ts';
import { isSvg, textBelow } from './subtree.ts';

/**
 * The title that a browser shows in its tab: the text of the first `title` element, with its white space collapsed
 * (HTML Standard 3.1.5). Undefined without one, or where it is blank.
 */
export function pageTitleOf(document: ParentNode): string | undefined {
  for (let node = document.first, below = true; node !== null; node = nextInside(document, node, below)) {
    // What a template contains is no part of the page.
    below = isText(node) || node.name !== 'template';
    if (isText(node) || node.name !== 'title' || isSvg(node)) continue;
    const title = textBelow(node)
      .replaceAll(/[\t\n\f\r ]+/g, ' ')
      .trim();
    return title === '' ? undefined : title;
  }
  return undefined;
}
