import { TOGETHER } from './find-in-document.ts';

/** List items hold their text directly, or in a paragraph. */
const HOLDERS = `${TOGETHER}, li, dt, dd`;

/**
 * The elements that show a heading with this text, in order. In two columns these are the elements of the revised
 * column, or of the original one if the revised document has no such heading. Empty: the text is shown otherwise here.
 */
export function headingElements(within: HTMLElement, text: string): readonly HTMLElement[] {
  const found = [...within.querySelectorAll<HTMLElement>(HOLDERS)].filter(
    (each) => each.closest('table') === null && (lineOf(each, false) === text || lineOf(each, true) === text),
  );
  const innermost = found.filter((each) => !found.some((other) => other !== each && each.contains(other)));
  const revised = innermost.filter((each) => each.closest('.diffsvc-cell:first-child:not(:only-child)') === null);
  return revised.length > 0 ? revised : innermost;
}

/** The text of an element on one line, with deleted text or without. */
function lineOf(element: HTMLElement, withDeleted: boolean): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let line = '';
  while (walker.nextNode())
    if (withDeleted || walker.currentNode.parentElement?.closest('del') === null)
      line += walker.currentNode.nodeValue ?? '';
  return line.replace(/\s+/gu, ' ').trim();
}
